import type { AdvertForm, ManagedAdvert } from '@paidang/api/areas/admin-adverts'
import { ApiError } from '@paidang/api/catalogue/errors'
import { MAX_OPEN_ADVERTS, whyNotAdvert } from '@paidang/domain/areas/home/advert'
import { nameOfPage, thingOfRoute } from '@paidang/domain/areas/home/advert-target'
import type { Database } from '../../../db/database.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { assertPublicPicture } from '../../ground/files/assert-public-picture.ts'
import type { FileStore } from '../../ground/files/file-store.ts'
import {
  type AdvertFields,
  findAdvert,
  insertAdvert,
  listOpenIds,
  lockAdverts,
  updateAdvert as updateRow,
} from './advert-queries.ts'
import { readAdvert } from './read-advert.ts'
import { nameThings } from './target-queries.ts'

type Saving = { form: AdvertForm; actorId: string; store: Pick<FileStore, 'open'>; now: Date }

/**
 * Adds an advert after the others of its place on behalf of an operator.
 *
 * @param saving `actorId` is the staff account
 * @throws ApiError advert_title_missing, advert_schedule_invalid, advert_target_unknown, file_not_found,
 *   adverts_too_many
 * Source: specification §1 "Home"
 */
export async function createAdvert(db: Database, { form, actorId, store, now }: Saving): Promise<ManagedAdvert> {
  return db.transaction(async (tx) => {
    await lockAdverts(tx)
    const fields = await fieldsOf(tx, form, store)
    const id = await insertAdvert(tx, { ...fields, createdAt: now })
    await assertRoom(tx, fields, now)
    const summary = `新增广告「${fields.title}」`
    await recordAuditEvent(tx, { actorId, action: 'advert.create', objectId: id, summary, now })
    return readAdvert(tx, id, now)
  })
}

/**
 * Changes an advert on behalf of an operator. An advert that moves to the other place goes after the others there.
 *
 * @throws ApiError advert_not_found, and as createAdvert
 */
export async function updateAdvert(
  db: Database,
  { advertId, form, actorId, store, now }: Saving & { advertId: string },
): Promise<ManagedAdvert> {
  return db.transaction(async (tx) => {
    await lockAdverts(tx)
    const advert = await findAdvert(tx, advertId)
    if (!advert) throw new ApiError('advert_not_found')
    const fields = await fieldsOf(tx, form, store)
    await updateRow(tx, advertId, { ...fields, isMoved: fields.place !== advert.place })
    await assertRoom(tx, fields, now)
    const summary = `修改广告「${fields.title}」`
    await recordAuditEvent(tx, { actorId, action: 'advert.update', objectId: advertId, summary, now })
    return readAdvert(tx, advertId, now)
  })
}

async function fieldsOf(tx: Database, form: AdvertForm, store: Pick<FileStore, 'open'>): Promise<AdvertFields> {
  const { place, image, target } = form
  const texts = { label: form.label.trim(), title: form.title.trim(), subtitle: form.subtitle.trim() }
  const schedule = { beginsAt: new Date(form.beginsAt), endsAt: new Date(form.endsAt) }
  const refusal = whyNotAdvert({ ...texts, ...schedule })
  if (refusal) throw new ApiError(refusal)
  if (target !== null && !(await isShown(tx, target))) throw new ApiError('advert_target_unknown')
  if (image !== null) await assertPublicPicture(tx, store, image)
  return { place, ...texts, ...schedule, image, target }
}

/** Whether a route leads to a page of the app, or to a thing that players can see. */
async function isShown(tx: Database, target: string): Promise<boolean> {
  const thing = thingOfRoute(target)
  if (!thing) return nameOfPage(target) !== undefined
  return (await nameThings(tx, thing.kind, [thing])).has(thing.id)
}

async function assertRoom(tx: Database, { place }: AdvertFields, now: Date): Promise<void> {
  if ((await listOpenIds(tx, place, now)).length > MAX_OPEN_ADVERTS) throw new ApiError('adverts_too_many')
}
