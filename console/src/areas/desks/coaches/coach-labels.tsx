import type { ManagedCoach } from '@paidang/api/areas/desks/admin-coaches'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { Tag } from 'antd'

/** Whether an operator has approved the coach. */
export function VerifiedTag({ isVerified }: Pick<ManagedCoach, 'isVerified'>) {
  return <Tag color={isVerified ? 'green' : 'default'}>{isVerified ? '已认证' : '未认证'}</Tag>
}

/** The states of a coach's request to teach at a venue. */
export const ASSOCIATION_STATES: Readonly<Record<number, { label: string; color: string }>> = {
  [APPROVAL.PENDING]: { label: '待审核', color: 'gold' },
  [APPROVAL.APPROVED]: { label: '已关联', color: 'green' },
  [APPROVAL.REJECTED]: { label: '未通过', color: 'red' },
}
