import type { Database } from '../../../db/database.ts'
import { recordEvent } from './payment-queries.ts'
import type { Payments } from './payments.ts'
import type { ProviderEvent, RawNotification } from './provider.ts'
import { settlePayment } from './settle-payment.ts'
import { settleRefund } from './settle-refund.ts'

/**
 * Verifies and applies a notification of the provider. Only its signature makes it trusted. Each event takes effect
 * once, in the transaction that records it; a repeat changes nothing. Only a successful payment and a refund take
 * effect here. Other payment states are left to the poll.
 *
 * @returns the event
 * @throws NotificationRefused; ApiError payment_not_found, when we know no such payment
 * Source: decision "Hours and money", Payments; invariant O1
 */
export async function handleNotification(
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
