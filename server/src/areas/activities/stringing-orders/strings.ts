import * as api from '@paidang/api/areas/activities/merchant-strings'
import { ApiError } from '@paidang/api/catalogue/errors'
import { RESERVING_STRINGING } from '@paidang/domain/areas/activities/stringing/order-status'
import { isTenths, tenthsBetween } from '@paidang/domain/areas/activities/stringing/string-job'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { and, asc, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { assertSeenRow } from '../../../db/revision-queries.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { staff as staffTable } from '../../../tables/staff-identities.ts'
import { merchantStrings, stringLedger } from '../../../tables/stringing.ts'
import { stringingOrders, stringingParts } from '../../../tables/stringing-orders.ts'
import { recordAuditEvent } from '../../ground/audit-log/audit-log.ts'
import { shopOf } from '../stringing/shop-of.ts'

export type StringRow = typeof merchantStrings.$inferSelect

/** The metres of these strings that are in stock and not reserved, by string id. */
export async function readFreeMetres(db: Database, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const promised = db
    .select({
      stringId: stringingParts.stringId,
      metres: sql<string>`sum(${stringingParts.metres})`.as('promised_metres'),
    })
    .from(stringingParts)
    .innerJoin(stringingOrders, eq(stringingOrders.id, stringingParts.orderId))
    .where(and(inArray(stringingParts.stringId, [...ids]), inArray(stringingOrders.status, [...RESERVING_STRINGING])))
    .groupBy(stringingParts.stringId)
    .as('promised')
  const rows = await db
    .select({
      id: merchantStrings.id,
      free: sql<string>`${merchantStrings.stockMetres} - coalesce(${promised.metres}, 0)`,
    })
    .from(merchantStrings)
    .leftJoin(promised, eq(promised.stringId, merchantStrings.id))
    .where(inArray(merchantStrings.id, [...ids]))
  return new Map(rows.map(({ id, free }) => [id, Number(free)]))
}

/** A movement of string, with signed metres. Without `reference` its position in the ledger becomes its reference. */
type StringMovement = {
  stringId: string
  kind: api.StringMove
  metres: number
  reference?: string
  reason: string
  staffId: string
  now: Date
}

/**
 * Moves the metres of a string and appends the ledger row in one statement. Constraints keep the two equal.
 *
 * @returns false when the string does not exist, or has less stock
 */
export async function moveMetres(tx: Database, m: StringMovement): Promise<boolean> {
  const result = await tx.execute(sql`
    with moved as (
      update ${merchantStrings} set stock_metres = stock_metres + ${m.metres}::numeric, seq = seq + 1
      where id = ${m.stringId} and stock_metres + ${m.metres}::numeric >= 0
      returning id, seq, stock_metres
    )
    insert into ${stringLedger} (string_id, seq, kind, metres_change, metres_after, reference, reason, staff_id, created_at)
    select id, seq, ${m.kind}, ${m.metres}::numeric, stock_metres, coalesce(${m.reference ?? null}, 'move:' || seq),
      ${m.reason}, ${m.staffId}::bigint, ${m.now}::timestamptz
    from moved`)
  return result.rowCount === 1
}

const isOwn = (own: { id: string; merchantId: string }) =>
  and(eq(merchantStrings.id, own.id), eq(merchantStrings.merchantId, own.merchantId))

/** Reads a string of a shop and locks it until the transaction ends, against changes, reservations and draws. */
async function lockString(tx: Database, own: { id: string; merchantId: string }): Promise<StringRow> {
  const [row] = await tx.select().from(merchantStrings).where(isOwn(own)).for('update')
  if (!row) throw new ApiError('string_not_found')
  return row
}

async function presentAll(db: Database, rows: readonly StringRow[]): Promise<api.StockedString[]> {
  const free = await readFreeMetres(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ merchantId, seq, ...string }) => ({ ...string, freeMetres: free.get(string.id) ?? 0 }))
}

async function readString(db: Database, own: { id: string; merchantId: string }): Promise<api.StockedString> {
  const [string] = await presentAll(db, await db.select().from(merchantStrings).where(isOwn(own)))
  if (!string) throw new Error(`string ${own.id} was saved, and yet is gone`)
  return string
}

/** Gauges are stored in hundredths of a millimetre. */
const isHundredths = (millimetres: number) => Math.round(millimetres * 100) / 100 === millimetres

/** The values of a form to store, with its texts trimmed. @throws ApiError string_invalid */
function cleanFacts<Facts extends Omit<api.StringFields, 'isOffered' | 'revision'>>(facts: Facts): Facts {
  const texts = { brand: facts.brand.trim(), name: facts.name.trim(), color: facts.color.trim() }
  const isWhole = Object.values(texts).every((text) => text !== '') && isTenths(facts.lowStockMetres)
  if (!isWhole || !isHundredths(facts.gauge)) throw new ApiError('string_invalid')
  return { ...facts, ...texts }
}

