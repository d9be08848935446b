import { isDeepStrictEqual } from 'node:util'
import * as api from '@paidang/api/areas/activities/stringing-orders'
import { ApiError, errors } from '@paidang/api/catalogue/errors'
import { actionsOfShop, type ShopAction } from '@paidang/domain/areas/activities/stringing/board'
import { isInShop, whyNotCorrectTracking } from '@paidang/domain/areas/activities/stringing/order-status'
import { afterWrongCode, isCodePaused } from '@paidang/domain/areas/activities/stringing/pickup-code'
import { isWithinReach } from '@paidang/domain/areas/activities/stringing/ready'
import { PART_NAMES } from '@paidang/domain/areas/activities/stringing/string-job'
import { formatDateTime } from '@paidang/domain/kernel/day'
import { plainTrackingNo } from '@paidang/domain/kernel/tracking-no'
import { and, asc, eq } from 'drizzle-orm'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { assertSeenRow } from '../../../db/revision-queries.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { merchantStrings } from '../../../tables/stringing.ts'
import { inShopsOrder, stringingOrders, stringingParts, stringingReviews } from '../../../tables/stringing-orders.ts'
import { recordAuditEvent } from '../../ground/audit-log/audit-log.ts'
import { orderTopic } from '../../money/payments/order.ts'
import { queueShipment } from '../../money/payments/shipments.ts'
import { shopOf } from '../stringing/shop-of.ts'
import {
  findLastStep,
  lockStringingOrder,
  notifyPlayer,
  refundWhole,
  returnText,
  type Step,
  type StringingOrderRow,
  takeStep,
  updateStringingOrder,
} from './order.ts'
import { isAskedFor, isPaidTo, pageOrders, presentSummary, readOrder } from './order-views.ts'
import { assertShopPhotos } from './photos.ts'
import { moveMetres } from './strings.ts'

/** A call of a shop about one of its orders. */
type ShopCall = Pick<Handled<typeof api.getStringingOrderOfMerchant>, 'params' | 'staff' | 'db' | 'now' | 'app'>

/** The order as its shop sees it. */
const readOfShop = ({ params: { id }, staff, db, now, app }: ShopCall) =>
  readOrder(db, id, { whose: { merchantId: shopOf(staff) }, links: app.fileLinks, now })

/** The text, the photos and the changes of an action. */
type Details = Pick<Step, 'remark' | 'photos' | 'change'>

/** Whether an action has the same details as the last step and the order. */
function isSaid(
  { remark = '', photos = [], change = {} }: Details,
  step: { remark: string; photos: string },
  order: StringingOrderRow,
): boolean {
  return (
    step.remark === remark.trim() &&
    step.photos === photos.join(',') &&
    isDeepStrictEqual({ ...order, ...change }, order)
  )
}

/** One action of a shop. */
type Acting = {
  action: ShopAction
  details: Details
  /** Whether a repeat shows what the step was taken for, where that is no part of the details. */
  isShownAgain?(order: StringingOrderRow): boolean
  /** Whether the locked order admits the action. A refusal that it returns is thrown after the commit. */
  admit?(tx: Database, order: StringingOrderRow): Promise<'stringing_code_wrong' | undefined>
  /** What follows the step. It gets the order as it is then. */
  follow(tx: Database, order: StringingOrderRow): Promise<void>
}

/**
 * Runs an action of the shop on one of its paid orders, in one transaction, with the order locked. Repeating the last
 * action with the same details changes nothing. With other details it is refused, and the first ones stay.
 *
 * Source: decision "Hours and money", Stringing orders; invariant S1
 */
async function act(
  call: ShopCall & { body: { revision?: number } },
  { action, details, isShownAgain = () => true, admit, follow }: Acting,
): Promise<api.StringingOrder> {
  const { params, body, staff, db, now } = call
  const refusal = await db.transaction(async (tx) => {
    const order = await lockStringingOrder(tx, params.id)
    if (order?.merchantId !== shopOf(staff)) throw new ApiError('stringing_not_found')
    const last = await findLastStep(tx, order.id)
    if (!last.wasPaid) throw new ApiError('stringing_not_found')
    if (last.action === action) {
      if (!isSaid(details, last, order) || !isShownAgain(order)) throw new ApiError('stringing_done_otherwise')
      return undefined
    }
    await assertSeenRow(tx, 'stringing_orders', { id: order.id, seen: body.revision })
    if (!actionsOfShop({ ...order, isInShop: isInShop(order) }).includes(action))
      throw new ApiError('stringing_settled')
    const refusal = await admit?.(tx, order)
    if (refusal) return refusal
    await assertShopPhotos(tx, details.photos ?? [], order.merchantId)
    await follow(tx, await takeStep(tx, order, { action, actorId: staff.id, ...details, now }))
    return undefined
  })
  if (refusal) throw new ApiError(refusal)
  return readOfShop(call)
}

