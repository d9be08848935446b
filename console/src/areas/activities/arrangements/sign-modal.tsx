import { type ActiveClass, queryActiveClasses, signClass } from '@paidang/api/areas/activities/admin-classes'
import { ATTENDANCE_NAMES, ATTENDANCES, type Attendance } from '@paidang/domain/areas/activities/classes/invitation'
import { Form, Radio } from 'antd'
import { useWrite } from '../../../platform/queries'
import { FormModal } from '../../../ui/form-modal'
import { useAction } from '../../../ui/use-action'

const OPTIONS = ATTENDANCES.map((value) => ({ value, label: ATTENDANCE_NAMES[value] }))

/** The attendance of a class, by the ids of its players. */
type Found = Record<string, Attendance>

/** 签到: the attendance of each player of a class, present by default. Who has not agreed to a change gets none. */
export function SignModal({ lesson, onClose }: { lesson: ActiveClass; onClose: () => void }) {
  const { id, players, coach, courseDesignName, revision } = lesson
  const { doIt } = useAction()
  const sign = useWrite(signClass, { changes: [queryActiveClasses] })
  const initialValues: Found = Object.fromEntries(
    players
      .filter(({ mustAgree }) => !mustAgree)
      .map((player) => [player.id, player.attendance ?? ('present' as const)]),
  )
  return (
    <FormModal<Found>
      title={`签到：${coach.nickname} 的「${courseDesignName}」`}
      effect="完成时按此扣课时：到场、迟到和缺席扣，请假退回。完成前可以更正。"
      okText="签到"
      initialValues={initialValues}
      onSubmit={async (found) => {
        // Only what was changed is sent: what the coach signed for the others since then stays.
        const attendances = Object.entries(found)
          .filter(([userId, attendance]) => attendance !== initialValues[userId])
          .map(([userId, attendance]) => ({ userId, attendance }))
        const run = () => sign.mutateAsync({ params: { id }, body: { attendances, revision } }).then(() => true)
        return (await doIt({ run, done: '已签到' })) !== undefined
      }}
      onClose={onClose}
    >
      {players.map(({ id: userId, nickname, mustAgree }) =>
        mustAgree ? (
          <Form.Item key={userId} label={nickname}>
            还没有同意修改，按请假算；本人同意后可以改签
          </Form.Item>
        ) : (
          <Form.Item key={userId} name={userId} label={nickname}>
            <Radio.Group options={OPTIONS} />
          </Form.Item>
        ),
      )}
    </FormModal>
  )
}
