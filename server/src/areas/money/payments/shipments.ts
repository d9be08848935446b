import { MAX_TRIES, nextTry } from '@paidang/domain/areas/money/payments/order'
import {
  carrierIdOf,
  firstLook,
  firstUpload,
  type KnownShipment,
  type Logistics,
  maskedContact,
  NOT_UPLOADED,
  nextLook,
} from '@paidang/domain/areas/money/payments/shipment'
import { and, asc, eq, getTableColumns, gt, inArray, lte } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { messageOf } from '../../../process/error-parts.ts'
import { users } from '../../../tables/identities.ts'
import { orders, type ProviderName, payments, shipments } from '../../../tables/payments.ts'
import { shopOrders } from '../../../tables/shop.ts'
import {
  type ShippingInfo,
  WECHAT_ERRORS,
  type WechatClient,
  WechatRefusal,
} from '../../ground/wechat/wechat-client.ts'
import { findSettledPayment } from './payment-rows.ts'
import type { Payments } from './provider.ts'

/**
 * Queues a shipment for upload to WeChat, if the order was paid in the mini-program. It means that what the order
 * bought is on its way to the payer. Other payments do not appear in WeChat's order centre. A repeat changes nothing.
 *
 * Source: decision record 033
 */
export async function queueShipment(
  tx: Database,
  { orderId, logistics, now }: { orderId: string; logistics: Logistics; now: Date },
): Promise<void> {
  const payment = await findSettledPayment(tx, orderId)
  if (payment?.channel !== 'JSAPI') return
  await tx
    .insert(shipments)
    .values({ paymentId: payment.id, logistics, nextTryAt: firstUpload(now), createdAt: now })
    .onConflictDoNothing({ target: shipments.paymentId })
}

/**
 * Uploads a corrected parcel anew, where it was uploaded or given up before. WeChat takes one correction, and knows of
 * further ones nothing.
 */
export async function requeueShipment(tx: Database, { orderId, now }: { orderId: string; now: Date }): Promise<void> {
  const ofOrder = tx.select({ id: payments.id }).from(payments).where(eq(payments.orderId, orderId))
  await tx
    .update(shipments)
    .set({ state: 'WAITING', attempts: 0, nextTryAt: firstUpload(now) })
    .where(and(inArray(shipments.paymentId, ofOrder), inArray(shipments.state, ['WAITING', 'SHIPPED', 'REFUSED'])))
}

/**
 * WeChat needs no upload, or accepts none, because the payment has already moved on. The query that follows says how.
 */
const KNOWN_ALREADY: readonly number[] = [
  WECHAT_ERRORS.SHIPPED_WHOLLY,
  WECHAT_ERRORS.SHIPPED_TWICE,
  WECHAT_ERRORS.NOT_TO_SHIP,
  WECHAT_ERRORS.NOTHING_NEW,
]

/** Lists the shipments of a provider's payments that are due for an upload or a query, in order of id. */
async function listDueShipments(
  db: Database,
  { provider, now, afterId, limit }: { provider: ProviderName; now: Date; afterId: string; limit: number },
) {
  return db
    .select({
      ...getTableColumns(shipments),
      transactionId: payments.transactionId,
      title: orders.title,
      openId: users.openId,
      carrier: shopOrders.carrier,
      trackingNo: shopOrders.trackingNo,
      contactPhone: shopOrders.contactPhone,
    })
    .from(shipments)
    .innerJoin(payments, eq(payments.id, shipments.paymentId))
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .leftJoin(shopOrders, eq(shopOrders.paymentOrderId, orders.id))
    .where(and(eq(payments.provider, provider), lte(shipments.nextTryAt, now), gt(shipments.id, afterId)))
    .orderBy(asc(shipments.id))
    .limit(limit)
}

/** A shipment with the data for its upload to WeChat. */
type DueShipment = Awaited<ReturnType<typeof listDueShipments>>[number]

/**
 * Claims and counts an attempt. `nextTryAt` applies if no result of this attempt is written.
 *
 * @returns whether the caller got the attempt
 */
async function claimShipment(db: Database, { id, state, attempts }: DueShipment, nextTryAt: Date): Promise<boolean> {
  const rows = await db
    .update(shipments)
    .set({ attempts: attempts + 1, nextTryAt })
    .where(and(eq(shipments.id, id), eq(shipments.state, state), eq(shipments.attempts, attempts)))
    .returning({ id: shipments.id })
  return rows.length === 1
}

