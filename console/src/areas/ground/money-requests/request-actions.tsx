import type { MoneyRequest } from '@paidang/api/money-request'
import { isAdmitted } from '@paidang/domain/kernel/access'
import { Button, Flex, Typography } from 'antd'
import { useState } from 'react'
import { useSession } from '../../../platform/session'
import { NOTHING } from '../../../ui/format'
import { ReasonModal } from '../../../ui/reason-modal'
import { useAction } from '../../../ui/use-action'

/** The question before an action, and the message after it. */
type Question = { title: string; effect: string; done: string }

type RequestActionsProps = {
  request: MoneyRequest
  /** Whether this person may not move money yet. */
  isRefused: boolean
  withdrawing: Question & { run: () => Promise<unknown> }
  approving: Question
  refusing: Question
  decide: (body: { approve: boolean; note?: string }) => Promise<unknown>
}

/** The actions on a waiting request: withdraw one's own, decide another's. */
export function RequestActions({ request, isRefused, withdrawing, approving, refusing, decide }: RequestActionsProps) {
  const staff = useSession((session) => session.staff)
  const { doIt, doAfterAsking } = useAction()
  const [isRefusing, setIsRefusing] = useState(false)
  if (!staff || request.state !== 'WAITING') return NOTHING
  if (request.requestedBy.id === staff.id) {
    return (
      <Button size="small" onClick={() => doAfterAsking({ ...withdrawing, okText: '撤回' })}>
        撤回
      </Button>
    )
  }
  if (!isAdmitted(staff.role, 'senior')) return <Typography.Text type="secondary">等待运营主管</Typography.Text>
  return (
    <Flex gap={8}>
      <Button
        size="small"
        type="primary"
        disabled={isRefused}
        onClick={() => doAfterAsking({ ...approving, okText: '通过', run: () => decide({ approve: true }) })}
      >
        通过
      </Button>
      <Button size="small" danger disabled={isRefused} onClick={() => setIsRefusing(true)}>
        拒绝
      </Button>
      {isRefusing && (
        <ReasonModal
          title={refusing.title}
          effect={refusing.effect}
          okText="拒绝"
          isDangerous
          onOk={async (note) => {
            const run = () => decide({ approve: false, note })
            return (await doIt({ run, done: refusing.done })) !== undefined
          }}
          onClose={() => setIsRefusing(false)}
        />
      )}
    </Flex>
  )
}
