import type { Database } from '../../../db/database.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { askProvider } from './ask-provider.ts'
import { closeOrder } from './close-order.ts'
import { listPendingPayments } from './payment-queries.ts'
import type { Payments } from './payments.ts'
import { listOverdueOrders } from './queries.ts'

/**
 * Closes the orders that were not paid in time and releases what they held. First each payment is closed at its
 * provider, then queried. Money that came at the last moment still pays the order. If the provider cannot be asked, the
 * order waits for the next run.
 *
 * Source: decision "Hours and money", Payments
 */
export async function closeUnpaidOrders({
  db,
  now,
  signal,
  onFault,
  payments,
}: JobContext & { payments: Payments }): Promise<void> {
  await processEach({
    what: 'close order',
    list: (page) => listOverdueOrders(db, { now, ...page }),
    each: ({ id }) => closeOverdue(db, { orderId: id, payments, now }),
    signal,
    onFault,
  })
}

async function closeOverdue(
  db: Database,
  { orderId, payments, now }: { orderId: string; payments: Payments; now: Date },
): Promise<void> {
  for (const payment of await listPendingPayments(db, orderId, payments.provider.name)) {
    await askProvider(db, { payments, payment, closes: true, now })
  }
  await db.transaction((tx) => closeOrder(tx, { orderId, now, effects: payments.effects }))
}
