import { MAX_TRIES, NOT_REFUNDED, nextPaymentPoll, nextTry } from '@paidang/domain/areas/payments/order'
import type { Database } from '../../../db/database.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { messageOf } from '../../../process/error-parts.ts'
import type { Payments } from './payments.ts'
import { type PaymentProvider, type ProviderRefund, ProviderUnavailable } from './provider.ts'
import { listOpenRefunds, type OpenRefund, updateRefund } from './refund-queries.ts'
import { settleRefund } from './settle-refund.ts'

/**
 * Requests the waiting refunds from the provider, always under the same number. Refunds that the provider has accepted
 * are queried until they are done. A refund that is refused again and again becomes STUCK, and this is logged.
 *
 * Source: decision "Hours and money", Payments
 */
export async function retryRefunds({
  db,
  now,
  signal,
  onFault,
  payments: { provider },
}: JobContext & { payments: Payments }): Promise<void> {
  await processEach({
    what: 'refund',
    list: (page) => listOpenRefunds(db, { provider: provider.name, now, ...page }),
    each: async (refund) => {
      const { outRefundNo, createdAt } = refund
      const answer = await ask(provider, refund).catch((error: unknown) => postpone(db, { refund, error, now }))
      const moved = await settleRefund(db, { outRefundNo, refund: answer, now })
      if (moved?.state === 'STUCK') throw new Error(`the provider cannot give back: ${answer.state}`)
      if (moved?.state === 'PROCESSING')
        await updateRefund(db, outRefundNo, { nextTryAt: nextPaymentPoll(createdAt, now) })
    },
    signal,
    onFault,
  })
}

async function ask(provider: PaymentProvider, refund: OpenRefund): Promise<ProviderRefund> {
  const { outTradeNo, outRefundNo, amountFen, totalFen, reason } = refund
  if (refund.state === 'WAITING') return provider.refund({ outTradeNo, outRefundNo, amountFen, totalFen, reason })
  const known = await provider.queryRefund(outRefundNo)
  if (known.state === 'UNKNOWN') throw new ProviderUnavailable(NOT_REFUNDED.FORGOTTEN)
  return known
}

/** Records a failed attempt and the time of the next one. @throws the error of the attempt, for the log */
async function postpone(
  db: Database,
  { refund, error, now }: { refund: OpenRefund; error: unknown; now: Date },
): Promise<never> {
  const attempts = refund.attempts + 1
  const isStuck = attempts >= MAX_TRIES
  await updateRefund(db, refund.outRefundNo, {
    attempts,
    lastError: messageOf(error),
    ...(isStuck ? { state: 'STUCK', nextTryAt: null } : { nextTryAt: nextTry(attempts, now) }),
  })
  throw isStuck ? new Error(`given up after ${attempts} tries`, { cause: error }) : error
}
