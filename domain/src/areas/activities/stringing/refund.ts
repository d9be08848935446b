import { maySucceed, type StringingStatus } from './order-status.ts'

/** Why operators refund a paid order. */
export const STRINGING_REFUND_CAUSES = ['RACKET_BROKEN', 'SHOP_GONE', 'OTHER'] as const
export type StringingRefundCause = (typeof STRINGING_REFUND_CAUSES)[number]

/** The names of the causes. */
export const STRINGING_REFUND_CAUSE_NAMES: Record<StringingRefundCause, string> = {
  RACKET_BROKEN: '球拍损坏',
  SHOP_GONE: '店铺停业或失联',
  OTHER: '其他原因',
}

/** The reason of a refund as player, shop and operators read it. */
export function refundText({ cause, reason }: { cause: StringingRefundCause; reason: string }): string {
  return `${STRINGING_REFUND_CAUSE_NAMES[cause]}：${reason}`
}

/**
 * Why operators cannot refund an order; undefined when they can. They can once it is paid, until the racket was
 * delivered. Source: decision record 028
 */
export function whyNotRefund(
  status: StringingStatus,
): 'stringing_not_paid' | 'stringing_delivered' | 'stringing_settled' | undefined {
  if (maySucceed('refund', status)) return undefined
  if (status === 'COMPLETED') return 'stringing_delivered'
  return status === 'CANCELLED' ? 'stringing_settled' : 'stringing_not_paid'
}

/**
 * Why an operator cannot record the racket of an order as lost; undefined when they can. They can while the order is
 * cancelled and the racket is in the shop. For any other order it is recorded with its refund. Source: decision record
 * 028
 */
export function whyNotLose({
  status,
  isInShop,
}: {
  status: StringingStatus
  isInShop: boolean
}): 'stringing_settled' | undefined {
  return maySucceed('lose', status) && isInShop ? undefined : 'stringing_settled'
}

/**
 * How an operator records that the player has the racket: handed over when it is ready, given back when its order was
 * cancelled; undefined when it is not waiting in the shop. Source: decision record 037
 */
export function pickupAction({
  status,
  isInShop,
}: {
  status: StringingStatus
  isInShop: boolean
}): 'handOver' | 'giveBack' | undefined {
  if (!isInShop) return undefined
  return (['handOver', 'giveBack'] as const).find((action) => maySucceed(action, status))
}
