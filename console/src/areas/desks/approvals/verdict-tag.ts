import { APPROVAL } from '@paidang/domain/kernel/approval'

/** The result of an item in the list; none while it waits. */
export function verdictTag(approveStatus: number): { tag?: { text: string; color: string } } {
  if (approveStatus === APPROVAL.APPROVED) return { tag: { text: '已通过', color: 'green' } }
  return approveStatus === APPROVAL.REJECTED ? { tag: { text: '已拒绝', color: 'default' } } : {}
}
