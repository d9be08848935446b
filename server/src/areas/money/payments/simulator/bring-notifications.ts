import { randomUUID } from 'node:crypto'
import type { Database } from '../../../../db/database.ts'
import type { JobContext } from '../../../../jobs/job.ts'
import { processEach } from '../../../../jobs/process-each.ts'
import type { Payments } from '../payments.ts'
import { bodyOf, type Simulator } from './simulator.ts'
import {
  finishSimulatedRefunds,
  insertNotifications,
  listDueNotifications,
  type NotificationRow,
  updateNotification,
} from './simulator-queries.ts'

/**
 * The delay after which a notification is sent again that our server could not process.
 * Source: WeChat Pay v3, payment notice
 */
const AGAIN_AFTER_MS = 15_000
const MANY = 100

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
}: JobContext & { payments: Payments }): Promise<void> {
  if (!simulator) return
  await db.transaction(async (tx) => {
    const refunds = await finishSimulatedRefunds(tx)
    const notifications = refunds.map((refund) => {
      const eventId = randomUUID()
      return { eventId, body: bodyOf(eventId, { kind: 'refund', refund }), deliverAt: now }
    })
    await insertNotifications(tx, notifications)
  })
  await processEach({
    what: 'bring notification',
    list: (page) => listDueNotifications(db, { now, ...page }),
    each: (notification) => bring(db, { simulator, notification, now }),
    signal,
    onFault,
  })
}

/** Delivers the due notifications of one event. */
export async function bringEvent(
  db: Database,
  { simulator, eventId, now }: { simulator: Simulator; eventId: string; now: Date },
): Promise<void> {
  for (const notification of await listDueNotifications(db, { now, eventId, afterId: '0', limit: MANY }))
    await bring(db, { simulator, notification, now })
}

async function bring(
  db: Database,
  { simulator, notification, now }: { simulator: Simulator; notification: NotificationRow; now: Date },
): Promise<void> {
  const status = await simulator.bring(notification.body)
  const again = { deliverAt: new Date(now.getTime() + AGAIN_AFTER_MS) }
  await updateNotification(db, notification.id, status >= 500 ? again : { deliveredAt: now })
}
