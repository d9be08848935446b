import { nextPaymentPoll } from '@paidang/domain/areas/payments/order'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { askProvider } from './ask-provider.ts'
import { listDoubtfulPayments, postponePoll } from './payment-queries.ts'
import type { Payments } from './payments.ts'

/**
 * Queries the payments whose outcome is still open, because a notification may be lost. Payments whose order takes no
 * more money are closed.
 *
 * Source: decision "Hours and money", Payments
 */
export async function pollPayments({
  db,
  now,
  signal,
  onFault,
  payments,
}: JobContext & { payments: Payments }): Promise<void> {
  const { name: provider } = payments.provider
  await processEach({
    what: 'poll payment',
    list: (page) => listDoubtfulPayments(db, { provider, now, ...page }),
    each: async ({ isQuery, ...payment }) => {
      // Postponed before the call, so that a payment that cannot be queried also waits for its next turn.
      await postponePoll(db, payment.outTradeNo, nextPaymentPoll(payment.createdAt, now))
      await askProvider(db, { payments, payment, closes: !isQuery, now })
    },
    signal,
    onFault,
  })
}
