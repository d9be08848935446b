import type { StringNeed } from '@paidang/api/areas/merchant-board'
import { IN_WORK } from '@paidang/domain/areas/stringing/board'
import { isInShop } from '@paidang/domain/areas/stringing/order-status'
import { and, asc, eq, gte, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { users } from '../../../tables/identities.ts'
import { merchantStrings } from '../../../tables/stringing.ts'
import { liesInShop, stringingOrders, stringingParts } from '../../../tables/stringing-orders.ts'
import type { PartRow, StringingOrderRow } from './order-queries.ts'
import { isAskedFor, listPartsOf } from './view-queries.ts'

/** A job on a shop's board. */
export type CardRow = {
  order: StringingOrderRow
  customer: { nickname: string; phone: string | null }
  parts: PartRow[]
}

/** When a job is due, by the rule `dueOf`. */
const DUE = sql`coalesce(${stringingOrders.dueAt}, ${stringingOrders.expectedAt})`

/** Jobs that were cancelled while the racket is in the shop. */
const IS_TO_RETURN = and(eq(stringingOrders.status, 'CANCELLED'), liesInShop(stringingOrders))

const customer = { nickname: users.nickname, phone: users.phone }

async function withParts(db: Database, rows: Omit<CardRow, 'parts'>[]): Promise<CardRow[]> {
  const parts = await listPartsOf(
    db,
    rows.map(({ order }) => order.id),
  )
  return rows.map((row) => ({ ...row, parts: parts.filter(({ orderId }) => orderId === row.order.id) }))
}

type OfBoard = { merchantId: string; keyword: string | undefined; doneSince: Date; limit: number }

/**
 * Lists the cards of a shop's board and the number of jobs in each column. They are jobs in work, jobs finished since
 * `doneSince`, and cancelled jobs whose rackets are to be returned. Each column has at most `limit` cards. Jobs in work
 * are sorted by due time, finished ones latest first, and returns by waiting time, longest first.
 */
export async function listBoardCards(
  db: Database,
  { merchantId, keyword, doneSince, limit }: OfBoard,
): Promise<{
  cards: CardRow[]
  totals: { status: StringingOrderRow['status']; acceptedAt: Date | null; isInShop: boolean; total: number }[]
}> {
  const { status, acceptedAt, responseTime } = stringingOrders
  const isDone = eq(status, 'COMPLETED')
  const where = and(
    eq(stringingOrders.merchantId, merchantId),
    or(inArray(status, [...IN_WORK, 'READY']), IS_TO_RETURN, and(isDone, gte(responseTime, doneSince))),
    isAskedFor(keyword),
  )
  const isNew = sql<boolean>`${status} = 'PAID' and ${acceptedAt} is null`
  const placed = db
    .select({
      id: stringingOrders.id,
      place: sql<number>`row_number() over (partition by ${status}, ${isNew} order by
        case when ${isDone} then null when ${IS_TO_RETURN} then ${responseTime} else ${DUE} end nulls last,
        case when ${isDone} then ${responseTime} end desc nulls last, ${stringingOrders.id})`.as('place'),
      total: sql<number>`(count(*) over (partition by ${status}, ${isNew}))::int`.as('total'),
    })
    .from(stringingOrders)
    .innerJoin(users, eq(users.id, stringingOrders.userId))
    .where(where)
    .as('placed')
  const rows = await db
    .select({ order: stringingOrders, customer, place: placed.place, total: placed.total })
    .from(placed)
    .innerJoin(stringingOrders, eq(stringingOrders.id, placed.id))
    .innerJoin(users, eq(users.id, stringingOrders.userId))
    .where(sql`${placed.place} <= ${limit}`)
    .orderBy(asc(placed.place))
  const firsts = rows.filter(({ place }) => Number(place) === 1)
  return {
    cards: await withParts(db, rows),
    totals: firsts.map(({ order, total }) => ({ ...order, isInShop: isInShop(order), total })),
  }
}

/** More than a shop can do in two days. */
const MAX_DUE = 500

/** Lists a shop's unfinished jobs that are due before an instant or have no due time, the earliest first. */
export async function listDueCards(
  db: Database,
  { merchantId, before }: { merchantId: string; before: Date },
): Promise<CardRow[]> {
  const rows = await db
    .select({ order: stringingOrders, customer })
    .from(stringingOrders)
    .innerJoin(users, eq(users.id, stringingOrders.userId))
    .where(
      and(
        eq(stringingOrders.merchantId, merchantId),
        inArray(stringingOrders.status, [...IN_WORK]),
        or(sql`${DUE} < ${before}`, sql`${DUE} is null`),
      ),
    )
    .orderBy(sql`${DUE} nulls last`, asc(stringingOrders.id))
    .limit(MAX_DUE)
  return withParts(db, rows)
}

/** Lists a shop's cancelled jobs whose rackets are still there, the longest waiting first. */
export async function listReturnCards(db: Database, merchantId: string): Promise<CardRow[]> {
  const rows = await db
    .select({ order: stringingOrders, customer })
    .from(stringingOrders)
    .innerJoin(users, eq(users.id, stringingOrders.userId))
    .where(and(eq(stringingOrders.merchantId, merchantId), IS_TO_RETURN))
    .orderBy(asc(stringingOrders.responseTime), asc(stringingOrders.id))
    .limit(MAX_DUE)
  return withParts(db, rows)
}

type Needing = { merchantId: string; from: Date | undefined; before: Date; isWithUndated: boolean }

/**
 * Lists the metres of each string for jobs that are due in the period and not begun. The stock is listed too. The
 * scarcest string is first.
 */
export async function listNeeds(
  db: Database,
  { merchantId, from, before, isWithUndated }: Needing,
): Promise<StringNeed[]> {
  const isThen: SQL | undefined = and(sql`${DUE} < ${before}`, from && sql`${DUE} >= ${from}`)
  const { id, brand, name, gauge, stockMetres } = merchantStrings
  const needed = sql<number>`sum(${stringingParts.metres})`.mapWith(Number)
  return db
    .select({
      stringId: id,
      name: sql<string>`${brand} || ' ' || ${name}`,
      gauge,
      jobs: sql<number>`count(distinct ${stringingOrders.id})`.mapWith(Number),
      neededMetres: needed,
      stockMetres,
    })
    .from(stringingOrders)
    .innerJoin(stringingParts, eq(stringingParts.orderId, stringingOrders.id))
    .innerJoin(merchantStrings, eq(merchantStrings.id, stringingParts.stringId))
    .where(
      and(
        eq(stringingOrders.merchantId, merchantId),
        inArray(stringingOrders.status, ['PAID', 'RECEIVED']),
        isWithUndated ? or(isThen, sql`${DUE} is null`) : isThen,
      ),
    )
    .groupBy(id)
    .orderBy(sql`${stockMetres} - sum(${stringingParts.metres})`, asc(id))
}
