import type { ManagedShipment } from '@paidang/api/areas/admin-shipments'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { presentManagedShipment } from './present-managed-order.ts'
import { findManagedShipment, type ManagedShipmentRow, reopenShipment } from './shipment-queries.ts'

/**
 * Queues a shipment again that WeChat refused too often. If somebody entered it at WeChat by hand, WeChat knows it and
 * the retry succeeds.
 *
 * @throws ApiError shipment_not_found, shipment_not_refused
 */
export async function retryShipment(
  db: Database,
  { shipmentId, actorId, now }: { shipmentId: string; actorId: string; now: Date },
): Promise<ManagedShipment> {
  return db.transaction(async (tx) => {
    const { orderId } = await findOrRefuse(tx, shipmentId)
    if (!(await reopenShipment(tx, shipmentId, now))) throw new ApiError('shipment_not_refused')
    const summary = `重新上传发货信息（订单 ${orderId}）`
    await recordAuditEvent(tx, { actorId, action: 'shipment.retry', objectId: shipmentId, summary, now })
    return presentManagedShipment(await findOrRefuse(tx, shipmentId))
  })
}

async function findOrRefuse(tx: Database, shipmentId: string): Promise<ManagedShipmentRow> {
  const row = await findManagedShipment(tx, shipmentId)
  if (!row) throw new ApiError('shipment_not_found')
  return row
}
