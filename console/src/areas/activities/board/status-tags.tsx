import type { StringingOrderSummary } from '@paidang/api/areas/activities/stringing-orders'
import { STRINGING_STATUS_NAMES, type StringingStatus } from '@paidang/domain/areas/activities/stringing/order-status'
import { Tag } from 'antd'

const COLORS: Record<StringingStatus, string> = {
  SUBMITTED: 'default',
  PAID: 'gold',
  RECEIVED: 'blue',
  STRINGING: 'purple',
  READY: 'green',
  COMPLETED: 'default',
  CANCELLED: 'red',
}

/** The status of a job, and whether its racket is still in the shop after a cancellation. */
export function StatusTags({
  order: { status, isInShop },
}: {
  order: Pick<StringingOrderSummary, 'status' | 'isInShop'>
}) {
  return (
    <>
      <Tag color={COLORS[status]}>{STRINGING_STATUS_NAMES[status]}</Tag>
      {status === 'CANCELLED' && isInShop && <Tag color="red">球拍待退还</Tag>}
    </>
  )
}
