import type { CardAdjustment } from '@paidang/api/areas/money/admin-cards'
import { Tag } from 'antd'
import { signedMoney } from '../../../ui/format'

/** Whether cards can be topped up with a plan. */
export function OnSaleTag({ isOnSale }: { isOnSale: boolean }) {
  return <Tag color={isOnSale ? 'green' : 'default'}>{isOnSale ? '在售' : '停售'}</Tag>
}

/** The change of an adjustment, in one line. */
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
