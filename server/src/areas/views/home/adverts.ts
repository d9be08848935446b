import * as api from '@paidang/api/areas/views/admin-adverts'
import { ApiError } from '@paidang/api/catalogue/errors'
import {
  ADVERT_PLACE_NAMES,
  type AdvertPlace,
  advertStateOf,
  MAX_OPEN_ADVERTS,
  whyNotAdvert,
} from '@paidang/domain/areas/views/home/advert'
import {
  nameOfPage,
  routeToThing,
  TARGET_KIND_NAMES,
  thingOfRoute,
} from '@paidang/domain/areas/views/home/advert-target'
import { and, asc, desc, eq, gt, lte, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { assertSeenRow } from '../../../db/revision-queries.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { adverts } from '../../../tables/home.ts'
import { recordAuditEvent } from '../../ground/audit-log/audit-log.ts'
import type { FileStore } from '../../ground/files/file-store.ts'
import { assertPublicPicture } from '../../ground/files/uploads.ts'
import { findThings, namesOfTargets, nameThings } from './targets.ts'

type Row = typeof adverts.$inferSelect

/** As many results as a person can scan to find the right one. */
const MAX_TARGETS = 20

/** The current and future adverts of a place. The end of an advert is exclusive. */
const isOpen = (place: AdvertPlace, now: Date) => and(eq(adverts.place, place), gt(adverts.endsAt, now))

/** The position after all other adverts of the place. */
const lastIn = (place: AdvertPlace) =>
  sql`(select coalesce(max(sort_order) + 1, 0) from ${adverts} where place = ${place})`

/** Blocks other writers of adverts until the transaction ends. Readers are not blocked. */
const lockAdverts = (tx: Database) => tx.execute(sql`lock table ${adverts} in share row exclusive mode`)

async function readRow(db: Database, id: string): Promise<Row> {
  const [row] = await db.select().from(adverts).where(eq(adverts.id, id))
  if (!row) throw new ApiError('advert_not_found')
  return row
}

/** The ids of the current and future adverts of a place, in their order. */
async function listOpenIds(tx: Database, place: AdvertPlace, now: Date): Promise<string[]> {
  const rows = await tx
    .select({ id: adverts.id })
    .from(adverts)
    .where(isOpen(place, now))
    .orderBy(adverts.sortOrder, adverts.id)
  return rows.map(({ id }) => id)
}

/** Adverts as operators see them, in the same order. */
async function presentAll(db: Database, rows: readonly Row[], now: Date): Promise<api.ManagedAdvert[]> {
  const nameOf = await namesOfTargets(db, rows)
  const targetName = (route: string) => {
    const thing = thingOfRoute(route)
    if (!thing) return nameOfPage(route) ?? '其他页面'
    const kind = TARGET_KIND_NAMES[thing.kind]
    const name = nameOf(thing)
    return name === undefined ? `${kind}（已不可见）` : `${kind}：${name}`
  }
  return rows.map((row) => ({
    id: row.id,
    label: row.label,
    title: row.title,
    subtitle: row.subtitle,
    image: row.image,
    target: row.target,
    place: row.place,
    state: advertStateOf(row, now),
    targetName: row.target === null ? null : targetName(row.target),
    beginsAt: row.beginsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    revision: row.revision,
  }))
}

async function readAdvert(db: Database, id: string, now: Date): Promise<api.ManagedAdvert> {
  const [advert] = await presentAll(db, [await readRow(db, id)], now)
  if (!advert) throw new Error('one row was presented as none')
  return advert
}

/** Whether a route leads to a page of the app, or to a thing that players can see. */
async function isShown(tx: Database, target: string): Promise<boolean> {
  const thing = thingOfRoute(target)
  if (!thing) return nameOfPage(target) !== undefined
  return (await nameThings(tx, thing.kind, [thing])).has(thing.id)
}

/** The columns of a form. @throws ApiError any refusal of the form */
async function fieldsOf(tx: Database, form: api.AdvertForm, store: Pick<FileStore, 'open'>) {
  const { place, image, target } = form
  const texts = { label: form.label.trim(), title: form.title.trim(), subtitle: form.subtitle.trim() }
  const schedule = { beginsAt: new Date(form.beginsAt), endsAt: new Date(form.endsAt) }
  const refusal = whyNotAdvert({ ...texts, ...schedule })
  if (refusal) throw new ApiError(refusal)
  if (target !== null && !(await isShown(tx, target))) throw new ApiError('advert_target_unknown')
  if (image !== null) await assertPublicPicture(tx, store, image)
  return { place, ...texts, ...schedule, image, target }
}

async function assertRoom(tx: Database, place: AdvertPlace, now: Date): Promise<void> {
  if ((await listOpenIds(tx, place, now)).length > MAX_OPEN_ADVERTS) throw new ApiError('adverts_too_many')
}

export default plugin([
  // Those not over in their order, or past ones, the last first.
  handle(api.advertsForOperator, async ({ query, db, now }) => {
    const { place, isOver = false } = query
    const { rows, total } = await pageOf(db, db.select().from(adverts).$dynamic(), {
      where: isOver ? and(eq(adverts.place, place), lte(adverts.endsAt, now)) : isOpen(place, now),
      order: isOver ? [desc(adverts.endsAt), desc(adverts.id)] : [asc(adverts.sortOrder), asc(adverts.id)],
      query,
      present: (row) => row,
    })
    return { rows: await presentAll(db, rows, now), total }
  }),

  handle(api.advertForOperator, ({ params, db, now }) => readAdvert(db, params.id, now)),

  // It goes after the others of its place.
  handle(api.createAdvert, {
    handle: ({ body: form, staff, db, now, app }) =>
      db.transaction(async (tx) => {
        await lockAdverts(tx)
        const fields = await fieldsOf(tx, form, app.fileStore)
        const [row] = await tx
          .insert(adverts)
          .values({ ...fields, createdAt: now, sortOrder: lastIn(fields.place) })
          .returning({ id: adverts.id })
        if (!row) throw new Error('insert returned no row')
        await assertRoom(tx, fields.place, now)
        const summary = `新增广告「${fields.title}」`
        await recordAuditEvent(tx, { actorId: staff.id, action: 'advert.create', objectId: row.id, summary, now })
        return readAdvert(tx, row.id, now)
      }),
    stands: async (db, { id }) => (await db.$count(adverts, eq(adverts.id, id))) > 0,
  }),

  // An advert that moves to the other place goes after the others there.
  handle(api.updateAdvert, ({ params: { id }, body: { revision: seen, ...form }, staff, db, now, app }) =>
    db.transaction(async (tx) => {
      await lockAdverts(tx)
      const advert = await readRow(tx, id)
      await assertSeenRow(tx, 'adverts', { id, seen })
      const fields = await fieldsOf(tx, form, app.fileStore)
      const last = fields.place === advert.place ? {} : { sortOrder: lastIn(fields.place) }
      await tx
        .update(adverts)
        .set({ ...fields, ...last })
        .where(eq(adverts.id, id))
      await assertRoom(tx, fields.place, now)
      const summary = `修改广告「${fields.title}」`
      await recordAuditEvent(tx, { actorId: staff.id, action: 'advert.update', objectId: id, summary, now })
      return readAdvert(tx, id, now)
    }),
  ),

  // A future advert is changed or deleted instead.
  handle(api.endAdvert, ({ params: { id }, body: { revision: seen }, staff, db, now }) =>
    db.transaction(async (tx) => {
      await lockAdverts(tx)
      const advert = await readRow(tx, id)
      await assertSeenRow(tx, 'adverts', { id, seen })
      const state = advertStateOf(advert, now)
      if (state !== 'running') throw new ApiError(state === 'over' ? 'advert_over' : 'advert_not_begun')
      // The end must be after the beginning, so an advert that began at this very moment ends a millisecond later.
      const endsAt = new Date(Math.max(now.getTime(), advert.beginsAt.getTime() + 1))
      await tx.update(adverts).set({ endsAt }).where(eq(adverts.id, id))
      const summary = `结束广告「${advert.title}」`
      await recordAuditEvent(tx, { actorId: staff.id, action: 'advert.end', objectId: id, summary, now })
      return readAdvert(tx, id, now)
    }),
  ),

  handle(api.deleteAdvert, ({ params: { id }, query: { revision: seen }, staff, db, now }) =>
    db.transaction(async (tx) => {
      await lockAdverts(tx)
      const { title } = await readRow(tx, id)
      await assertSeenRow(tx, 'adverts', { id, seen })
      await tx.delete(adverts).where(eq(adverts.id, id))
      const summary = `删除广告「${title}」`
      await recordAuditEvent(tx, { actorId: staff.id, action: 'advert.delete', objectId: id, summary, now })
      return null
    }),
  ),

  // `ids` are all current and future adverts of the place. The order does not count as a change of their content.
  handle(api.orderAdverts, ({ body: { place, ids }, staff, db, now }) =>
    db.transaction(async (tx) => {
      await lockAdverts(tx)
      const open = await listOpenIds(tx, place, now)
      if (open.length !== ids.length || !open.every((id) => ids.includes(id))) throw new ApiError('adverts_changed')
      for (const [sortOrder, id] of ids.entries()) await tx.update(adverts).set({ sortOrder }).where(eq(adverts.id, id))
      const summary = `调整「${ADVERT_PLACE_NAMES[place]}」广告的顺序`
      const objectId = ids[0] ?? ''
      await recordAuditEvent(tx, { actorId: staff.id, action: 'advert.order', objectId, summary, now })
      return null
    }),
  ),

  handle(api.findTargets, async ({ query: { kind, keyword = '' }, db }) => {
    const things = await findThings(db, { kind, keyword: keyword.trim(), limit: MAX_TARGETS })
    return things.map(({ id, name }) => ({ id, name, target: routeToThing({ kind, id }) }))
  }),
])