/**
 * The time at which the shop expects to be ready, as a change of the order. Empty if the shop gives none.
 *
 * @throws ApiError stringing_due_invalid for a time in the past or too far ahead
 */
function expectation(expectedAt: string | undefined, now: Date): { expectedAt?: Date } {
  if (expectedAt === undefined) return {}
  const instant = new Date(expectedAt)
  if (!isWithinReach(instant, now)) throw new ApiError('stringing_due_invalid')
  return { expectedAt: instant }
}

/** The length of a date and time up to the minute. */
const TIME_LENGTH = 16

/** Draws the strings of an order from the shop's stock, both halves of one string together. */
async function drawStrings(tx: Database, order: StringingOrderRow, { staffId, now }: { staffId: string; now: Date }) {
  const parts = await tx.select().from(stringingParts).where(eq(stringingParts.orderId, order.id))
  const metresById = new Map<string, number>()
  for (const { stringId, metres } of parts) {
    if (stringId !== null) metresById.set(stringId, (metresById.get(stringId) ?? 0) + metres)
  }
  const cause = { reference: `order:${order.id}`, reason: `穿线 ${order.orderNo}`, staffId, now }
  // The lock order of strings is that of their ids.
  const sorted = [...metresById].sort(([one], [other]) => (BigInt(one) < BigInt(other) ? -1 : 1))
  for (const [stringId, metres] of sorted) {
    const isDrawn = await moveMetres(tx, { stringId, kind: 'DRAWN', metres: -metres, ...cause })
    if (!isDrawn)
      throw await shortageOf(
        tx,
        parts.filter((part) => part.stringId === stringId),
      )
  }
}

/** The refusal that names the string of these parts, where it goes, and how much of it is missing. */
async function shortageOf(tx: Database, parts: (typeof stringingParts.$inferSelect)[]): Promise<ApiError> {
  const [first] = parts
  if (!first?.stringId) throw new Error('a string that is drawn is of a part')
  const { stockMetres } = merchantStrings
  const [stock] = await tx.select({ stockMetres }).from(merchantStrings).where(eq(merchantStrings.id, first.stringId))
  const missing = parts.reduce((sum, { metres }) => sum + metres, 0) - (stock?.stockMetres ?? 0)
  const where = parts.map(({ part }) => PART_NAMES[part]).join('、')
  const message = `${errors.string_stock_too_low.message}：${where} ${first.name} 还差 ${Math.round(missing * 10) / 10} 米`
  return new ApiError('string_stock_too_low', { message })
}

/**
 * Returns the racket to its player: strung (`handOver`), or unstrung after the order was cancelled (`giveBack`). For a
 * pickup the player gives the code. A courier return has a tracking number instead. The calls run in no transaction, so
 * that a wrong code stays counted although it is refused.
 *
 * Source: decision record 014
 */
const returnRacket = (action: 'handOver' | 'giveBack') => (call: Handled<typeof api.handOverStringingOrder>) => {
  const { body, now } = call
  const [code, typed] = [body.pickupCode?.trim() ?? '', body.trackingNo?.trim() ?? '']
  const number = plainTrackingNo(typed)
  const isBrought = ({ handIn }: StringingOrderRow) => handIn === 'COURIER' && code === ''
  return act(call, {
    action,
    details: { remark: body.remark, change: code === '' && number !== undefined ? { trackingNo: number } : {} },
    // Who types the code of another racket would be told that it was right.
    isShownAgain: ({ trackingNo, pickupCode }) => (trackingNo === '' ? code === pickupCode : number === trackingNo),
    async admit(tx, order) {
      if (isBrought(order)) {
        if (typed === '') throw new ApiError('stringing_tracking_missing')
        if (number === undefined) throw new ApiError('stringing_tracking_invalid')
        return undefined
      }
      if (isCodePaused(order, now)) throw new ApiError('stringing_code_too_often')
      if (code === order.pickupCode) return undefined
      await updateStringingOrder(tx, order.id, afterWrongCode(order, now))
      return 'stringing_code_wrong'
    },
    async follow(tx, order) {
      if (action === 'handOver') {
        const logistics = isBrought(order) ? 'LOCAL' : 'PICKUP'
        await queueShipment(tx, { orderId: order.paymentOrderId, logistics, now })
      } else {
        const text = isBrought(order) ? `已寄回，运单号 ${number}` : '已到店取回'
        await notifyPlayer(tx, order, { title: '球拍已退还', text })
      }
    },
  })
}

