import type { MoneyRequest } from '@paidang/api/money-request'

/** The label and colour of each state of a request. */
export const REQUEST_STATE_NAMES: Record<MoneyRequest['state'], { label: string; color: string }> = {
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
