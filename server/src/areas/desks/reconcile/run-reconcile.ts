import { yuanOf } from '@paidang/domain/kernel/fen'
import type { Database } from '../../../db/database.ts'
import type { JobContext } from '../../../jobs/job.ts'
import type { Payments } from '../../money/payments/payments.ts'
import { type PaymentProvider, ProviderUnavailable } from '../../money/payments/provider.ts'
import { comparePayment, compareRefund, type Difference } from './compare-books.ts'
import {
  countToCompare,
  insertFindings,
  listChargesThatDiffer,
  listPaymentsToCompare,
  listRefundsToCompare,
  listUnpaidPaidOrders,
  postponeRun,
  type RunRow,
  takeRun,
  updateRun,
} from './queries.ts'

/** The number of concurrent queries. A provider answers a merchant a few dozen times a second. */
const AT_ONCE = 8
const BATCH_SIZE = 40
/** A worker without a batch for this long counts as dead. Each batch is a sign of life. */
const SILENT_MS = 120_000

/**
 * Compares the books of each requested day. Payments and refunds are compared with the provider, orders and cards with
 * their payments. Differences are only recorded, never corrected. Each batch is saved at once, so that another worker
 * can continue after it.
 *
 * Source: issue "The operators' and merchants' console", reconcile
 */
export async function runReconcile({
  db,
  now,
  signal,
  onFault,
  payments: { provider },
}: JobContext & { payments: Payments }): Promise<void> {
  for (;;) {
    if (signal.aborted) return
    const run = await takeRun(db, { now, silentSince: new Date(now.getTime() - SILENT_MS) })
    if (!run) return
    try {
      await compareDay({ db, run, provider, signal, now })
    } catch (error) {
      await postponeRun(db, run.id, now)
      onFault(error, `reconcile ${run.day}`)
      // An unavailable provider is still unavailable at once, so the next turn asks again.
      if (error instanceof ProviderUnavailable) return
    }
  }
}

type Comparing = { db: Database; run: RunRow; provider: PaymentProvider; signal: AbortSignal; now: Date }

async function compareDay({ db, run, provider, signal, now }: Comparing): Promise<void> {
  const { id, day } = run
  const startedAt = Date.now()
  // A run uses the clock of the server, plus the measured time since its start.
  const beatAt = () => new Date(now.getTime() + (Date.now() - startedAt))
  let { compared } = run
  await updateRun(db, id, { toCompare: await countToCompare(db, day, provider.name) })

  for (let afterId = run.paymentsUpTo; ; ) {
    const batch = await listPaymentsToCompare(db, { day, provider: provider.name, afterId, limit: BATCH_SIZE })
    const found = await allOf(batch, (payment) => comparePayment(provider, payment))
    compared += batch.length
    afterId = batch.at(-1)?.id ?? afterId
    await keep(db, id, found, { compared, paymentsUpTo: afterId, beatAt: beatAt() })
    if (batch.length < BATCH_SIZE) break
    if (signal.aborted) return
  }
  for (let afterId = run.refundsUpTo; ; ) {
    const batch = await listRefundsToCompare(db, { day, provider: provider.name, afterId, limit: BATCH_SIZE })
    const found = await allOf(batch, (refund) => compareRefund(provider, refund))
    compared += batch.length
    afterId = batch.at(-1)?.id ?? afterId
    await keep(db, id, found, { compared, refundsUpTo: afterId, beatAt: beatAt() })
    if (batch.length < BATCH_SIZE) break
    if (signal.aborted) return
  }
  const end = beatAt()
  await keep(db, id, await differencesAmongOurs(db, day), { state: 'DONE', beatAt: end, endedAt: end })
}

/** Returns the differences of a batch, with a few concurrent queries. */
async function allOf<Item>(
  batch: readonly Item[],
  compare: (item: Item) => Promise<Difference | undefined>,
): Promise<Difference[]> {
  const found: Difference[] = []
  for (let from = 0; from < batch.length; from += AT_ONCE) {
    const differences = await Promise.all(batch.slice(from, from + AT_ONCE).map(compare))
    found.push(...differences.filter((difference) => difference !== undefined))
  }
  return found
}

function keep(
  db: Database,
  runId: string,
  found: readonly Difference[],
  change: Parameters<typeof updateRun>[2],
): Promise<void> {
  return db.transaction(async (tx) => {
    await insertFindings(
      tx,
      found.map((difference) => ({ ...difference, runId })),
    )
    await updateRun(tx, runId, change)
  })
}

/** Finds differences within our own books of a day. */
async function differencesAmongOurs(db: Database, day: string): Promise<Difference[]> {
  const unpaid = await listUnpaidPaidOrders(db, day)
  const charges = await listChargesThatDiffer(db, day)
  const words = (fen: number | null) => (fen === null ? '无' : `¥${yuanOf(fen)}`)
  return [
    ...unpaid.map(({ id, amountFen }) => ({
      kind: 'ORDER_UNPAID' as const,
      subject: `order:${id}`,
      orderId: id,
      ours: `PAID ¥${yuanOf(amountFen)}`,
      theirs: '无对应的入账支付',
    })),
    ...charges.map(({ orderId, ledgerFen, paidFen }) => ({
      kind: 'CARD_LEDGER' as const,
      subject: `card:${orderId}`,
      orderId,
      ours: `储值卡流水 ${words(ledgerFen)}`,
      theirs: `储值卡支付 ${words(paidFen)}`,
    })),
  ]
}
