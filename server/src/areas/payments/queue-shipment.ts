import { firstUpload, type Logistics } from '@paidang/domain/areas/payments/shipment'
import type { Database } from '../../db/database.ts'
import { findSettledPayment } from './payment-queries.ts'
import { insertShipment } from './shipment-queries.ts'

/**
 * What an order bought has left for its payer: WeChat will be told, if it was paid in the mini-program. Other payments stand
 * in no order centre of WeChat's. Saying so again changes nothing.
 *
 * Source: decision record 033
 */
export async function queueShipment(
  tx: Database,
  { orderId, logistics, now }: { orderId: string; logistics: Logistics; now: Date },
): Promise<void> {
  const payment = await findSettledPayment(tx, orderId)
  if (payment?.channel !== 'JSAPI') return
  await insertShipment(tx, { paymentId: payment.id, logistics, nextTryAt: firstUpload(now), createdAt: now })
}
