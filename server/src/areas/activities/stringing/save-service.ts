import type { NewService, ServiceRecord } from '@paidang/api/areas/merchant-shop'
import { ApiError } from '@paidang/api/catalogue/errors'
import { yuanOf } from '@paidang/domain/kernel/fen'
import type { Database } from '../../../db/database.ts'
import { assertSeenRow } from '../../../db/revision-queries.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { presentService } from './present-shop.ts'
import type { ShopWrite } from './save-shop.ts'
import { insertService, lockService, updateServiceRow } from './shop-queries.ts'

/**
 * Adds a service to a shop.
 *
 * @throws ApiError service_name_missing, service_price_missing for labour without a price
 */
export async function createService(
  db: Database,
  { merchantId, service, actorId, now }: ShopWrite & { service: NewService },
): Promise<ServiceRecord> {
  const clean = cleanService(service)
  return db.transaction(async (tx) => {
    const made = await insertService(tx, { ...clean, merchantId })
    const summary = `新增服务「${made.name}」¥${yuanOf(made.priceFen)}`
    await recordAuditEvent(tx, { actorId, action: 'service.create', objectId: made.id, summary, now })
    return presentService(made)
  })
}

type ServiceChange = Pick<ServiceRecord, 'name' | 'priceFen' | 'isOffered' | 'revision'>

/**
 * Updates the name, the price and the availability of a service. Orders keep the lines with which they were made.
 *
 * @throws ApiError service_not_found, also for a service of another shop; revision_outdated; and as createService
 */
export async function updateService(
  db: Database,
  { merchantId, serviceId: id, change, actorId, now }: ShopWrite & { serviceId: string; change: ServiceChange },
): Promise<ServiceRecord> {
  return db.transaction(async (tx) => {
    const service = await lockService(tx, { id, merchantId })
    if (!service) throw new ApiError('service_not_found')
    await assertSeenRow(tx, 'stringing_services', { id, seen: change.revision })
    const clean = cleanService({ ...change, kind: service.kind })
    const { name, priceFen, isOffered } = clean
    const changed = await updateServiceRow(tx, id, { name, priceFen, isOffered })
    const price = service.priceFen === priceFen ? '' : `，价格由 ¥${yuanOf(service.priceFen)} 改为 ¥${yuanOf(priceFen)}`
    const offer = service.isOffered === isOffered ? '' : isOffered ? '，恢复提供' : '，停止提供'
    const summary = `修改服务「${name}」${price}${offer}`
    await recordAuditEvent(tx, { actorId, action: 'service.edit', objectId: id, summary, now })
    return presentService(changed)
  })
}

/** The values of a form to store. Labour must have a price, because an order must be paid. */
function cleanService<Form extends Pick<ServiceRecord, 'kind' | 'name' | 'priceFen'>>(form: Form): Form {
  const name = form.name.trim()
  if (name === '') throw new ApiError('service_name_missing')
  if (form.kind === 'LABOUR' && form.priceFen === 0) throw new ApiError('service_price_missing')
  return { ...form, name }
}
