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
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { assertSeenRow } from '../../../db/revision-queries.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { companies } from '../../../tables/companies.ts'
import { contentSubmissions } from '../../../tables/content.ts'
import { advertCounts, advertDays, adverts } from '../../../tables/home.ts'
import { recordAuditEvent } from '../../ground/audit-log/audit-log.ts'
import type { FileStore } from '../../ground/files/file-store.ts'
import { assertPublicPicture } from '../../ground/files/uploads.ts'
import { type AdvertRow, findThings, readStanding, readThing } from './targets.ts'

/** As many results as a person can scan to find the right one. */
export const MAX_TARGETS = 20
/** How many days of counts are shown. */
const DAYS_SHOWN = 31

/** The current and future adverts of operators in a place. The end of an advert is exclusive. */
const isOpen = (place: AdvertPlace, now: Date) =>
  and(eq(adverts.place, place), gt(adverts.endsAt, now), isNull(adverts.authorId))

/** The position after all others that operators show in the place. Past ones are not read. */
const lastIn = (place: AdvertPlace, now: Date) =>
  sql`(select coalesce(max(sort_order) + 1, 0) from ${adverts}
    where place = ${place} and ends_at > ${now}::timestamptz and author_id is null)`

/**
 * Blocks other operators' changes of adverts until the transaction ends. Companies, the job and the content check write
 * single rows, and are not blocked.
 */
const lockAdverts = (tx: Database) => tx.execute(sql`lock table ${adverts} in share update exclusive mode`)

