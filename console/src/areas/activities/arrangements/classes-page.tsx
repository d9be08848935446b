import {
  type ActiveClass,
  callOffClass,
  finishClass,
  queryActiveClasses,
  signClass,
} from '@paidang/api/areas/activities/admin-classes'
import {
  ATTENDANCE_NAMES,
  ATTENDANCES,
  type Attendance,
  SIGN_OPENS_BEFORE_MS,
} from '@paidang/domain/areas/activities/classes/invitation'
import { INVITATION_STATUS_NAMES } from '@paidang/domain/areas/activities/classes/invitation-status'
import { Button, Flex, Form, Radio, Tag } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useWrite } from '../../../platform/queries'
import { DataTable } from '../../../ui/data-table'
import { FormModal, ReasonModal } from '../../../ui/form-modal'
import { NOTHING } from '../../../ui/format'
import { Page } from '../../../ui/page'
import { useAction } from '../../../ui/use-action'
import { attendanceText, hasCome, spanText, useVenueOfAddress } from './arrangements'

/** The open question about a class. */
type Asked = { what: 'sign' | 'call-off'; lesson: ActiveClass }

/**
 * All waiting and active classes, the earliest first, or all classes of one person. If neither coach nor company can,
 * operators sign, complete and cancel them.
 */
export function ClassesPage() {
  const [asked, setAsked] = useState<Asked>()
  const venue = useVenueOfAddress()
  const close = () => setAsked(undefined)
  return (
    <Page
      title="约课"
      about="待确认、已确认和待完成的约课，最早的在前；填编号可查其全部约课。签到和完成通常由教练或公司办理"
    >
      <DataTable
        endpoint={queryActiveClasses}
        rowKey={({ id }) => id}
        empty="没有符合条件的约课"
        {...venue}
        filters={[
          { kind: 'text', name: 'keyword', label: '课程、教练、公司或场馆' },
          { kind: 'text', name: 'userId', label: '球员编号', maxLength: 19, isId: true },
          { kind: 'text', name: 'coachId', label: '教练编号', maxLength: 19, isId: true },
          {
            kind: 'choice',
            name: 'isUnfinished',
            label: '进度',
            options: [
              { value: 'true', label: '待完成' },
              { value: 'false', label: '未下课' },
            ],
          },
        ]}
        columns={[
          {
            title: '时间',
            className: 'whole',
            render: (_, row: ActiveClass) => <Link to={`/classes/${row.id}`}>{spanText(row.courseDate, row)}</Link>,
          },
          { title: '课程', dataIndex: 'courseDesignName' },
          {
            title: '教练',
            className: 'whole',
            render: (_, { coach }: ActiveClass) => <Link to={`/coaches/${coach.id}`}>{coach.nickname}</Link>,
          },
          { title: '公司', dataIndex: 'companyName' },
          { title: '学员', render: (_, { players }: ActiveClass) => playersText(players) },
          { title: '场地', render: (_, row: ActiveClass) => `${row.stadiumName} ${row.courtName}` },
          { title: '状态', render: (_, row: ActiveClass) => <State lesson={row} /> },
          {
            title: '操作',
            render: (_, row: ActiveClass) => <Actions lesson={row} ask={(what) => setAsked({ what, lesson: row })} />,
          },
        ]}
      />
      {asked?.what === 'sign' && <SignModal lesson={asked.lesson} onClose={close} />}
      {asked?.what === 'call-off' && <CallOffClass lesson={asked.lesson} onClose={close} />}
    </Page>
  )
}

function playersText(players: ActiveClass['players']): string {
  const each = players.map((player) => {
    const text = attendanceText(player)
    return text ? `${player.nickname}（${text}）` : player.nickname
  })
  return each.join('、') || NOTHING
}

/** How the seats of a class count when it is completed. */
function countText({ signedAt, players }: ActiveClass): string {
  if (signedAt) return '按签到结果扣课时，请假的退回。'
  const asked = players.filter(({ mustAgree }) => mustAgree).map(({ nickname }) => nickname)
  if (asked.length === 0) return '还没有签到，全部按到场扣课时。'
  return `还没有签到，按到场扣课时；${asked.join('、')} 还没有同意修改，按请假算。`
}

function State({ lesson: { invitationStatus, isUnfinished } }: { lesson: ActiveClass }) {
  return isUnfinished ? <Tag color="orange">待完成</Tag> : <Tag>{INVITATION_STATUS_NAMES[invitationStatus]}</Tag>
}

function Actions({ lesson, ask }: { lesson: ActiveClass; ask: (what: Asked['what']) => void }) {
  const { doAfterAsking } = useAction()
  const finish = useWrite(finishClass, { changes: [queryActiveClasses] })
  const { id, courseDate, beginTimeSlot, courseDesignName, coach, invitationStatus, revision } = lesson
  const name = `${coach.nickname} 的「${courseDesignName}」`
  const stands = invitationStatus === 'CONFIRMED'
  const isOfToday = hasCome(courseDate, beginTimeSlot, SIGN_OPENS_BEFORE_MS) && !hasCome(courseDate, 48)
  return (
    <Flex gap={8}>
      {stands && isOfToday && (
        <Button size="small" aria-label={`${name} 签到`} onClick={() => ask('sign')}>
          签到
        </Button>
      )}
      {stands && hasCome(courseDate, beginTimeSlot) && (
        <Button
          size="small"
          aria-label={`完成 ${name}`}
          onClick={() =>
            doAfterAsking({
              run: () => finish.mutateAsync({ params: { id }, body: { revision } }).then(() => true),
              done: '约课已完成',
              title: `完成 ${name}？`,
              effect: `${countText(lesson)}学员和教练会收到通知，学员可在 72 小时内提出异议。`,
              okText: '完成',
            })
          }
        >
          完成
        </Button>
      )}
      {(stands || invitationStatus === 'PENDING') && (
        <Button size="small" danger aria-label={`取消 ${name}`} onClick={() => ask('call-off')}>
          取消
        </Button>
      )}
    </Flex>
  )
}

const OPTIONS = ATTENDANCES.map((value) => ({ value, label: ATTENDANCE_NAMES[value] }))

/** The attendance of a class, by the ids of its players. */
type Found = Record<string, Attendance>

/** 签到: the attendance of each player of a class, present by default. Who has not agreed to a change gets none. */
function SignModal({ lesson, onClose }: { lesson: ActiveClass; onClose: () => void }) {
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

/** Asks for the reason of a cancelled class, and shows the effect. */
function CallOffClass({ lesson, onClose }: { lesson: ActiveClass; onClose: () => void }) {
  const { id, coach, courseDesignName, revision } = lesson
  const { doIt } = useAction()
  const callOff = useWrite(callOffClass, { changes: [queryActiveClasses] })
  return (
    <ReasonModal
      title={`取消 ${coach.nickname} 的「${courseDesignName}」`}
      effect="约课立即取消，场地和时间释放，学员的课时全部退回。教练和学员会收到取消原因。不能恢复。"
      okText="取消约课"
      isDangerous
      onOk={async (reason) =>
        (await doIt({
          run: () => callOff.mutateAsync({ params: { id }, body: { reason, revision } }).then(() => true),
          done: '约课已取消',
        })) !== undefined
      }
      onClose={onClose}
    />
  )
}
