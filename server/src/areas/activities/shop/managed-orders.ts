import * as api from '@paidang/api/areas/activities/shop-orders'
import { ApiError } from '@paidang/api/catalogue/errors'
import { maySucceed, whyNotCorrectParcel } from '@paidang/domain/areas/activities/shop/order-status'
import { addDays, instantOf } from '@paidang/domain/kernel/day'
import { plainPhone } from '@paidang/domain/kernel/phone'
import { plainTrackingNo } from '@paidang/domain/kernel/tracking-no'
import { and, asc, desc, eq, getTableColumns, gte, lt, or } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { users } from '../../../tables/identities.ts'
import { orders } from '../../../tables/payments.ts'
import { shopOrders } from '../../../tables/shop.ts'
import { listAuditEventsAbout, recordAuditEvent } from '../../ground/audit-log/audit-log.ts'
import { queueShipment, requeueShipment } from '../../money/payments/shipments.ts'
import { lockShopOrder, notifyBuyer, publishShopOrder, refundShopOrder, updateShopOrder } from './order.ts'
import { isCorrected, readShopOrder, withSummaries } from './order-views.ts'

/** Shop orders with their payments and their buyers. */
const selectManaged = (db: Database) =>
  db
    .select({
      order: getTableColumns(shopOrders),
      payment: getTableColumns(orders),
      isCorrected,
      buyer: { id: users.id, nickname: users.nickname, avatar: users.avatar },
    })
    .from(shopOrders)
    .innerJoin(orders, eq(orders.id, shopOrders.paymentOrderId))
    .innerJoin(users, eq(users.id, shopOrders.userId))
    .$dynamic()

type Row = Awaited<ReturnType<typeof selectManaged>>[number]

const shippingOf = ({ buyer, order: { contactName, contactPhone } }: Row) => ({ buyer, contactName, contactPhone })

/** The keyword is a whole order number or a whole phone number. The days are inclusive. */
async function listOrders({ query, db }: Handled<typeof api.shopOrdersForOperator>) {
  const { status, refundChoice, from, to, sord } = query
  const keyword = query.keyword?.trim()
  const where = and(
    status && eq(shopOrders.status, status),
    refundChoice && eq(shopOrders.refundChoice, refundChoice),
    keyword
      ? or(eq(shopOrders.orderNo, keyword.toUpperCase()), eq(shopOrders.contactPhone, plainPhone(keyword)))
      : undefined,
    from === undefined ? undefined : gte(shopOrders.createdAt, instantOf(from, 0)),
    to === undefined ? undefined : lt(shopOrders.createdAt, instantOf(addDays(to, 1), 0)),
  )
  const order = [(sord === 'asc' ? asc : desc)(shopOrders.id)]
  const { rows, total } = await pageOf(db, selectManaged(db), { where, order, query, present: (row) => row })
  const presented = await withSummaries(db, rows)
  return { rows: presented.map(({ row, summary }) => ({ ...summary, ...shippingOf(row) })), total }
}

/** @throws ApiError shop_tracking_missing, shop_tracking_invalid */
function parcelOf(typed: { carrier: string; trackingNo: string }) {
  const carrier = typed.carrier.trim()
  if (carrier === '' || typed.trackingNo.trim() === '') throw new ApiError('shop_tracking_missing')
  const trackingNo = plainTrackingNo(typed.trackingNo)
  if (trackingNo === undefined) throw new ApiError('shop_tracking_invalid')
  return { carrier, trackingNo }
}

/** Repeating the same parcel changes nothing. Source: decision "The shop" */
async function sendOrder({ params: { id }, body, staff, db, now }: Handled<typeof api.sendShopOrder>) {
  const { carrier, trackingNo } = parcelOf(body)
  return db.transaction(async (tx) => {
    const order = await lockShopOrder(tx, id)
    if (maySucceed('send', order.status)) {
      const sent = await updateShopOrder(tx, id, { status: 'SENT', sentAt: now, carrier, trackingNo })
      await queueShipment(tx, { orderId: order.paymentOrderId, logistics: 'EXPRESS', now })
      const summary = `订单 ${order.orderNo} 发货：${carrier} ${trackingNo}`
      await recordAuditEvent(tx, { actorId: staff.id, action: 'shop-order.send', objectId: id, summary, now })
      await publishShopOrder(tx, sent)
      await notifyBuyer(tx, sent, { title: '商品已发货', text: `${carrier} ${trackingNo}` })
    } else if (order.status !== 'SENT' || order.carrier !== carrier || order.trackingNo !== trackingNo) {
      throw new ApiError('shop_order_settled')
    }
    return readShopOrder(tx, id)
  })
}

