import {
  answerObjectionByOperator,
  getManagedClass,
  type ManagedObjection,
  queryObjections,
} from '@paidang/api/areas/activities/admin-classes'
import { readInbox } from '@paidang/api/areas/desks/admin-approvals'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { useWrite } from '../../../platform/queries'
import { ReasonModal } from '../../../ui/reason-modal'
import { useAction } from '../../../ui/use-action'

type Props = { objection: ManagedObjection; isRefunded: boolean; onClose: () => void }

/** Asks for the reason of the answer to an objection, and shows the effect. */
export function AnswerObjection({ objection, isRefunded, onClose }: Props) {
  const { id, player, usedSessions, words } = objection
  const { doIt } = useAction()
  const answer = useWrite(answerObjectionByOperator, { changes: [queryObjections, getManagedClass, readInbox] })
  const does = isRefunded
    ? `${lessonHoursText(usedSessions)} 课时退回学员的合同，记入流水。`
    : '扣课不变，学员不能再次提出异议。'
  return (
    <ReasonModal
      title={`${isRefunded ? '退回课时' : '维持扣课'}：${player.nickname}「${words}」`}
      effect={`${does}学员、教练和公司会收到结果和原因。不能更改。`}
      okText={isRefunded ? '退回课时' : '维持扣课'}
      isDangerous
      onOk={async (reason) =>
        (await doIt({
          run: () => answer.mutateAsync({ params: { id }, body: { isRefunded, reason } }).then(() => true),
          done: '异议已答复',
        })) !== undefined
      }
      onClose={onClose}
    />
  )
}
