import { randomUUID } from 'node:crypto'
import type { Database } from '../../../db/database.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { oneByOne } from '../../../jobs/one-by-one.ts'
import type { Payments } from '../payments.ts'
import { bodyOf, type Simulator } from './simulator.ts'
import {
  finishSimulatedRefunds,
  insertNotifications,
  listDueNotifications,
  type NotificationRow,
  updateNotification,
} from './simulator-queries.ts'

/** How long it waits after our server could not hear it. Source: WeChat Pay v3, payment notice */
const AGAIN_AFTER_MS = 15_000
const MANY = 100

/**
 * What the simulator does by the clock: refunds that it took on are through, and notifications whose time has come are
 * brought. Without a simulator there is nothing to do.
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
  await oneByOne({
    what: 'bring notification',
    list: (page) => listDueNotifications(db, { now, ...page }),
    each: (notification) => bring(db, { simulator, notification, now }),
    signal,
    onFault,
  })
}

/** Brings what is due of one event. */
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
