import { firstUpload, type Logistics } from '@paidang/domain/areas/payments/shipment'
import type { Database } from '../../../db/database.ts'
import { findSettledPayment } from './payment-queries.ts'
import { insertShipment } from './shipment-queries.ts'

/**
 * Queues a shipment for upload to WeChat, if the order was paid in the mini-program. It means that what the order
 * bought is on its way to the payer. Other payments do not appear in WeChat's order centre. A repeat changes nothing.
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
