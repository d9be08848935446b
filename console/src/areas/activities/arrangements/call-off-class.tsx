import { type ActiveClass, callOffClass, queryActiveClasses } from '@paidang/api/areas/activities/admin-classes'
import { useWrite } from '../../../platform/queries'
import { ReasonModal } from '../../../ui/reason-modal'
import { useAction } from '../../../ui/use-action'

/** Asks for the reason of a cancelled class, and shows the effect. */
export function CallOffClass({ lesson, onClose }: { lesson: ActiveClass; onClose: () => void }) {
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
