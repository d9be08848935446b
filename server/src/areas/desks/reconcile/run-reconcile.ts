import { MAX_RUN_ATTEMPTS } from '@paidang/domain/areas/money/payments/reconcile'
import { addDays, type Day, instantOf } from '@paidang/domain/kernel/day'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { and, asc, eq, gt, gte, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { cardLedger } from '../../../tables/cards.ts'
import { offlineEntries, orders, type ProviderName, payments, refunds } from '../../../tables/payments.ts'
import { reconcileFindings, reconcileRuns } from '../../../tables/reconcile.ts'
import { type PaymentProvider, type Payments, ProviderUnavailable } from '../../money/payments/provider.ts'
import { comparePayment, compareRefund, type Difference } from './compare-books.ts'

type RunRow = typeof reconcileRuns.$inferSelect

/** The number of concurrent queries. A provider answers a merchant a few dozen times a second. */
const AT_ONCE = 8
const BATCH_SIZE = 40
/** A worker without a batch for this long counts as dead. Each batch is a sign of life. */
const SILENT_MS = 120_000

/** Takes over the oldest run without a worker. It waits, or its last sign of life is too old. */
async function takeRun(db: Database, now: Date): Promise<RunRow | undefined> {
  const silentSince = new Date(now.getTime() - SILENT_MS)
  const isFree = or(
    eq(reconcileRuns.state, 'WAITING'),
    and(eq(reconcileRuns.state, 'RUNNING'), lt(reconcileRuns.beatAt, silentSince)),
  )
  const next = db
    .select({ id: reconcileRuns.id })
    .from(reconcileRuns)
    .where(isFree)
    .orderBy(asc(reconcileRuns.id))
    .limit(1)
    .for('update', { skipLocked: true })
  const [row] = await db
    .update(reconcileRuns)
    .set({ state: 'RUNNING', beatAt: now })
    .where(inArray(reconcileRuns.id, next))
    .returning()
  return row
}

/** Updates a run. */
async function updateRun(
  tx: Database,
  id: string,
  change: Partial<Omit<RunRow, 'id' | 'day' | 'requestedBy' | 'createdAt' | 'attempts'>>,
): Promise<void> {
  await tx.update(reconcileRuns).set(change).where(eq(reconcileRuns.id, id))
}

/** Records that the provider could not be asked. The run waits for its next turn, or has failed. */
async function postponeRun(db: Database, id: string, now: Date): Promise<void> {
  const isLast = sql`${reconcileRuns.attempts} + 1 >= ${MAX_RUN_ATTEMPTS}`
  await db
    .update(reconcileRuns)
    .set({
      attempts: sql`${reconcileRuns.attempts} + 1`,
      state: sql`case when ${isLast} then 'FAILED' else 'WAITING' end`,
      endedAt: sql`case when ${isLast} then ${now}::timestamptz end`,
    })
    .where(eq(reconcileRuns.id, id))
}

const within = (moment: SQL, day: Day) =>
  and(gte(moment, instantOf(day, 0).toISOString()), lt(moment, instantOf(addDays(day, 1), 0).toISOString()))

/** The payments of a day through a provider, by when money came, or else by when they began. */
const paymentsOf = (day: Day, provider: ProviderName) =>
  and(eq(payments.provider, provider), within(sql`coalesce(${payments.settledAt}, ${payments.createdAt})`, day))

/** The refunds of a day to their source, by when they were done, or else by when they were created. */
const refundsOf = (day: Day) =>
  and(eq(refunds.target, 'SOURCE'), within(sql`coalesce(${refunds.doneAt}, ${refunds.createdAt})`, day))

/** Counts the payments and refunds of a day to compare. */
async function countToCompare(db: Database, day: Day, provider: ProviderName): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)`.mapWith(Number) })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(refundsOf(day), eq(payments.provider, provider)))
  return (await db.$count(payments, paymentsOf(day, provider))) + (row?.count ?? 0)
}

type Batch = { day: Day; provider: ProviderName; afterId: string; limit: number }

/** Lists the next payments of a day, in order of id. */
async function listPaymentsToCompare(db: Database, { day, provider, afterId, limit }: Batch) {
  return db
    .select()
    .from(payments)
    .where(and(paymentsOf(day, provider), gt(payments.id, afterId)))
    .orderBy(asc(payments.id))
    .limit(limit)
}

/** Lists the next refunds of a day, in order of id. */
async function listRefundsToCompare(db: Database, { day, provider, afterId, limit }: Batch) {
  const rows = await db
    .select({ refund: refunds })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(refundsOf(day), eq(payments.provider, provider), gt(refunds.id, afterId)))
    .orderBy(asc(refunds.id))
    .limit(limit)
  return rows.map(({ refund }) => refund)
}

/** Lists orders that became PAID on a day without a settled payment of their amount. */
async function listUnpaidPaidOrders(db: Database, day: Day): Promise<{ id: string; amountFen: number }[]> {
  return db
    .select({ id: orders.id, amountFen: orders.amountFen })
    .from(orders)
    .leftJoin(
      payments,
      and(eq(payments.orderId, orders.id), eq(payments.state, 'SETTLED'), eq(payments.receivedFen, orders.amountFen)),
    )
    .where(and(eq(orders.state, 'PAID'), within(sql`${orders.paidAt}`, day), isNull(payments.id)))
    .orderBy(asc(orders.id))
}

/** Lists orders whose card charges on a day differ from their card payments. In fen; null for a missing side. */
async function listChargesThatDiffer(
  db: Database,
  day: Day,
): Promise<{ orderId: string; ledgerFen: number | null; paidFen: number | null }[]> {
  const { rows } = await db.execute<{ order_id: string; ledger_fen: string | null; paid_fen: string | null }>(sql`
    select coalesce(l.order_id, p.order_id) as order_id, l.fen as ledger_fen, p.fen as paid_fen
    from (
      select order_id, -sum(principal_change + gift_change) as fen from ${cardLedger}
      where kind = 'PAY' and ${within(sql`created_at`, day)} group by 1) l
    full join (
      select order_id, sum(received_fen) as fen from ${payments}
      where provider = 'CARD' and ${within(sql`coalesce(settled_at, created_at)`, day)}
        and state in ('SETTLED', 'SURPLUS') group by 1) p on p.order_id = l.order_id
    where l.fen is distinct from p.fen order by 1`)
  const fen = (text: string | null) => (text === null ? null : Number(text))
  return rows.map((row) => ({ orderId: row.order_id, ledgerFen: fen(row.ledger_fen), paidFen: fen(row.paid_fen) }))
}

/** Lists orders whose money at the front desk on a day differs from the entries that count. In fen, given back is less. */
async function listEntriesThatDiffer(
  db: Database,
  day: Day,
): Promise<{ orderId: string; movedFen: number; enteredFen: number }[]> {
  const { rows } = await db.execute<{ order_id: string; moved: string; entered: string }>(sql`
    select order_id, sum(moved) as moved, sum(entered) as entered from (
      select order_id, received_fen as moved, 0 as entered from ${payments}
      where provider = 'OFFLINE' and state in ('SETTLED', 'SURPLUS') and ${within(sql`settled_at`, day)}
      union all
      select order_id, -amount_fen, 0 from ${refunds}
      where target in ('OFFLINE', 'CORRECTION') and state = 'DONE' and ${within(sql`done_at`, day)}
      union all
      select order_id, 0, case when refund_id is null then amount_fen else -amount_fen end from ${offlineEntries}
      where state = 'DONE' and ${within(sql`ended_at`, day)}) both_books
    group by order_id having sum(moved) <> sum(entered) order by order_id`)
  return rows.map((row) => ({
    orderId: row.order_id,
    movedFen: Number(row.moved),
    enteredFen: Number(row.entered),
  }))
}

/** Finds differences within our own books of a day. */
async function differencesAmongOurs(db: Database, day: string): Promise<Difference[]> {
  const unpaid = await listUnpaidPaidOrders(db, day)
  const charges = await listChargesThatDiffer(db, day)
  const entries = await listEntriesThatDiffer(db, day)
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
    ...entries.map(({ orderId, movedFen, enteredFen }) => ({
      kind: 'OFFLINE_ENTRY' as const,
      subject: `offline:${orderId}`,
      orderId,
      ours: `线下收退合计 ${words(movedFen)}`,
      theirs: `前台登记合计 ${words(enteredFen)}`,
    })),
  ]
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

/** Saves a batch. A finding that the run already has is skipped. */
function keep(
  db: Database,
  runId: string,
  found: readonly Difference[],
  change: Parameters<typeof updateRun>[2],
): Promise<void> {
  return db.transaction(async (tx) => {
    const findings = found.map((difference) => ({ ...difference, runId }))
    if (findings.length > 0) await tx.insert(reconcileFindings).values(findings).onConflictDoNothing()
    await updateRun(tx, runId, change)
  })
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

/**
 * Compares the books of each requested day. Payments and refunds are compared with the provider, orders and cards with
 * their payments, money at the front desk with what staff entered. Differences are only recorded, never corrected. Each batch is saved at once, so that another worker
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
    const run = await takeRun(db, now)
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
