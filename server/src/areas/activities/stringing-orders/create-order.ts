import { randomInt } from 'node:crypto'
import type { StringChoice } from '@paidang/api/areas/activities/stringing'
import * as api from '@paidang/api/areas/activities/stringing-orders'
import { ApiError, errors } from '@paidang/api/catalogue/errors'
import { STRINGING_MINUTES_TO_PAY } from '@paidang/domain/areas/activities/stringing/order-status'
import {
  linesOfForm,
  metresOf,
  type OfferedService,
  stringLabel,
  whyNotString,
} from '@paidang/domain/areas/activities/stringing/string-form'
import {
  METRES,
  type PriceLine,
  STRING_PARTS,
  type StringPart,
  sumOfLines,
} from '@paidang/domain/areas/activities/stringing/string-job'
import { dayOf } from '@paidang/domain/kernel/day'
import type { Sport } from '@paidang/domain/kernel/sport'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { assertTotalSeen } from '../../../db/revision-queries.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { orders } from '../../../tables/payments.ts'
import { merchantStrings, merchants, rackets, stringingServices } from '../../../tables/stringing.ts'
import { bindsItsShop, stringingOrders, stringingParts, stringingSteps } from '../../../tables/stringing-orders.ts'
import { closeOrder, leaveToShop, type OrderEffects, openOrder } from '../../money/payments/order.ts'
import { readDelivery } from '../../people/addresses/read-delivery.ts'
import { reserveOrderId } from './order.ts'
import { readOrder } from './order-views.ts'
import { readFreeMetres, type StringRow } from './strings.ts'

const MINUTE_MS = 60_000
/** Two concurrent orders can draw the same code. That is rare, and far less frequent than this limit. */
const TRIES = 10
const DIGITS = 8
const CODES = 10_000

/**
 * Reads and locks a player's own active racket. Nobody else can retire it or order for it until the transaction ends.
 */
async function lockOwnRacket(tx: Database, id: string, userId: string) {
  const own = and(eq(rackets.id, id), eq(rackets.userId, userId), isNull(rackets.retiredAt))
  const [row] = await tx.select().from(rackets).where(own).for('no key update')
  if (!row) throw new ApiError('racket_not_found')
  return row
}

/**
 * Checks that a locked racket has no running order and is not in a shop. An unpaid order past its time is closed here,
 * so that it blocks nothing.
 *
 * @throws ApiError racket_in_use, racket_in_shop; both name the order
 */
async function assertNotInWork(
  tx: Database,
  racketId: string,
  { now, effects }: { now: Date; effects: OrderEffects },
): Promise<void> {
  const { id, orderNo, paymentOrderId, merchantId, status } = stringingOrders
  const isOver = sql<boolean>`${status} = 'CANCELLED'`
  // A running order comes before a cancelled one whose racket is in the shop.
  const [binding] = await tx
    .select({ id, orderNo, isOver, shopName: merchants.name, payment: orders })
    .from(stringingOrders)
    .innerJoin(orders, eq(orders.id, paymentOrderId))
    .innerJoin(merchants, eq(merchants.id, merchantId))
    .where(and(eq(stringingOrders.racketId, racketId), bindsItsShop(stringingOrders)))
    .orderBy(asc(isOver), asc(id))
    .limit(1)
  if (!binding) return
  const { payment, shopName } = binding
  const data = { orderId: binding.id, orderNo: binding.orderNo }
  if (binding.isOver) throw new ApiError('racket_in_shop', { message: `球拍还在「${shopName}」，取回后再下单`, data })
  if (payment.state !== 'UNPAID' || payment.expiresAt > now) {
    throw new ApiError('racket_in_use', { message: `${errors.racket_in_use.message} ${binding.orderNo}`, data })
  }
  await closeOrder(tx, { orderId: payment.id, now, effects })
}

/** Reads a published shop. */
async function readOpenMerchant(tx: Database, id: string) {
  const open = and(eq(merchants.id, id), eq(merchants.isPublished, true))
  const [row] = await tx.select().from(merchants).where(open)
  if (!row) throw new ApiError('merchant_not_found')
  return row
}

/** Lists the services that a shop offers now. */
async function listServices(tx: Database, merchantId: string): Promise<OfferedService[]> {
  const { id, kind, sport, name, priceFen } = stringingServices
  return tx
    .select({ id, kind, sport, name, priceFen })
    .from(stringingServices)
    .where(and(eq(stringingServices.merchantId, merchantId), eq(stringingServices.isOffered, true)))
}

/**
 * Reads and locks those of these strings that the shop sells, in order of id, with their free metres. Until the
 * transaction ends nobody else can reserve or draw them.
 */
async function lockStrings(tx: Database, merchantId: string, ids: readonly string[]) {
  const own = and(
    inArray(merchantStrings.id, [...ids]),
    eq(merchantStrings.merchantId, merchantId),
    eq(merchantStrings.isOffered, true),
  )
  const strings = await tx.select().from(merchantStrings).where(own).orderBy(asc(merchantStrings.id)).for('update')
  // Read after the lock, which waits for concurrent reservations and draws.
  const free = await readFreeMetres(
    tx,
    strings.map(({ id }) => id),
  )
  return strings.map((string) => ({ ...string, freeMetres: free.get(string.id) ?? 0 }))
}