/** It is no step: the racket has left. Repeating the same number changes nothing. */
async function correctParcel(call: Handled<typeof api.correctStringingParcel>) {
  const { params, body, staff, db, now } = call
  if (body.trackingNo.trim() === '') throw new ApiError('stringing_tracking_missing')
  const trackingNo = plainTrackingNo(body.trackingNo)
  if (trackingNo === undefined) throw new ApiError('stringing_tracking_invalid')
  await db.transaction(async (tx) => {
    const order = await lockStringingOrder(tx, params.id)
    if (order?.merchantId !== shopOf(staff)) throw new ApiError('stringing_not_found')
    if (!(await findLastStep(tx, order.id)).wasPaid) throw new ApiError('stringing_not_found')
    const isRated = (await tx.$count(stringingReviews, eq(stringingReviews.orderId, order.id))) > 0
    const leftAt = order.completedAt ?? order.returnedAt
    const refusal = whyNotCorrectTracking({ ...order, leftAt, isRated }, now)
    if (refusal) throw new ApiError(refusal)
    if (order.trackingNo === trackingNo) return
    await updateStringingOrder(tx, order.id, { trackingNo })
    const summary = `更正穿线订单 ${order.orderNo} 的快递单号：${order.trackingNo} 改为 ${trackingNo}`
    const about = { action: 'stringing-order.correct-parcel', objectId: order.id, summary } as const
    await recordAuditEvent(tx, { actorId: staff.id, ...about, now })
    await publishChanges(tx, [orderTopic(order.paymentOrderId)])
    await notifyPlayer(tx, order, { title: '快递单号已更正', text: `运单号 ${trackingNo}，请以此为准` })
  })
  return readOfShop(call)
}

export default plugin([
  handle(api.stringingOrdersOfMerchant, async ({ query, staff, db }) => {
    const { status, keyword } = query
    const where = and(isPaidTo(shopOf(staff)), status && eq(stringingOrders.status, status), isAskedFor(keyword))
    const order = [...inShopsOrder(stringingOrders), asc(stringingOrders.id)]
    const { rows, total } = await pageOrders(db, { where, order, query })
    const presented = rows.map((row) => ({
      ...presentSummary(row),
      expectedAt: row.order.expectedAt?.toISOString() ?? null,
      customer: { nickname: row.customer.nickname },
    }))
    return { rows: presented, total }
  }),

  handle(api.getStringingOrderOfMerchant, readOfShop),

  handle(api.acceptStringingOrder, async (call) => {
    const { remark, expectedAt } = call.body
    const change = expectation(expectedAt, call.now)
    const until = change.expectedAt ? `，预计 ${formatDateTime(change.expectedAt).slice(0, TIME_LENGTH)} 可取` : ''
    return act(call, {
      action: 'accept',
      details: { remark, change },
      follow(tx, order) {
        const text = order.handIn === 'COURIER' ? '商家已接单，等待上门取拍' : '商家已接单，请送拍到店'
        return notifyPlayer(tx, order, { title: '商家已接单', text: text + until })
      },
    })
  }),

  handle(api.receiveStringingOrder, async (call) => {
    const { photos, expectedAt } = call.body
    const condition = call.body.condition.trim()
    if (condition === '') throw new ApiError('stringing_condition_missing')
    return act(call, {
      action: 'receive',
      details: { remark: condition, photos, change: expectation(expectedAt, call.now) },
      follow: (tx, order) => notifyPlayer(tx, order, { title: '商家已收拍', text: `商家已收到球拍，${condition}` }),
    })
  }),

  // The player can no longer cancel the order.
  handle(api.startStringingOrder, async (call) => {
    const { remark, expectedAt } = call.body
    return act(call, {
      action: 'start',
      details: { remark, change: expectation(expectedAt, call.now) },
      follow: (tx, order) => drawStrings(tx, order, { staffId: call.staff.id, now: call.now }),
    })
  }),

  handle(api.readyStringingOrder, (call) =>
    act(call, {
      action: 'ready',
      details: { remark: call.body.remark, photos: call.body.photos },
      follow(tx, order) {
        const way = order.handIn === 'COURIER' ? '即将送回' : '可到店取拍'
        return notifyPlayer(tx, order, { title: '球拍已穿好', text: `已穿好，${way}，取拍码 ${order.pickupCode}` })
      },
    }),
  ),

  handle(api.handOverStringingOrder, returnRacket('handOver')),

  handle(api.giveBackRacket, returnRacket('giveBack')),

  handle(api.correctStringingParcel, correctParcel),

  // Its reserved strings are released, and a racket in the shop is to be returned.
  handle(api.refuseStringingOrder, async (call) => {
    const reason = call.body.reason.trim()
    if (reason === '') throw new ApiError('stringing_reason_missing')
    return act(call, {
      action: 'refuse',
      details: { remark: reason, change: { cancelReason: 'MERCHANT' } },
      async follow(tx, order) {
        const why = { cause: 'refused' as const, reason: `商家拒单：${reason}`, now: call.now }
        const money = await refundWhole(tx, order, why)
        await notifyPlayer(tx, order, { title: '商家已拒单', text: `${reason}，${money}${returnText(order)}` })
      },
    })
  }),
])
