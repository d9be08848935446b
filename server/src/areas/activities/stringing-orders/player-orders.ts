import * as api from '@paidang/api/areas/activities/stringing-orders'
import { ApiError } from '@paidang/api/catalogue/errors'
import { maySucceed, type StringingStatus } from '@paidang/domain/areas/activities/stringing/order-status'
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { merchants } from '../../../tables/stringing.ts'
import { stringingOrders, stringingReviews } from '../../../tables/stringing-orders.ts'
import { handleReviewed } from '../../ground/content/handle-reviewed.ts'
import { closeOrder } from '../../money/payments/order.ts'
import { lockStringingOrder, notifyPlayer, refundWhole, returnText, takeStep } from './order.ts'
import { pageOrders, presentSummary, readOrder } from './order-views.ts'

const STATUSES_OF: Record<Exclude<api.StringingTab, 'all'>, StringingStatus[]> = {
  unpaid: ['SUBMITTED'],
  running: ['PAID', 'RECEIVED', 'STRINGING'],
  ready: ['READY'],
  completed: ['COMPLETED'],
  cancelled: ['CANCELLED'],
}

async function lockOwnOrder(tx: Database, id: string, userId: string) {
  const order = await lockStringingOrder(tx, id)
  if (order?.userId !== userId) throw new ApiError('stringing_not_found')
  return order
}

/** The answer of a call about one order of the caller. */
const readOwn = ({
  params,
  user,
  db,
  now,
  app,
}: Pick<Handled<typeof api.getStringingOrder>, 'params' | 'user' | 'db' | 'now' | 'app'>) =>
  readOrder(db, params.id, { whose: { userId: user.id }, links: app.fileLinks, now })

/**
 * An unpaid order can no longer be paid. Its reserved strings are released, and a racket in the shop is to be returned.
 * Source: decision "Hours and money", Stringing orders; invariant S1
 */
async function cancelOrder(handled: Handled<typeof api.cancelStringingOrder>) {
  const { params, body, user, db, now, app } = handled
  await db.transaction(async (tx) => {
    const order = await lockOwnOrder(tx, params.id, user.id)
    if (order.cancelReason === 'PLAYER') return
    if (!maySucceed('cancel', order.status)) {
      const isBegun = order.status === 'STRINGING' || order.status === 'READY'
      throw new ApiError(isBegun ? 'stringing_started' : 'stringing_settled')
    }

    // First, so that the effect of closing the payment finds the order already cancelled.
    const change = { cancelReason: 'PLAYER' as const }
    const step = { action: 'cancel' as const, actorId: user.id, remark: body.reason, change, now }
    const cancelled = await takeStep(tx, order, step)
    if (order.status === 'SUBMITTED') {
      await closeOrder(tx, { orderId: order.paymentOrderId, now, effects: app.payments.effects })
      return
    }
    const text = await refundWhole(tx, cancelled, { cause: 'cancelled', reason: '取消穿线', now })
    await notifyPlayer(tx, cancelled, { title: '退款通知', text: `订单已取消，${text}${returnText(cancelled)}` })
  })
  return readOwn(handled)
}

/** There is one review per job, which counts for the shop. A repeat of the same review changes nothing. */
async function rateOrder(
  tx: Database,
  { params: { id: orderId }, body: { stars }, user: { id: userId }, now }: Handled<typeof api.rateStringingOrder>,
  text: string,
): Promise<void> {
  const { status, merchantId } = await lockOwnOrder(tx, orderId, userId)
  if (status !== 'COMPLETED') throw new ApiError('stringing_settled')
  const review = { orderId, merchantId, userId, stars, text: text.trim(), createdAt: now }
  const { rowCount } = await tx.insert(stringingReviews).values(review).onConflictDoNothing()
  if (rowCount === 0) {
    const [earlier] = await tx.select().from(stringingReviews).where(eq(stringingReviews.orderId, orderId))
    if (earlier?.stars !== stars || earlier.text !== review.text) throw new ApiError('stringing_rated')
    return
  }
  await tx
    .update(merchants)
    .set({ ratingSum: sql`${merchants.ratingSum} + ${stars}`, ratingCount: sql`${merchants.ratingCount} + 1` })
    .where(eq(merchants.id, merchantId))
}

export default plugin([
  handle(api.getStringingOrder, readOwn),

  handle(api.stringingOrdersOfUser, async ({ params: { userId }, query, user, db }) => {
    if (userId !== user.id) throw new ApiError('data_of_others')
    const { responseStatus: tab = 'all', racketId, sord } = query
    const where = and(
      eq(stringingOrders.userId, userId),
      tab === 'all' ? undefined : inArray(stringingOrders.status, STATUSES_OF[tab]),
      racketId === undefined ? undefined : eq(stringingOrders.racketId, racketId),
    )
    const direction = sord === 'asc' ? asc : desc
    const order = [direction(stringingOrders.responseTime), direction(stringingOrders.id)]
    const counted = db.select({ id: stringingOrders.userId }).from(stringingOrders).where(where)
    const { rows, total } = await pageOrders(db, { where, order, query, counted })
    return { rows: rows.map(presentSummary), total }
  }),

  handle(api.cancelStringingOrder, cancelOrder),

  handleReviewed(
    api.rateStringingOrder,
    { kind: 'review', words: ({ body: { text } }) => ({ text }), about: ({ params }) => params.id },
    async (handled, say) => {
      await say((tx, { text = '' }) => rateOrder(tx, handled, text))
      return readOwn(handled)
    },
  ),
])
