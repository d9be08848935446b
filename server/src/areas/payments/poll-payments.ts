import { nextPaymentPoll } from '@paidang/domain/areas/payments/order'
import type { JobContext } from '../../jobs/job.ts'
import { oneByOne } from '../../jobs/one-by-one.ts'
import { askProvider } from './ask-provider.ts'
import { listDoubtfulPayments, postponePoll } from './payment-queries.ts'
import type { Payments } from './payments.ts'

/**
 * Payments that nobody has heard of are asked about, since a notification may be lost; those whose order takes no money any
 * more are closed.
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
  await oneByOne({
    what: 'poll payment',
    list: (page) => listDoubtfulPayments(db, { provider, now, ...page }),
    each: async ({ isWanted, ...payment }) => {
      // Whatever comes of it: one that cannot be asked about keeps its distance too.
      await postponePoll(db, payment.outTradeNo, nextPaymentPoll(payment.createdAt, now))
      await askProvider(db, { payments, payment, closes: !isWanted, now })
    },
    signal,
    onFault,
  })
}