async function readRow(db: Database, id: string): Promise<AdvertRow> {
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

/** How often adverts were shown and pressed: what is counted by day, and what still waits to be added. */
async function readCounts(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { seen: number; pressed: number }>()
  const wanted = sql`advert_id = any(${sql.param([...ids])}::bigint[])`
  const { rows } = await db.execute<{ id: string; seen: number; pressed: number }>(sql`
    select advert_id as id, sum(seen)::float8 as seen, sum(pressed)::float8 as pressed from (
      select advert_id, seen, pressed from ${advertDays} where ${wanted}
      union all select advert_id, seen, pressed from ${advertCounts} where ${wanted}) counted group by 1`)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

/** The last days of an advert with their counts. */
export async function listDays(db: Database, id: string) {
  const { rows } = await db.execute<{ day: string; seen: number; pressed: number }>(sql`
    select day::text, sum(seen)::int as seen, sum(pressed)::int as pressed from (
      select day, seen, pressed from ${advertDays} where advert_id = ${id}::bigint
      union all select day, seen, pressed from ${advertCounts} where advert_id = ${id}::bigint) counted
    group by 1 order by 1 desc limit ${DAYS_SHOWN}`)
  return rows.reverse()
}

/** What authors submitted of these adverts and others do not see yet. */
async function listPendingOf(db: Database, ids: readonly string[]) {
  const { objectId, field, value, kind, state, id } = contentSubmissions
  const waits = and(eq(kind, 'advert'), inArray(objectId, [...ids]), eq(state, 'WAITING'))
  return ids.length === 0
    ? []
    : db.select({ objectId, field, value }).from(contentSubmissions).where(waits).orderBy(asc(id))
}

/** Adverts as those see them who manage them, in the same order. */
export async function presentAll(db: Database, rows: readonly AdvertRow[], now: Date): Promise<api.ManagedAdvert[]> {
  const ids = rows.map(({ id }) => id)
  const [standing, counts, pending] = await Promise.all([
    readStanding(db, rows, now),
    readCounts(db, ids),
    listPendingOf(db, ids),
  ])
  const targetName = (row: AdvertRow, target: string) => {
    const thing = thingOfRoute(target)
    if (!thing) return nameOfPage(target) ?? '其他页面'
    const name = standing.thingOf(row)?.name
    return `${TARGET_KIND_NAMES[thing.kind]}${name === undefined ? '（已不可见）' : `：${name}`}`
  }
  return rows.map((row) => ({
    id: row.id,
    label: row.label,
    title: row.title,
    subtitle: row.subtitle,
    terms: row.terms,
    image: row.image,
    target: row.target,
    place: row.place,
    state: advertStateOf(row, now),
    club: standing.clubOf(row)?.name ?? null,
    companyId: row.companyId,
    isOfCompany: row.authorId !== null,
    seen: counts.get(row.id)?.seen ?? 0,
    pressed: counts.get(row.id)?.pressed ?? 0,
    pending: pending.filter(({ objectId }) => objectId === row.id).map(({ field, value }) => ({ field, value })),
    targetName: row.target === null ? null : targetName(row, row.target),
    beginsAt: row.beginsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    revision: row.revision,
  }))
}

export async function presentOne(db: Database, row: AdvertRow, now: Date): Promise<api.ManagedAdvert> {
  const [advert] = await presentAll(db, [row], now)
  if (!advert) throw new Error('one row was presented as none')
  return advert
}

const readAdvert = async (db: Database, id: string, now: Date) => presentOne(db, await readRow(db, id), now)

/** The texts and the time of a form. @throws ApiError advert_title_missing, advert_schedule_invalid */
export function soundAdvertOf(form: api.CompanyAdvertForm) {
  const texts = {
    label: form.label.trim(),
    title: form.title.trim(),
    subtitle: form.subtitle.trim(),
    terms: form.terms?.trim() ?? '',
  }
  const schedule = { beginsAt: new Date(form.beginsAt), endsAt: new Date(form.endsAt) }
  const refusal = whyNotAdvert({ ...texts, ...schedule })
  if (refusal) throw new ApiError(refusal)
  return { texts, schedule }
}

/** The company that answers questions: the one that was chosen, else the one of the course. */
async function companyOf(
  tx: Database,
  { companyId = null, target }: api.AdvertForm,
  owners: readonly string[],
): Promise<string | null> {
  if (companyId !== null) {
    const isOpenCompany = and(eq(companies.id, companyId), isNull(companies.closedAt))
    if ((await tx.$count(companies, isOpenCompany)) === 0) throw new ApiError('advert_company_unknown')
    return companyId
  }
  if (target === null) throw new ApiError('advert_company_needed')
  return thingOfRoute(target)?.kind === 'course' ? (owners[0] ?? null) : null
}

/** The columns of a form. @throws ApiError any refusal of the form */
async function fieldsOf(
  tx: Database,
  form: api.AdvertForm,
  { store, now }: { store: Pick<FileStore, 'open'>; now: Date },
) {
  const { place, image, target } = form
  const { texts, schedule } = soundAdvertOf(form)
  const thing = target === null ? undefined : await readThing(tx, target, now)
  if (target !== null && !thing && nameOfPage(target) === undefined) throw new ApiError('advert_target_unknown')
  const companyId = await companyOf(tx, form, thing?.owners ?? [])
  if (image !== null) await assertPublicPicture(tx, store, image)
  return { place, ...texts, ...schedule, image, target, companyId, goneAt: null }
}

/** When an advert that is ended now ends: after its beginning, even if that is this very moment or yet to come. */
export const endOf = ({ beginsAt }: AdvertRow, now: Date) => new Date(Math.max(now.getTime(), beginsAt.getTime() + 1))

async function assertRoom(tx: Database, place: AdvertPlace, now: Date): Promise<void> {
  if ((await listOpenIds(tx, place, now)).length > MAX_OPEN_ADVERTS) throw new ApiError('adverts_too_many')
}

export default plugin([
  // Those not over in their order, or past ones, the last first.
  handle(api.advertsForOperator, async ({ query, db, now }) => {
    const { place, isOver = false, ofCompanies = false } = query
    const isOfThem = ofCompanies ? isNotNull(adverts.authorId) : isNull(adverts.authorId)
    const over = and(eq(adverts.place, place), lte(adverts.endsAt, now), isOfThem)
    const open = ofCompanies ? and(eq(adverts.place, place), gt(adverts.endsAt, now), isOfThem) : isOpen(place, now)
    const { rows, total } = await pageOf(db, db.select().from(adverts).$dynamic(), {
      where: isOver ? over : open,
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
        const fields = await fieldsOf(tx, form, { store: app.fileStore, now })
        const [row] = await tx
          .insert(adverts)
          .values({ ...fields, createdAt: now, sortOrder: lastIn(fields.place, now) })
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
      // What a company wrote is ended or deleted by operators, and changed by the company alone.
      if (advert.authorId !== null) throw new ApiError('action_forbidden')
      await assertSeenRow(tx, 'adverts', { id, seen })
      const fields = await fieldsOf(tx, form, { store: app.fileStore, now })
      const last = fields.place === advert.place ? {} : { sortOrder: lastIn(fields.place, now) }
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
      if (state === 'over' || state === 'coming')
        throw new ApiError(state === 'over' ? 'advert_over' : 'advert_not_begun')
      const endsAt = endOf(advert, now)
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

  handle(api.advertDays, async ({ params: { id }, db }) => {
    await readRow(db, id)
    return listDays(db, id)
  }),

  handle(api.findTargets, async ({ query: { kind, keyword = '' }, db, now }) => {
    const things = await findThings(db, { kind, keyword: keyword.trim(), limit: MAX_TARGETS, now })
    return things.map(({ id, name }) => ({ id, name, target: routeToThing({ kind, id }) }))
  }),
])
