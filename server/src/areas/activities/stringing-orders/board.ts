import * as api from '@paidang/api/areas/activities/merchant-board'
import {
  BOARD_COLUMNS,
  columnOf,
  DUE_GROUPS,
  dueGroupOf,
  dueOf,
  IN_WORK,
} from '@paidang/domain/areas/activities/stringing/board'
import { extrasOf } from '@paidang/domain/areas/activities/stringing/income'
import { bindsShop, isInShop } from '@paidang/domain/areas/activities/stringing/order-status'
import { addDays, dayOf, instantOf } from '@paidang/domain/kernel/day'
import { and, asc, eq, gte, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { users } from '../../../tables/identities.ts'
import { orderLines } from '../../../tables/payments.ts'
import { merchantStrings } from '../../../tables/stringing.ts'
import { liesInShop, stringingOrders, stringingParts } from '../../../tables/stringing-orders.ts'
import { shopOf } from '../stringing/shop-of.ts'
import type { StringingOrderRow } from './order.ts'
import { isAskedFor, strungPart, withParts } from './order-views.ts'

/** When a job is due, by the rule `dueOf`. */
const DUE = sql`coalesce(${stringingOrders.dueAt}, ${stringingOrders.expectedAt})`

/** Jobs that were cancelled while the racket is in the shop. */
const IS_TO_RETURN = and(eq(stringingOrders.status, 'CANCELLED'), liesInShop(stringingOrders))

/** More than a shop can do in two days. */
const MAX_LISTED = 500

const customer = { nickname: users.nickname, phone: users.phone }

/** Adds the two halves of their beds, and the price lines of their payments, to jobs. */
async function withWork<Of extends { order: StringingOrderRow }>(db: Database, rows: readonly Of[]) {
  if (rows.length === 0) return []
  const paymentIds = rows.map(({ order }) => order.paymentOrderId)
  const lines = await db
    .select({ orderId: orderLines.orderId, label: orderLines.label })
    .from(orderLines)
    .where(inArray(orderLines.orderId, paymentIds))
    .orderBy(asc(orderLines.position))
  const cards = await withParts(db, rows)
  return cards.map((card) => ({ ...card, lines: lines.filter(({ orderId }) => orderId === card.order.paymentOrderId) }))
}

/** Lists jobs of a shop in this order. */
async function listCards(db: Database, merchantId: string, where: SQL | undefined, order: SQL[]) {
  const rows = await db
    .select({ order: stringingOrders, customer })
    .from(stringingOrders)
    .innerJoin(users, eq(users.id, stringingOrders.userId))
    .where(and(eq(stringingOrders.merchantId, merchantId), where))
    .orderBy(...order, asc(stringingOrders.id))
    .limit(MAX_LISTED)
  return withWork(db, rows)
}

type CardRow = Awaited<ReturnType<typeof listCards>>[number]

/**
 * Lists the cards of a shop's board and the number of jobs in each column. They are jobs in work, jobs finished since
 * `doneSince`, and cancelled jobs whose rackets are to be returned. Each column has at most `limit` cards. Jobs in work
 * are sorted by due time, finished ones latest first, and returns by waiting time, longest first.
 */
async function listBoardCards(
  db: Database,
  merchantId: string,
  { keyword, doneSince, limit }: { keyword: string | undefined; doneSince: Date; limit: number },
) {
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
  return { cards: await withWork(db, rows), totals: firsts.map(({ order, total }) => ({ ...placeOf(order), total })) }
}

/**
 * Lists the metres of each string for jobs that are due in the period and not begun. The stock is listed too. The
 * scarcest string is first.
 */
async function listNeeds(
  db: Database,
  merchantId: string,
  { from, before, isWithUndated }: { from: Date | undefined; before: Date; isWithUndated: boolean },
): Promise<api.StringNeed[]> {
  const isThen = and(sql`${DUE} < ${before}`, from && sql`${DUE} >= ${from}`)
  const { id, brand, name, gauge, stockMetres } = merchantStrings
  return db
    .select({
      stringId: id,
      name: sql<string>`${brand} || ' ' || ${name}`,
      gauge,
      jobs: sql<number>`count(distinct ${stringingOrders.id})`.mapWith(Number),
      neededMetres: sql<number>`sum(${stringingParts.metres})`.mapWith(Number),
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

const placeOf = (order: CardRow['order']) => ({ ...order, isInShop: isInShop(order) })

const TAIL_DIGITS = 4

function presentCard(card: CardRow): api.BoardCard {
  const { order, customer, lines } = card
  const [mains, crosses] = [strungPart(card, 'mains'), strungPart(card, 'crosses')]
  const isHere = isInShop(order)
  const isBound = bindsShop({ status: order.status, isInShop: isHere })
  return {
    id: order.id,
    orderNo: order.orderNo,
    status: order.status,
    acceptedAt: order.acceptedAt?.toISOString() ?? null,
    racketName: order.racketName,
    sport: order.sport,
    mains,
    crosses,
    notes: order.notes,
    extras: extrasOf({ lines, mains, crosses, handIn: order.handIn }),
    handIn: order.handIn,
    dueAt: order.dueAt?.toISOString() ?? null,
    expectedAt: order.expectedAt?.toISOString() ?? null,
    responseTime: order.responseTime.toISOString(),
    isInShop: isHere,
    revision: order.revision,
    customer: {
      nickname: customer.nickname,
      phoneTail: isBound ? (customer.phone?.slice(-TAIL_DIGITS) ?? null) : null,
    },
  }
}

/** What a shop has to finish by a day, and for today also the rackets to return. */
async function readDueWork({ query, staff, db, now }: Handled<typeof api.dueWorkOfMerchant>) {
  const today = dayOf(now)
  const { day = today } = query
  const merchantId = shopOf(staff)
  const next = addDays(day, 1)
  const isSoon = or(sql`${DUE} < ${instantOf(next, 48)}`, sql`${DUE} is null`)
  const isInWork = and(inArray(stringingOrders.status, [...IN_WORK]), isSoon)
  const rows = await listCards(db, merchantId, isInWork, [sql`${DUE} nulls last`])
  const [overdue = [], due = [], undated = [], following = []] = DUE_GROUPS.map((group) =>
    rows.filter(({ order }) => dueGroupOf(dueOf(order), { day, now }) === group).map(presentCard),
  )
  const isToday = day === today
  const from = isToday ? undefined : instantOf(day, 0)
  const strings = await listNeeds(db, merchantId, { from, before: instantOf(next, 0), isWithUndated: isToday })
  // The longest waiting first.
  const returns = isToday ? await listCards(db, merchantId, IS_TO_RETURN, [asc(stringingOrders.responseTime)]) : []
  return { day, overdue, due, undated, next: following, returns: returns.map(presentCard), strings }
}

export default plugin([
  handle(api.boardOfMerchant, async ({ query, staff, db, now }) => {
    const { keyword, cards: limit = api.BOARD_CARDS } = query
    const doneSince = instantOf(dayOf(now), 0)
    const { cards, totals } = await listBoardCards(db, shopOf(staff), { keyword, doneSince, limit })
    return BOARD_COLUMNS.map((column) => ({
      column,
      total: totals.find((placed) => columnOf(placed) === column)?.total ?? 0,
      cards: cards.filter(({ order }) => columnOf(placeOf(order)) === column).map(presentCard),
    }))
  }),

  handle(api.dueWorkOfMerchant, readDueWork),
])
