import type { StrungPart } from '@paidang/api/areas/activities/stringing'
import type { StringingOrder, StringingOrderSummary } from '@paidang/api/areas/activities/stringing-orders'
import { ApiError } from '@paidang/api/catalogue/errors'
import { bindsShop, isInShop } from '@paidang/domain/areas/activities/stringing/order-status'
import type { StringPart } from '@paidang/domain/areas/activities/stringing/string-job'
import { APP_COUNT_LIMIT, type Page } from '@paidang/domain/kernel/page'
import { and, asc, eq, getTableColumns, inArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { contains } from '../../../db/contains.ts'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { users } from '../../../tables/identities.ts'
import { orders } from '../../../tables/payments.ts'
import { staff } from '../../../tables/staff-identities.ts'
import { merchants } from '../../../tables/stringing.ts'
import { stringingOrders, stringingParts, stringingReviews, stringingSteps } from '../../../tables/stringing-orders.ts'
import { listAuditEventsAbout } from '../../ground/audit-log/audit-log.ts'
import { listPending } from '../../ground/content/submissions.ts'
import type { FileLinks } from '../../ground/files/file-links.ts'
import { presentOrder } from '../../money/payments/present-order.ts'
import type { StringingOrderRow } from './order.ts'

/** Orders with their shop, their player, their payment order and their review. */
const selectOrders = (db: Database) =>
  db
    .select({
      order: stringingOrders,
      merchant: merchants,
      customer: { id: users.id, nickname: users.nickname, phone: users.phone },
      payment: orders,
      review: stringingReviews,
    })
    .from(stringingOrders)
    .innerJoin(merchants, eq(merchants.id, stringingOrders.merchantId))
    .innerJoin(users, eq(users.id, stringingOrders.userId))
    .innerJoin(orders, eq(orders.id, stringingOrders.paymentOrderId))
    .leftJoin(stringingReviews, eq(stringingReviews.orderId, stringingOrders.id))
    .$dynamic()

type Parts = { parts: (typeof stringingParts.$inferSelect)[] }
type Row = Awaited<ReturnType<typeof selectOrders>>[number] & Parts

/** Adds the two halves of their beds to orders. */
export async function withParts<Of extends { order: StringingOrderRow }>(
  db: Database,
  rows: readonly Of[],
): Promise<(Of & Parts)[]> {
  if (rows.length === 0) return []
  const parts = await db
    .select()
    .from(stringingParts)
    .where(
      inArray(
        stringingParts.orderId,
        rows.map(({ order }) => order.id),
      ),
    )
  return rows.map((row) => ({ ...row, parts: parts.filter(({ orderId }) => orderId === row.order.id) }))
}

/** Presents one half of an order's bed. */
export function strungPart({ order, parts }: { order: StringingOrderRow } & Parts, input: StringPart): StrungPart {
  const part = parts.find((one) => one.part === input)
  if (!part) throw new Error(`stringing order ${order.id} lacks its ${input}`)
  const { source, stringId, name, material, gauge, tension } = part
  return { source, stringId, name, material, gauge, tension }
}

/** Lists the steps of an order in sequence, with the name of the shop's staff member. */
export async function listSteps(db: Database, orderId: string) {
  const { actor, actorId } = stringingSteps
  return db
    .select({ ...getTableColumns(stringingSteps), staffName: staff.nickname })
    .from(stringingSteps)
    .leftJoin(staff, and(eq(actor, 'MERCHANT'), eq(staff.id, actorId)))
    .where(eq(stringingSteps.orderId, orderId))
    .orderBy(asc(stringingSteps.seq))
}

/**
 * The last digits of a phone number, as a customer says them at the counter. A search by a whole number is not allowed.
 */
const PHONE_TAIL = /^\d{4}$/

/**
 * The condition for orders, joined with their players, that match a typed keyword. It matches the number, the racket or
 * the player's name, or the last four digits of the player's phone. Without a keyword every order matches.
 */
export function isAskedFor(keyword: string | undefined): SQL | undefined {
  const typed = keyword?.trim()
  if (!typed) return undefined
  const { orderNo, racketName } = stringingOrders
  return or(
    ...[orderNo, racketName, users.nickname].map((text) => contains(text, typed)),
    PHONE_TAIL.test(typed) ? sql`right(${users.phone}, 4) = ${typed}` : undefined,
  )
}

/** Presents an order for a list. */
export function presentSummary(row: Row): StringingOrderSummary {
  const { order, merchant, payment, review } = row
  return {
    id: order.id,
    orderNo: order.orderNo,
    status: order.status,
    merchantId: merchant.id,
    merchantName: merchant.name,
    racketId: order.racketId,
    racketName: order.racketName,
    sport: order.sport,
    mains: strungPart(row, 'mains'),
    crosses: strungPart(row, 'crosses'),
    handIn: order.handIn,
    totalFen: payment.amountFen,
    dueAt: order.dueAt?.toISOString() ?? null,
    readyAt: order.readyAt?.toISOString() ?? null,
    paymentOrderId: order.paymentOrderId,
    isRated: review !== null,
    isInShop: isInShop(order),
    createTime: order.createdAt.toISOString(),
    responseTime: order.responseTime.toISOString(),
  }
}

/** Reads one page of orders for a list. */
export async function pageOrders(
  db: Database,
  paging: { where: SQL | undefined; order: SQL[]; query: Page; counted?: SQLWrapper },
): Promise<{ rows: Row[]; total: number }> {
  const { rows, total } = await pageOf(db, selectOrders(db), {
    ...paging,
    present: (row) => row,
    most: APP_COUNT_LIMIT,
  })
  return { rows: await withParts(db, rows), total }
}

function addressOf({ order }: Row): StringingOrder['address'] {
  const { contactName: name, contactPhone: phone, addressRegion: region, addressDetail: detail } = order
  return name !== null && phone !== null && region !== null && detail !== null ? { name, phone, region, detail } : null
}

/** The orders that a shop was paid for. */
export const isPaidTo = (merchantId: string) =>
  and(eq(stringingOrders.merchantId, merchantId), eq(orders.state, 'PAID'))

/** Who views an order, and when. The visible data depend on it. */
type Looking = { whose: { userId: string } | { merchantId: string }; links: FileLinks; now: Date }

/**
 * Reads a whole order of a player, or one that a shop was paid for. Only the player sees the pickup code and how it was
 * paid. The shop sees the player's phone number and address only while the order binds it.
 *
 * @throws ApiError stringing_not_found
 */
export async function readOrder(db: Database, id: string, { whose, links, now }: Looking): Promise<StringingOrder> {
  const isPlayer = 'userId' in whose
  const isOwn = isPlayer ? eq(stringingOrders.userId, whose.userId) : isPaidTo(whose.merchantId)
  const [row] = await withParts(db, await selectOrders(db).where(and(eq(stringingOrders.id, id), isOwn)))
  if (!row) throw new ApiError('stringing_not_found')
  const { order, merchant, customer, review } = row
  const mayReach = isPlayer || bindsShop({ status: order.status, isInShop: isInShop(order) })
  const payment = await presentOrder(db, row.payment)
  const events = isPlayer ? [] : await listAuditEventsAbout(db, { kind: 'stringing-order', id: order.id })
  return {
    ...presentSummary(row),
    revision: order.revision,
    preStretch: order.preStretch,
    knots: order.knots,
    notes: order.notes,
    address: mayReach ? addressOf(row) : null,
    pickupCode: isPlayer && !order.isRacketLost ? order.pickupCode : null,
    expectedAt: order.expectedAt?.toISOString() ?? null,
    acceptedAt: order.acceptedAt?.toISOString() ?? null,
    cancelReason: order.cancelReason,
    isRacketLost: order.isRacketLost,
    trackingNo: order.trackingNo,
    steps: (await listSteps(db, order.id)).map(({ action, status, actor, staffName, remark, photos, createdAt }) => ({
      action,
      status,
      actor,
      remark,
      photos: (photos === '' ? [] : photos.split(',')).map((path) => links.of(path, now)),
      time: createdAt.toISOString(),
      ...(!isPlayer && staffName !== null && { staffName }),
    })),
    ...(!isPlayer && {
      corrections: events.filter(({ action }) => action === 'stringing-order.correct-parcel'),
    }),
    lines: payment.lines,
    pending: isPlayer ? await listPending(db, { kind: 'review', objectId: order.id, actorId: customer.id }) : [],
    review: review && { stars: review.stars, text: review.text, createTime: review.createdAt.toISOString() },
    merchant: {
      id: merchant.id,
      name: merchant.name,
      phone: merchant.phone,
      address: merchant.address,
      latitude: merchant.latitude,
      longitude: merchant.longitude,
      openFrom: merchant.openFrom,
      openTo: merchant.openTo,
    },
    customer: { id: customer.id, nickname: customer.nickname, phone: mayReach ? customer.phone : null },
    order: isPlayer ? payment : null,
  }
}