/** Writes the result of an attempt, unless the parcel was corrected meanwhile, which begins anew. */
async function updateShipment(
  db: Database,
  { id, attempts }: DueShipment,
  change: Partial<Pick<DueShipment, 'state' | 'attempts' | 'nextTryAt' | 'lastError' | 'shippedAt' | 'receivedAt'>>,
): Promise<void> {
  const isOfAttempt = and(eq(shipments.id, id), eq(shipments.attempts, attempts + 1))
  await db.update(shipments).set(change).where(isOfAttempt)
}

/** @throws the refusal of WeChat, or the reason why it did not answer */
async function carryOn(
  db: Database,
  { shipment, wechat, now }: { shipment: DueShipment; wechat: WechatClient; now: Date },
): Promise<void> {
  const { id, transactionId } = shipment
  if (transactionId === null) throw new Error(`shipment ${id} is of a payment without a number`)
  if (shipment.state === 'WAITING' && (await upload(shipment, { transactionId, wechat, now })) === 'taken') {
    return updateShipment(db, shipment, {
      state: 'SHIPPED',
      shippedAt: now,
      nextTryAt: firstLook(now),
      lastError: null,
    })
  }
  const known = await wechat.shippingStateOf(transactionId)
  if (known === 'WAITING') throw new Error(NOT_UPLOADED.STILL_WAITING)
  await updateShipment(db, shipment, { ...changeTo(known, shipment, now), attempts: 0, lastError: null })
}

async function upload(
  { logistics, title, openId, carrier, trackingNo, contactPhone }: DueShipment,
  { transactionId, wechat, now }: { transactionId: string; wechat: WechatClient; now: Date },
): Promise<'taken' | 'known already'> {
  if (openId === null) throw new Error(NOT_UPLOADED.WITHOUT_WECHAT)
  let parcel: ShippingInfo['parcel']
  if (logistics === 'EXPRESS') {
    const carrierId = carrierIdOf(carrier ?? '', await wechat.listCarriers())
    if (carrierId === undefined) throw new Error(NOT_UPLOADED.CARRIER_UNKNOWN)
    parcel = { carrierId, trackingNo: trackingNo ?? '', contact: maskedContact(contactPhone ?? '') }
  }
  try {
    await wechat.uploadShippingInfo({ transactionId, openId, logistics, title, parcel, at: now })
    return 'taken'
  } catch (error) {
    if (error instanceof WechatRefusal && KNOWN_ALREADY.includes(error.errcode)) return 'known already'
    throw error
  }
}

function changeTo(known: Exclude<KnownShipment, 'WAITING'>, { shippedAt }: DueShipment, now: Date) {
  const since = shippedAt ?? now
  switch (known) {
    case 'SHIPPED':
      return { state: known, shippedAt: since, nextTryAt: nextLook(since, now) }
    case 'RECEIVED':
      return { state: known, shippedAt: since, receivedAt: now, nextTryAt: null }
    case 'REFUNDED':
      return { state: known, nextTryAt: null }
  }
}

/**
 * Records why an attempt failed. A shipment that WeChat still waits for is uploaded again.
 *
 * @throws the error of the attempt, for the log
 */
async function noteFailure(
  db: Database,
  { shipment, error, now }: { shipment: DueShipment; error: unknown; now: Date },
): Promise<never> {
  const lastError = messageOf(error)
  const attempts = shipment.attempts + 1
  const isWaiting = shipment.state === 'WAITING' || lastError === NOT_UPLOADED.STILL_WAITING
  const isRefused = isWaiting && attempts >= MAX_TRIES
  await updateShipment(db, shipment, {
    lastError,
    ...(isRefused
      ? { state: 'REFUSED', nextTryAt: null }
      : { state: isWaiting ? 'WAITING' : shipment.state, nextTryAt: nextTry(attempts, now) }),
  })
  throw isRefused ? new Error(`given up after ${attempts} tries`, { cause: error }) : error
}

/**
 * Uploads to WeChat what is on its way to its payer. Later it queries whether WeChat knows it and whether it was
 * received. A refused upload is tried again, later each time. After too many refusals it waits for an operator. No
 * payer waits for this job.
 *
 * Source: decision record 033
 */
export async function uploadShipments({
  db,
  now,
  signal,
  onFault,
  payments,
  wechat,
}: JobContext & { payments: Pick<Payments, 'provider'>; wechat: WechatClient }): Promise<void> {
  await processEach({
    what: 'shipment',
    list: (page) => listDueShipments(db, { provider: payments.provider.name, now, ...page }),
    each: async (shipment) => {
      if (!(await claimShipment(db, shipment, nextTry(shipment.attempts + 1, now)))) return
      await carryOn(db, { shipment, wechat, now }).catch((error: unknown) => noteFailure(db, { shipment, error, now }))
    },
    signal,
    onFault,
  })
}
