import type { MoneyRequest } from '@paidang/api/money-request'
import { isAdmitted } from '@paidang/domain/kernel/access'
import { Button, Flex, Typography } from 'antd'
import { useState } from 'react'
import { useSession } from '../../platform/session'
import { ReasonModal } from '../../ui/reason-modal'
import { useDeed } from '../../ui/use-deed'
import { NOTHING } from '../../ui/words'

/** What is asked before a deed, and what is said after it. */
type Question = { title: string; effect: string; done: string }

type RequestDeedsProps = {
  request: MoneyRequest
  /** Whether this person has no hand in moving money yet. */
  isRefused: boolean
  withdrawing: Question & { run: () => Promise<unknown> }
  approving: Question
  refusing: Question
  decide: (body: { approve: boolean; note?: string }) => Promise<unknown>
}

/** What this person may do with a waiting request: take their own back, decide another's. */
export function RequestDeeds({ request, isRefused, withdrawing, approving, refusing, decide }: RequestDeedsProps) {
  const staff = useSession((session) => session.staff)
  const { doIt, doAfterAsking } = useDeed()
  const [isRefusing, setIsRefusing] = useState(false)
  if (!staff || request.state !== 'WAITING') return NOTHING
  if (request.askedBy.id === staff.id) {
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
