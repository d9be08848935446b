import type { Database } from '../../db/database.ts'
import { recordEvent } from './payment-queries.ts'
import type { Payments } from './payments.ts'
import type { ProviderEvent, RawNotification } from './provider.ts'
import { settlePayment } from './settle-payment.ts'
import { settleRefund } from './settle-refund.ts'

/**
 * Hears what the provider has to say, believed for its signature alone. Each event takes effect once, with the transaction
 * that records it; hearing it again changes nothing. Other news than of money that came or went back is left to the poll.
 *
 * @returns what was heard
 * @throws NotificationRefused; ApiError payment_not_found, when it is about no payment of ours
 * Source: decision "Hours and money", Payments; invariant O1
 */
export async function hearNotification(
  db: Database,
  { payments, notification, now }: { payments: Payments; notification: RawNotification; now: Date },
): Promise<ProviderEvent> {
  const { provider, effects } = payments
  const event = provider.readNotification(notification)
  const { eventId, outTradeNo } = event
  await db.transaction(async (tx) => {
    if (!(await recordEvent(tx, { provider: provider.name, eventId, outTradeNo }))) return
    if (event.kind === 'refund') {
      await settleRefund(tx, { outRefundNo: event.outRefundNo, refund: event.refund, now })
    } else if (event.payment.state === 'SUCCESS') {
      await settlePayment(tx, { outTradeNo, received: event.payment, effects, now })
    }
  })
  return event
}
