import type { PayChannel, Paying } from '@paidang/api/areas/payments'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { PayMethod } from '@paidang/domain/areas/payments/order'
import type { Database } from '../../../db/database.ts'
import { payByCard } from './pay-by-card.ts'
import { payThroughProvider } from './pay-through-provider.ts'
import type { Payer } from './payable-order.ts'
import type { Payments } from './payments.ts'
import { presentOrder } from './present-order.ts'

type Payment = Payer & {
  orderId: string
  method: PayMethod
  cardId: string | undefined
  channel: PayChannel | undefined
  payerIp: string
  payments: Payments
}

/**
 * Pays an order with a card of the payer, or begins to pay it through the provider. Paying a paid order again by the
 * same method returns the order as it is.
 *
 * @throws ApiError payment_channel_missing (no card or no channel is given), any refusal of payByCard or
 * payThroughProvider
 * Source: specification §7 "Balls"; decision "Hours and money", Payments
 */
export async function payOrder(db: Database, { method, cardId, channel, ...payment }: Payment): Promise<Paying> {
  const { payments } = payment
  if (method === 'CARD') {
    if (cardId === undefined) throw new ApiError('payment_channel_missing')
    const order = await payByCard(db, { ...payment, cardId, effects: payments.effects })
    return { order: await presentOrder(db, order), step: null }
  }
  if (channel === undefined) throw new ApiError('payment_channel_missing')
  const { order, step } = await payThroughProvider(db, { ...payment, channel })
  return { order: await presentOrder(db, order), step }
}