/** Its initial stock is its first movement. */
async function createString({ body, staff, db, now }: Handled<typeof api.createString>) {
  const { metres, ...facts } = body
  if (!isTenths(metres)) throw new ApiError('string_invalid')
  const merchantId = shopOf(staff)
  const row = { ...cleanFacts(facts), merchantId, stockMetres: metres, seq: 1 }
  return db.transaction(async (tx) => {
    const [made] = await tx.insert(merchantStrings).values(row).returning({ id: merchantStrings.id })
    if (!made) throw new Error('insert returned no row')
    await tx.insert(stringLedger).values({
      stringId: made.id,
      seq: 1,
      kind: 'IN',
      metresChange: metres,
      metresAfter: metres,
      reference: 'move:1',
      reason: '首次入库',
      staffId: staff.id,
      createdAt: now,
    })
    const summary = `新增球线「${row.brand} ${row.name}」`
    await recordAuditEvent(tx, { actorId: staff.id, action: 'string.create', objectId: made.id, summary, now })
    return readString(tx, { id: made.id, merchantId })
  })
}

/** Orders keep the name and the price with which they were made. Waiting orders are still strung with it. */
async function updateString({ params: { id }, body, staff, db, now }: Handled<typeof api.updateString>) {
  const { revision: seen, ...facts } = body
  const clean = cleanFacts(facts)
  const own = { id, merchantId: shopOf(staff) }
  return db.transaction(async (tx) => {
    const string = await lockString(tx, own)
    await assertSeenRow(tx, 'merchant_strings', { id, seen })
    const isRepriced = clean.halfPriceFen !== string.halfPriceFen
    if (isRepriced && staff.role !== 'owner') throw new ApiError('action_forbidden')
    await tx.update(merchantStrings).set(clean).where(eq(merchantStrings.id, id))
    const price = isRepriced ? `，半副由 ¥${yuanOf(string.halfPriceFen)} 改为 ¥${yuanOf(clean.halfPriceFen)}` : ''
    const summary = `修改球线「${clean.brand} ${clean.name}」${price}`
    await recordAuditEvent(tx, { actorId: staff.id, action: 'string.edit', objectId: id, summary, now })
    return readString(tx, own)
  })
}

/**
 * A count books the difference to the present stock, and nothing if it agrees. A count may fall below what is reserved
 * for orders. Those orders cannot start until more string arrives.
 */
async function moveString({ params: { id }, body, staff, db, now }: Handled<typeof api.moveString>) {
  const { kind, metres, revision: seen } = body
  const reason = body.reason.trim()
  if (reason === '' || !isTenths(metres) || (kind === 'IN' && metres === 0)) throw new ApiError('string_move_invalid')
  const own = { id, merchantId: shopOf(staff) }
  return db.transaction(async (tx) => {
    const { stockMetres } = await lockString(tx, own)
    await assertSeenRow(tx, 'merchant_strings', { id, seen })
    const movedMetres = kind === 'IN' ? metres : tenthsBetween(stockMetres, metres)
    if (movedMetres !== 0) {
      const movement = { kind: kind === 'IN' ? ('IN' as const) : ('ADJUSTED' as const), metres: movedMetres, reason }
      const isMoved = await moveMetres(tx, { ...movement, stringId: id, staffId: staff.id, now })
      if (!isMoved) throw new Error(`string ${id} is locked, and yet has less than was read`)
    }
    return { ...(await readString(tx, own)), movedMetres }
  })
}

const selectMoves = (db: Database) =>
  db
    .select({ ...getTableColumns(stringLedger), staffName: staffTable.nickname })
    .from(stringLedger)
    .leftJoin(staffTable, eq(staffTable.id, stringLedger.staffId))
    .$dynamic()

export default plugin([
  handle(api.createString, createString),

  handle(api.updateString, updateString),

  // Also those no longer sold.
  handle(api.stringsOfMerchant, async ({ staff, db }) => {
    const { merchantId, sport, brand, name, gauge, id } = merchantStrings
    const byName = [asc(sql`${brand} collate "zh-x-icu"`), asc(sql`${name} collate "zh-x-icu"`)]
    const rows = await db
      .select()
      .from(merchantStrings)
      .where(eq(merchantId, shopOf(staff)))
      .orderBy(desc(sport), ...byName, asc(gauge), asc(id))
    return presentAll(db, rows)
  }),

  handle(api.moveString, moveString),

  handle(api.movesOfString, async ({ params: { id }, query, staff, db }) => {
    if ((await db.$count(merchantStrings, isOwn({ id, merchantId: shopOf(staff) }))) === 0)
      throw new ApiError('string_not_found')
    return pageOf(db, selectMoves(db), {
      where: eq(stringLedger.stringId, id),
      order: [desc(stringLedger.seq)],
      query,
      present: ({ seq, kind, metresChange: metres, metresAfter, reason, staffName, createdAt }) => ({
        seq,
        kind,
        metres,
        metresAfter,
        reason,
        staffName,
        createTime: createdAt.toISOString(),
      }),
    })
  }),
])
