import type { ManagedShipment } from '@paidang/api/areas/admin-shipments'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { recordDeed } from '../staff/record-deed.ts'
import { presentManagedShipment } from './present-managed-order.ts'
import { findManagedShipment, type ManagedShipmentRow, reopenShipment } from './shipment-queries.ts'

/**
 * A shipment that WeChat refused too often waits to be uploaded again; one that somebody entered at WeChat by hand is known
 * there and ends well.
 *
 * @throws ApiError shipment_not_found, shipment_not_refused
 */
export async function retryShipment(
  db: Database,
  { shipmentId, by, now }: { shipmentId: string; by: string; now: Date },
): Promise<ManagedShipment> {
  return db.transaction(async (tx) => {
    const { orderId } = await findOrRefuse(tx, shipmentId)
    if (!(await reopenShipment(tx, shipmentId, now))) throw new ApiError('shipment_not_refused')
    const summary = `重新上传发货信息（订单 ${orderId}）`
    await recordDeed(tx, { by, action: 'shipment.retry', objectId: shipmentId, summary, now })
    return presentManagedShipment(await findOrRefuse(tx, shipmentId))
  })
}

async function findOrRefuse(tx: Database, shipmentId: string): Promise<ManagedShipmentRow> {
  const row = await findManagedShipment(tx, shipmentId)
  if (!row) throw new ApiError('shipment_not_found')
  return row
}
