import type { CardAdjustment } from '@paidang/api/areas/admin-cards'
import { signedMoney } from '../../ui/words'

/** What an adjustment's state is called, and its colour. */
export const ADJUSTMENT_STATE_NAMES: Record<CardAdjustment['state'], { label: string; color: string }> = {
  WAITING: { label: '待审批', color: 'gold' },
  DONE: { label: '已通过', color: 'green' },
  REFUSED: { label: '已拒绝', color: 'red' },
  WITHDRAWN: { label: '已撤回', color: 'default' },
}

/** What an adjustment would change, in one line. */
export function changeOf({
  isNewCard,
  principalChange,
  giftChange,
}: Pick<CardAdjustment, 'isNewCard' | 'principalChange' | 'giftChange'>): string {
  if (isNewCard) return giftChange === 0 ? '开新卡' : `开新卡，赠送 ${signedMoney(giftChange)}`
  const parts = [
    principalChange !== 0 && `本金 ${signedMoney(principalChange)}`,
    giftChange !== 0 && `赠送 ${signedMoney(giftChange)}`,
  ]
  return parts.filter(Boolean).join('，')
}
