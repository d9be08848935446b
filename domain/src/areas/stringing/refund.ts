import { maySucceed, type StringingStatus } from './order-status.ts'

/** Why operators give the money of a begun order back. */
export const STRINGING_REFUND_CAUSES = ['RACKET_BROKEN', 'SHOP_GONE', 'OTHER'] as const
export type StringingRefundCause = (typeof STRINGING_REFUND_CAUSES)[number]

/** What each cause is called. */
export const STRINGING_REFUND_CAUSE_NAMES: Record<StringingRefundCause, string> = {
  RACKET_BROKEN: '球拍损坏',
  SHOP_GONE: '店铺停业或失联',
  OTHER: '其他原因',
}

/** A refund as player, shop and operators read why it was made. */
export function refundWords({ cause, reason }: { cause: StringingRefundCause; reason: string }): string {
  return `${STRINGING_REFUND_CAUSE_NAMES[cause]}：${reason}`
}

/**
 * Why operators cannot give the money of an order back; undefined when they can, which is only once it was begun: before that
 * its player and its shop can, after it the racket was delivered. Source: decision record 028
 */
export function whyNotRefund(
  status: StringingStatus,
): 'stringing_not_begun' | 'stringing_delivered' | 'stringing_settled' | undefined {
  if (maySucceed('refund', status)) return undefined
  if (status === 'COMPLETED') return 'stringing_delivered'
  return status === 'CANCELLED' ? 'stringing_settled' : 'stringing_not_begun'
}

/**
 * Why an operator cannot say that the racket of an order is lost; undefined when they can, which is while the order came to
 * nothing and the racket lies in the shop: of any other it is said when its money is given back. Source: decision record 028
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
