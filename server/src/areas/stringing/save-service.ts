import type { KeptService, NewService } from '@paidang/api/areas/merchant-shop'
import { ApiError } from '@paidang/api/catalogue/errors'
import { yuanOf } from '@paidang/domain/kernel/fen'
import type { Database } from '../../db/database.ts'
import { recordDeed } from '../staff/record-deed.ts'
import { presentService } from './present-shop.ts'
import type { ShopKeeping } from './save-shop.ts'
import { insertService, lockService, updateServiceRow } from './shop-queries.ts'

/**
 * A shop does something else from now on.
 *
 * @throws ApiError service_name_missing, service_price_missing for labour that costs nothing
 */
export async function createService(
  db: Database,
  { merchantId, service, by, now }: ShopKeeping & { service: NewService },
): Promise<KeptService> {
  const clean = cleanService(service)
  return db.transaction(async (tx) => {
    const made = await insertService(tx, { ...clean, merchantId })
    const summary = `新增服务「${made.name}」¥${yuanOf(made.priceFen)}`
    await recordDeed(tx, { by, action: 'service.create', objectId: made.id, summary, now })
    return presentService(made)
  })
}

type ServiceChange = Pick<KeptService, 'name' | 'priceFen' | 'isOffered' | 'revision'>

/**
 * A shop says anew what a service is called, what it costs, and whether it does it. Orders keep the lines with which they were
 * made.
 *
 * @throws ApiError service_not_found also for another shop's; service_changed; and as createService
 */
export async function updateService(
  db: Database,
  { merchantId, serviceId: id, change, by, now }: ShopKeeping & { serviceId: string; change: ServiceChange },
): Promise<KeptService> {
  return db.transaction(async (tx) => {
    const service = await lockService(tx, { id, merchantId })
    if (!service) throw new ApiError('service_not_found')
    if (service.revision !== change.revision) throw new ApiError('service_changed')
    const clean = cleanService({ ...change, kind: service.kind })
    const { name, priceFen, isOffered } = clean
    const changed = await updateServiceRow(tx, id, { name, priceFen, isOffered })
    const price = service.priceFen === priceFen ? '' : `，价格由 ¥${yuanOf(service.priceFen)} 改为 ¥${yuanOf(priceFen)}`
    const offer = service.isOffered === isOffered ? '' : isOffered ? '，恢复提供' : '，停止提供'
    const summary = `修改服务「${name}」${price}${offer}`
    await recordDeed(tx, { by, action: 'service.edit', objectId: id, summary, now })
    return presentService(changed)
  })
}

/** What is kept of a form. Labour costs something: an order is paid. */
function cleanService<Form extends Pick<KeptService, 'kind' | 'name' | 'priceFen'>>(form: Form): Form {
  const name = form.name.trim()
  if (name === '') throw new ApiError('service_name_missing')
  if (form.kind === 'LABOUR' && form.priceFen === 0) throw new ApiError('service_price_missing')
  return { ...form, name }
}
