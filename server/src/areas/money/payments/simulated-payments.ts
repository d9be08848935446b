import { randomUUID } from 'node:crypto'
import * as api from '@paidang/api/areas/money/payments'
import { ApiError } from '@paidang/api/catalogue/errors'
import { and, asc, eq, gt, isNull, lte } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { simulatedNotifications, simulatedRefunds } from '../../../tables/payments.ts'
import { findPayment } from './payment-rows.ts'
import type { Payments, Simulator } from './provider.ts'
import {
  bodyOf,
  findSimulatedPayment,
  lockSimulatedPayment,
  moveSimulatedPayment,
  type SimulatedPaymentRow,
} from './simulator.ts'

/**
 * The delay after which a notification is sent again that our server could not process.
 * Source: WeChat Pay v3, payment notice
 */
const AGAIN_AFTER_MS = 15_000
/** More than a payer can ask for. */
const MAX_TIMES = 100

type NotificationRow = typeof simulatedNotifications.$inferSelect

/** Lists the due notifications of one event or of all, in order of id. */
async function listDueNotifications(
  db: Database,
  { now, eventId, afterId, limit }: { now: Date; eventId?: string; afterId: string; limit: number },
): Promise<NotificationRow[]> {
  return db
    .select()
    .from(simulatedNotifications)
    .where(
      and(
        isNull(simulatedNotifications.deliveredAt),
        lte(simulatedNotifications.deliverAt, now),
        gt(simulatedNotifications.id, afterId),
        eventId === undefined ? undefined : eq(simulatedNotifications.eventId, eventId),
      ),
    )
    .orderBy(asc(simulatedNotifications.id))
    .limit(limit)
}

/** Delivers a notification, or notes when it is delivered again. */
async function bring(
  db: Database,
  { simulator, notification, now }: { simulator: Simulator; notification: NotificationRow; now: Date },
): Promise<void> {
  const status = await simulator.bring(notification.body)
  const again = { deliverAt: new Date(now.getTime() + AGAIN_AFTER_MS) }
  await db
    .update(simulatedNotifications)
    .set(status >= 500 ? again : { deliveredAt: now })
    .where(eq(simulatedNotifications.id, notification.id))
}

/**
 * Runs the timed work of the simulator. It finishes accepted refunds and delivers due notifications. Without a
 * simulator it does nothing.
 *
 * Source: decision "Hours and money", Payments
 */
export async function runSimulator({
  db,
  now,
  signal,
  onFault,
  payments: { simulator },
}: JobContext & { payments: Pick<Payments, 'simulator'> }): Promise<void> {
  if (!simulator) return
  await db.transaction(async (tx) => {
    const refunds = await tx
      .update(simulatedRefunds)
      .set({ state: 'SUCCESS' })
      .where(eq(simulatedRefunds.state, 'PROCESSING'))
      .returning()
    const notifications = refunds.map((refund) => {
      const eventId = randomUUID()
      return { eventId, body: bodyOf(eventId, { kind: 'refund', refund }), deliverAt: now }
    })
    if (notifications.length > 0) await tx.insert(simulatedNotifications).values(notifications)
  })
  await processEach({
    what: 'bring notification',
    list: (page) => listDueNotifications(db, { now, ...page }),
    each: (notification) => bring(db, { simulator, notification, now }),
    signal,
    onFault,
  })
}

/** The order of the caller's payment at the simulator. @throws ApiError payment_not_found, also without a simulator */
async function assertOwn(db: Database, outTradeNo: string, actorId: string, { simulator }: Payments) {
  const found = await findPayment(db, outTradeNo)
  if (!simulator || found?.payment.provider !== simulator.name || found.order.userId !== actorId)
    throw new ApiError('payment_not_found')
  return { orderId: found.order.id, simulator }
}

function present(row: SimulatedPaymentRow | undefined, orderId: string): api.SimulatedPayment {
  if (!row) throw new ApiError('payment_not_found')
  const { outTradeNo, title, amountFen, state, expiresAt } = row
  return { outTradeNo, orderId, title, amountFen, state, expiresAt: expiresAt.toISOString() }
}

/** @returns the id of the notified event; undefined when it was paid before */
async function pay(
  tx: Database,
  {
    outTradeNo,
    notify: { delaySeconds = 0, times = 1 } = {},
    now,
  }: { outTradeNo: string; notify: Handled<typeof api.playSimulatedPayment>['body']['notify']; now: Date },
): Promise<string | undefined> {
  const found = await lockSimulatedPayment(tx, outTradeNo)
  if (found?.state === 'SUCCESS') return undefined
  if (!found || found.state === 'CLOSED' || found.expiresAt <= now) throw new ApiError('order_closed')
  const change = { state: 'SUCCESS', transactionId: `S${randomUUID()}`, paidAt: now } as const
  const payment = await moveSimulatedPayment(tx, outTradeNo, change)
  if (!payment) throw new Error(`simulated payment ${outTradeNo} is locked, and yet was moved`)

  const eventId = randomUUID()
  const deliverAt = new Date(now.getTime() + delaySeconds * 1000)
  const notification = { eventId, body: bodyOf(eventId, { kind: 'payment', payment }), deliverAt }
  if (times > 0) await tx.insert(simulatedNotifications).values(Array<typeof notification>(times).fill(notification))
  return eventId
}

export default plugin([
  handle(api.getSimulatedPayment, async ({ params: { outTradeNo }, user, db, app }) => {
    const { orderId } = await assertOwn(db, outTradeNo, user.id, app.payments)
    return present(await findSimulatedPayment(db, outTradeNo), orderId)
  }),

  // After a failure the payer may try again. A paid or closed payment stays as it is. Notifications without a delay are
  // delivered before the answer.
  handle(api.playSimulatedPayment, async ({ params: { outTradeNo }, body: { action, notify }, user, db, now, app }) => {
    const { orderId, simulator } = await assertOwn(db, outTradeNo, user.id, app.payments)
    if (action === 'FAIL') await moveSimulatedPayment(db, outTradeNo, { state: 'PAYERROR' })
    if (action === 'PAY') {
      const eventId = await db.transaction((tx) => pay(tx, { outTradeNo, notify, now }))
      if (eventId !== undefined)
        for (const notification of await listDueNotifications(db, { now, eventId, afterId: '0', limit: MAX_TIMES }))
          await bring(db, { simulator, notification, now })
    }
    return present(await findSimulatedPayment(db, outTradeNo), orderId)
  }),
])