/** The row for one half of the bed, with name, material and gauge as they are now. */
function partToWrite(choice: StringChoice, part: StringPart, sport: Sport, strings: readonly StringRow[]) {
  const { source, tension } = choice
  if (choice.source === 'OWN') return { source, name: choice.name.trim(), tension, metres: 0 }
  const string = strings.find(({ id }) => id === choice.stringId)
  if (!string) throw new Error(`string ${choice.stringId} is offered, and yet not locked`)
  const { id: stringId, material, gauge } = string
  return { source, stringId, name: stringLabel(string), material, gauge, tension, metres: METRES[sport][part] }
}

/** Creates a readable order number: CX, the day, and eight random digits. A unique key refuses duplicates. */
const newOrderNo = (now: Date) =>
  `CX${dayOf(now).split('-').join('')}${String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')}`

/**
 * Draws four random digits that no racket has which the shop has or expects.
 *
 * @throws ApiError server_busy when all are taken
 */
async function drawPickupCode(tx: Database, shopId: string): Promise<string> {
  const { merchantId, pickupCode } = stringingOrders
  const open = and(eq(merchantId, shopId), bindsItsShop(stringingOrders))
  const rows = await tx.select({ pickupCode }).from(stringingOrders).where(open)
  const taken = new Set(rows.map((row) => row.pickupCode))
  const free = Array.from({ length: CODES }, (_, code) => String(code).padStart(4, '0')).filter(
    (code) => !taken.has(code),
  )
  const code = free.length > 0 ? free[randomInt(free.length)] : undefined
  if (code === undefined) throw new ApiError('server_busy')
  return code
}

type Written = Omit<typeof stringingOrders.$inferInsert, 'id' | 'orderNo' | 'pickupCode' | 'paymentOrderId'>

/** Inserts the order and its payment order, which refer to each other. @returns the ids of both */
async function writeOrder(
  tx: Database,
  lines: readonly PriceLine[],
  order: Written & { createdAt: Date },
): Promise<{ id: string; paymentOrderId: string }> {
  const id = await reserveOrderId(tx)
  const { id: paymentOrderId } = await openOrder(tx, {
    userId: order.userId,
    kind: 'STRINGING',
    objectId: id,
    title: `穿线 ${order.racketName}`,
    lines,
    expiresAt: new Date(order.createdAt.getTime() + STRINGING_MINUTES_TO_PAY * MINUTE_MS),
  })
  for (let tries = 0; tries < TRIES; tries += 1) {
    const pickupCode = await drawPickupCode(tx, order.merchantId)
    const row = { id, ...order, orderNo: newOrderNo(order.createdAt), pickupCode, paymentOrderId }
    const { rowCount } = await tx.insert(stringingOrders).values(row).onConflictDoNothing()
    if (rowCount === 1) return { id, paymentOrderId }
  }
  throw new ApiError('server_busy')
}

/**
 * It is refused if the price differs from the one shown. Its strings are reserved under their locks. If payments are
 * off, the shop takes the money itself. Address, names and prices are copied as they are now.
 * Source: decision "Hours and money", Stringing orders
 */
async function createOrder({
  body: form,
  user: { id: userId },
  db,
  now,
  app,
}: Handled<typeof api.createStringingOrder>) {
  const { effects } = app.payments
  const id = await db.transaction(async (tx) => {
    const { extraIds = [], mains, crosses, handIn, addressId, preStretch, knots, notes = '' } = form
    const racket = await lockOwnRacket(tx, form.racketId, userId)
    await assertNotInWork(tx, racket.id, { now, effects })
    const merchant = await readOpenMerchant(tx, form.merchantId)

    const dueAt = form.dueAt === undefined ? undefined : new Date(form.dueAt)
    const input = { serviceId: form.serviceId, extraIds, mains, crosses, handIn, dueAt }
    const strings = await lockStrings(tx, merchant.id, [...metresOf(input, racket.sport).keys()])
    const offer = { ...merchant, services: await listServices(tx, merchant.id), strings }
    const refusal = whyNotString({ ...input, hasAddress: addressId !== undefined }, racket, offer, now)
    if (refusal) throw new ApiError(refusal)
    const isCourier = handIn === 'COURIER' && addressId !== undefined
    const delivery = isCourier ? await readDelivery(tx, { addressId, actorId: userId }) : {}
    const lines = linesOfForm(input, offer)
    assertTotalSeen(form.totalFen, sumOfLines(lines))

    const order = await writeOrder(tx, lines, {
      userId,
      merchantId: merchant.id,
      racketId: racket.id,
      racketName: `${racket.brand} ${racket.model}`,
      sport: racket.sport,
      preStretch,
      knots,
      notes: notes.trim(),
      handIn,
      ...delivery,
      dueAt: dueAt ?? null,
      responseTime: now,
      createdAt: now,
    })
    const orderId = order.id
    await tx
      .insert(stringingParts)
      .values(STRING_PARTS.map((part) => ({ ...partToWrite(form[part], part, racket.sport, strings), orderId, part })))
    const step = { action: 'submit', status: 'SUBMITTED', actor: 'PLAYER' } as const
    await tx.insert(stringingSteps).values({ orderId, seq: 1, ...step, actorId: userId, createdAt: now })
    if (!app.features.stringingPayments) await leaveToShop(tx, { orderId: order.paymentOrderId, effects, now })
    return orderId
  })
  return readOrder(db, id, { whose: { userId }, links: app.fileLinks, now })
}

export default plugin([handle(api.createStringingOrder, createOrder)])
