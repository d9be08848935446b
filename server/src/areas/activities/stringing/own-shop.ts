import * as api from '@paidang/api/areas/activities/merchant-shop'
import { ApiError } from '@paidang/api/catalogue/errors'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { and, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { assertSeenRow } from '../../../db/revision-queries.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { acceptUploads } from '../../../http/upload.ts'
import { stringingServices } from '../../../tables/stringing.ts'
import { recordAuditEvent } from '../../ground/audit-log/audit-log.ts'
import { filesOf, writeFiles } from '../../ground/files/store-picture.ts'
import { shopOf } from './shop-of.ts'
import { lockShop, presentService, publishShop, readServices, readShop, updateShop, updateShopRow } from './shops.ts'

const FOLDER = 'public/shops/'

/**
 * The files of the last picture are deleted. The call runs in no transaction, because a rollback would restore the
 * reference to them.
 * Source: decision "Files"
 */
async function uploadPicture({ file, staff, db, now, app }: Handled<typeof api.uploadOwnShopPicture>) {
  const merchantId = shopOf(staff)
  let last: string | null = null
  await writeFiles(
    db,
    { store: app.fileStore, links: app.fileLinks },
    {
      file,
      folder: FOLDER,
      now,
      async writeDown(tx, { relativePath: avatar }) {
        last = (await lockShop(tx, merchantId)).avatar
        const { name } = await updateShopRow(tx, merchantId, { avatar })
        const summary = `更换穿线商家「${name}」头像`
        await recordAuditEvent(tx, {
          actorId: staff.id,
          action: 'merchant.picture',
          objectId: merchantId,
          summary,
          now,
        })
      },
    },
  )
  // Only after the commit, when no row refers to it any more.
  if (last) for (const path of filesOf(last)) await app.fileStore.remove(path)
  return readShop(db, merchantId)
}

/** The values of a form to store. Labour must have a price, because an order must be paid. */
function cleanService<Form extends Pick<api.ServiceRecord, 'kind' | 'name' | 'priceFen'>>(form: Form): Form {
  const name = form.name.trim()
  if (name === '') throw new ApiError('service_name_missing')
  if (form.kind === 'LABOUR' && form.priceFen === 0) throw new ApiError('service_price_missing')
  return { ...form, name }
}

async function createService({ body, staff, db, now }: Handled<typeof api.createService>) {
  const row = { ...cleanService(body), merchantId: shopOf(staff) }
  return db.transaction(async (tx) => {
    const [made] = await tx.insert(stringingServices).values(row).returning()
    if (!made) throw new Error('insert returned no row')
    const summary = `新增服务「${made.name}」¥${yuanOf(made.priceFen)}`
    await recordAuditEvent(tx, { actorId: staff.id, action: 'service.create', objectId: made.id, summary, now })
    return presentService(made)
  })
}

/** Orders keep the lines with which they were made. */
async function updateService({ params: { id }, body, staff, db, now }: Handled<typeof api.updateService>) {
  const own = and(eq(stringingServices.id, id), eq(stringingServices.merchantId, shopOf(staff)))
  return db.transaction(async (tx) => {
    const [service] = await tx.select().from(stringingServices).where(own).for('update')
    if (!service) throw new ApiError('service_not_found')
    await assertSeenRow(tx, 'stringing_services', { id, seen: body.revision })
    const { name, priceFen, isOffered } = cleanService({ ...body, kind: service.kind })
    const [changed] = await tx.update(stringingServices).set({ name, priceFen, isOffered }).where(own).returning()
    if (!changed) throw new Error(`service ${id} is gone`)
    const price = service.priceFen === priceFen ? '' : `，价格由 ¥${yuanOf(service.priceFen)} 改为 ¥${yuanOf(priceFen)}`
    const offer = service.isOffered === isOffered ? '' : isOffered ? '，恢复提供' : '，停止提供'
    const summary = `修改服务「${name}」${price}${offer}`
    await recordAuditEvent(tx, { actorId: staff.id, action: 'service.edit', objectId: id, summary, now })
    return presentService(changed)
  })
}

const handlers = plugin([
  handle(api.ownShop, ({ staff, db }) => readShop(db, shopOf(staff))),

  handle(api.updateOwnShop, ({ body: facts, staff, db, now }) =>
    updateShop(db, { merchantId: shopOf(staff), facts, actorId: staff.id, now }),
  ),

  handle(api.publishOwnShop, ({ body: { isPublished }, staff, db, now }) =>
    publishShop(db, { merchantId: shopOf(staff), isPublished, actorId: staff.id, now }),
  ),

  handle(api.uploadOwnShopPicture, uploadPicture),

  handle(api.servicesOfMerchant, ({ staff, db }) => readServices(db, shopOf(staff))),

  handle(api.createService, createService),

  handle(api.updateService, updateService),
])

/** How the staff of a shop manage it. */
export default async function ownShop(app: FastifyInstance) {
  await acceptUploads(app)
  await handlers(app)
}