/** WeChat is told as well, where it knows the parcel. Repeating the same parcel changes nothing. */
async function correctParcel({ params: { id }, body, staff, db, now }: Handled<typeof api.correctShopParcel>) {
  const { carrier, trackingNo } = parcelOf(body)
  return db.transaction(async (tx) => {
    const order = await lockShopOrder(tx, id)
    const refusal = whyNotCorrectParcel(order, now)
    if (refusal) throw new ApiError(refusal)
    if (order.carrier === carrier && order.trackingNo === trackingNo) return readShopOrder(tx, id)
    const corrected = await updateShopOrder(tx, id, { carrier, trackingNo })
    await requeueShipment(tx, { orderId: order.paymentOrderId, now })
    const summary = `更正订单 ${order.orderNo} 的快递：${order.carrier} ${order.trackingNo} 改为 ${carrier} ${trackingNo}`
    await recordAuditEvent(tx, { actorId: staff.id, action: 'shop-order.correct-parcel', objectId: id, summary, now })
    await publishShopOrder(tx, corrected)
    await notifyBuyer(tx, corrected, { title: '快递单号已更正', text: `${carrier} ${trackingNo}，请以此为准` })
    return readShopOrder(tx, id)
  })
}

/** Its units go back into stock, and the buyer reads why. Source: decision record 037 */
async function cancelUnsent({ params: { id }, body, staff, db, now }: Handled<typeof api.cancelUnsentShopOrder>) {
  const refundReason = body.reason.trim()
  if (refundReason === '') throw new ApiError('money_request_reason_missing')
  return db.transaction(async (tx) => {
    const order = await lockShopOrder(tx, id)
    if (maySucceed('cancel', order.status)) {
      const refund = { cause: 'cancelled' as const, restocks: true, words: { refundReason }, now }
      const money = await refundShopOrder(tx, order, refund)
      const summary = `取消未发货的订单 ${order.orderNo}：${refundReason}`
      await recordAuditEvent(tx, { actorId: staff.id, action: 'shop-order.cancel', objectId: id, summary, now })
      await publishShopOrder(tx, order)
      await notifyBuyer(tx, order, { title: '退款通知', text: `平台取消了订单：${refundReason}，${money}` })
    } else if (order.status !== 'REFUNDED' || order.sentAt !== null) throw new ApiError('shop_order_settled')
    return readShopOrder(tx, id)
  })
}

/** The operator says whether the goods go back into stock. Source: decision "The shop" */
async function decideRefund({ params: { id }, body, staff, db, now }: Handled<typeof api.decideShopRefund>) {
  const { agrees, answer = '', restocks = false } = body
  return db.transaction(async (tx) => {
    const order = await lockShopOrder(tx, id)
    const refundChoice = agrees ? ('AGREED' as const) : ('DENIED' as const)
    if (order.refundChoice === refundChoice) return readShopOrder(tx, id)
    const isOpen = order.refundChoice === 'ASKED' && maySucceed(agrees ? 'refund' : 'denyRefund', order.status)
    if (!isOpen) throw new ApiError('shop_order_settled')

    const words = { refundChoice, refundAnswer: answer.trim() }
    const said = words.refundAnswer === '' ? '' : `：${words.refundAnswer}`
    if (agrees) {
      const money = await refundShopOrder(tx, order, { cause: 'returned', restocks, words, now })
      await notifyBuyer(tx, order, { title: '退款通知', text: `退款申请已通过${said}，${money}` })
    } else {
      await updateShopOrder(tx, id, words)
      await notifyBuyer(tx, order, { title: '退款申请未通过', text: `退款申请未通过${said}` })
    }
    const [action, done] = agrees ? (['agree-refund', '同意'] as const) : (['deny-refund', '拒绝'] as const)
    const summary = `${done}订单 ${order.orderNo} 的退款申请${said}`
    await recordAuditEvent(tx, { actorId: staff.id, action: `shop-order.${action}`, objectId: id, summary, now })
    await publishShopOrder(tx, order)
    return readShopOrder(tx, id)
  })
}

export default plugin([
  handle(api.shopOrdersForOperator, listOrders),

  handle(api.shopOrderForOperator, async ({ params: { id }, db }) => {
    const [row] = await selectManaged(db).where(eq(shopOrders.id, id))
    if (!row) throw new ApiError('shop_order_not_found')
    const auditEvents = await listAuditEventsAbout(db, { kind: 'shop-order', id })
    return { ...(await readShopOrder(db, id)), ...shippingOf(row), revision: row.order.revision, auditEvents }
  }),

  handle(api.sendShopOrder, sendOrder),

  handle(api.correctShopParcel, correctParcel),

  handle(api.cancelUnsentShopOrder, cancelUnsent),

  handle(api.decideShopRefund, decideRefund),
])
