import { errors } from '@paidang/api/catalogue/errors'
import type { MoneyRequest } from '@paidang/api/money-request'
import { whyNotMoveMoney } from '@paidang/domain/areas/people/auth/staff-account'
import { isAdmitted } from '@paidang/domain/kernel/access'
import { Alert, Button, Flex, Tag, Typography } from 'antd'
import { type ReactNode, useState } from 'react'
import { useSession } from '../../../platform/session'
import { ReasonModal } from '../../../ui/form-modal'
import { NOTHING, when } from '../../../ui/format'
import { useAction } from '../../../ui/use-action'
import { PasswordModal } from '../../desks/staff-accounts/password-modal'

/** The label and colour of each state of a request. */
const REQUEST_STATE_NAMES: Record<MoneyRequest['state'], { label: string; color: string }> = {
  WAITING: { label: '待审批', color: 'gold' },
  DONE: { label: '已通过', color: 'green' },
  REFUSED: { label: '已拒绝', color: 'red' },
  WITHDRAWN: { label: '已撤回', color: 'default' },
}

/** A filter of requests by their state. */
export const REQUEST_STATE_FILTER = {
  kind: 'choice' as const,
  name: 'state',
  label: '状态',
  options: Object.entries(REQUEST_STATE_NAMES).map(([value, { label }]) => ({ value, label })),
}

/** The state of a request. */
export const stateColumn = {
  title: '状态',
  render: (_: unknown, { state }: MoneyRequest): ReactNode => (
    <Tag color={REQUEST_STATE_NAMES[state].color}>{REQUEST_STATE_NAMES[state].label}</Tag>
  ),
}

/** The reason of the request, the note of the decision, who requested it, and who ended it. */
export const storyColumns = [
  { title: '原因', width: 240, render: (_: unknown, row: MoneyRequest): ReactNode => <Reasons {...row} /> },
  {
    title: '提交',
    render: (_: unknown, { requestedBy, createTime }: MoneyRequest): ReactNode => (
      <Who name={requestedBy.nickname} at={createTime} />
    ),
  },
  {
    title: '处理',
    render: (_: unknown, row: MoneyRequest): ReactNode =>
      row.state === 'WAITING' ? NOTHING : <Who name={enderOf(row)} at={row.endTime} />,
  },
]

function Who({ name, at }: { name: string; at: string | null }) {
  return (
    <Flex vertical>
      <span>{name}</span>
      <Typography.Text type="secondary">{when(at)}</Typography.Text>
    </Flex>
  )
}

/**
 * Who decided or withdrew it. A withdrawal with a note was automatic, so it names the system. What counts without a
 * second person says so.
 */
function enderOf({ state, decidedBy, requestedBy, note }: MoneyRequest): string {
  if (decidedBy) return decidedBy.nickname
  if (state === 'DONE') return '无需复核'
  return note === '' ? requestedBy.nickname : '系统'
}

function Reasons({ reason, note, decidedBy }: MoneyRequest) {
  return (
    <Flex vertical style={{ whiteSpace: 'normal', minWidth: 200 }}>
      <span>{reason}</span>
      {note !== '' && (
        <Typography.Text type="secondary">
          {decidedBy && '审批意见：'}
          {note}
        </Typography.Text>
      )}
    </Flex>
  )
}

/** The question before an action, and the message after it. */
type Question = { title: string; effect: string; done: string }

type RequestActionsProps = {
  request: MoneyRequest
  /** Whether this person may not move money yet. */
  isRefused: boolean
  withdrawing: Question & { run: () => Promise<unknown> }
  /** Null where it can only be refused. */
  approving: Question | null
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
      {approving && (
        <Button
          size="small"
          type="primary"
          disabled={isRefused}
          onClick={() => doAfterAsking({ ...approving, okText: '通过', run: () => decide({ approve: true }) })}
        >
          通过
        </Button>
      )}
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

/**
 * Whether the staff member may not move money yet, because somebody else made the password. With a notice for the page
 * that explains it and leads to a new password.
 */
export function useOwnPassword(): { isRefused: boolean; notice: ReactNode } {
  const [isChanging, setIsChanging] = useState(false)
  const refusal = useSession(({ staff }) => (staff ? whyNotMoveMoney(staff) : undefined))
  const notice = (
    <>
      {refusal && (
        <Alert
          type="warning"
          showIcon
          title={errors[refusal].message}
          action={
            <Button size="small" onClick={() => setIsChanging(true)}>
              修改密码
            </Button>
          }
        />
      )}
      {isChanging && <PasswordModal onClose={() => setIsChanging(false)} />}
    </>
  )
  return { isRefused: refusal !== undefined, notice }
}
