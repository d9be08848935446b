import { MAX_RUN_ATTEMPTS } from '@paidang/domain/areas/payments/reconcile'
import { addDays, type Day, instantOf } from '@paidang/domain/kernel/day'
import { and, asc, desc, eq, gt, gte, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { countUpTo } from '../../../db/count-up-to.ts'
import type { Database } from '../../../db/database.ts'
import { cardLedger } from '../../../tables/cards.ts'
import { orders, type ProviderName, payments, refunds } from '../../../tables/payments.ts'
import { reconcileFindings, reconcileRuns } from '../../../tables/reconcile.ts'
import { staff } from '../../../tables/staff-identities.ts'

export type RunRow = typeof reconcileRuns.$inferSelect
export type FindingRow = typeof reconcileFindings.$inferSelect
export type NewFinding = Omit<typeof reconcileFindings.$inferInsert, 'id' | 'settledAt' | 'createdAt'>

const GOES_ON = ['WAITING', 'RUNNING'] as const

/** Inserts a run for a day. Undefined while another one of that day goes on. */
export async function insertRun(
  tx: Database,
  run: { day: Day; requestedBy: string | null; createdAt: Date },
): Promise<RunRow | undefined> {
  const [row] = await tx.insert(reconcileRuns).values(run).onConflictDoNothing().returning()
  return row
}

/** Reads the run of a day that waits or is running. */
export async function findRunGoingOn(db: Database, day: Day): Promise<RunRow | undefined> {
  const goesOn = and(eq(reconcileRuns.day, day), inArray(reconcileRuns.state, [...GOES_ON]))
  const [row] = await db.select().from(reconcileRuns).where(goesOn)
  return row
}

/**
 * Whether a day was compared after its end, or soon will be. A run requested before the end saw only a part of the day.
 */
export async function isDayCompared(db: Database, day: Day): Promise<boolean> {
  const { state, createdAt } = reconcileRuns
  const isWhole = gte(createdAt, instantOf(addDays(day, 1), 0))
  return (await db.$count(reconcileRuns, and(eq(reconcileRuns.day, day), ne(state, 'FAILED'), isWhole))) > 0
}

/** Takes over the oldest run without a worker. It waits, or its last sign of life is older than `silentSince`. */
export async function takeRun(
  db: Database,
  { now, silentSince }: { now: Date; silentSince: Date },
): Promise<RunRow | undefined> {
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
export async function updateRun(
  tx: Database,
  id: string,
  change: Partial<Omit<RunRow, 'id' | 'day' | 'requestedBy' | 'createdAt' | 'attempts'>>,
): Promise<void> {
  await tx.update(reconcileRuns).set(change).where(eq(reconcileRuns.id, id))
}

/** Records that the provider could not be asked. The run waits for its next turn, or has failed. */
export async function postponeRun(db: Database, id: string, now: Date): Promise<void> {
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
export async function countToCompare(db: Database, day: Day, provider: ProviderName): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)`.mapWith(Number) })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(refundsOf(day), eq(payments.provider, provider)))
  return (await db.$count(payments, paymentsOf(day, provider))) + (row?.count ?? 0)
}

type Batch = { day: Day; provider: ProviderName; afterId: string; limit: number }

/** Lists the next payments of a day, in order of id. */
export async function listPaymentsToCompare(db: Database, { day, provider, afterId, limit }: Batch) {
  return db
    .select()
    .from(payments)
    .where(and(paymentsOf(day, provider), gt(payments.id, afterId)))
    .orderBy(asc(payments.id))
    .limit(limit)
}

/** Lists the next refunds of a day, in order of id. */
export async function listRefundsToCompare(db: Database, { day, provider, afterId, limit }: Batch) {
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
export async function listUnpaidPaidOrders(db: Database, day: Day): Promise<{ id: string; amountFen: number }[]> {
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
export async function listChargesThatDiffer(
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

/** Inserts the findings of a run. A finding that the run already has is skipped. */
export async function insertFindings(tx: Database, findings: NewFinding[]): Promise<void> {
  if (findings.length > 0) await tx.insert(reconcileFindings).values(findings).onConflictDoNothing()
}

const selectRuns = (db: Database) =>
  db
    .select({
      run: reconcileRuns,
      requestedBy: staff.nickname,
      findings: sql<number>`(select count(*) from ${reconcileFindings} f where f.run_id = ${reconcileRuns.id})`.mapWith(
        Number,
      ),
      openFindings: sql<number>`(select count(*) from ${reconcileFindings} f where f.run_id = ${reconcileRuns.id}
        and f.settled_at is null)`.mapWith(Number),
    })
    .from(reconcileRuns)
    .leftJoin(staff, eq(staff.id, reconcileRuns.requestedBy))
    .$dynamic()

export type RunForReader = Awaited<ReturnType<typeof selectRuns>>[number]

export async function findRun(db: Database, id: string): Promise<RunForReader | undefined> {
  const [row] = await selectRuns(db).where(eq(reconcileRuns.id, id))
  return row
}

/** Reads one page of runs, the latest first. */
export async function pageRuns(
  db: Database,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: RunForReader[]; total: number }> {
  const rows = await selectRuns(db).orderBy(desc(reconcileRuns.id)).limit(limit).offset(offset)
  return { rows, total: await db.$count(reconcileRuns) }
}

const selectFindings = (db: Database) =>
  db
    .select({ finding: reconcileFindings, orderTitle: orders.title })
    .from(reconcileFindings)
    .innerJoin(orders, eq(orders.id, reconcileFindings.orderId))
    .$dynamic()

export type FindingForReader = Awaited<ReturnType<typeof selectFindings>>[number]

export async function findFinding(db: Database, id: string): Promise<FindingForReader | undefined> {
  const [row] = await selectFindings(db).where(eq(reconcileFindings.id, id))
  return row
}

/** Reads one page of a run's findings, of one kind or all, in the order in which they were found. */
export async function pageFindings(
  db: Database,
  {
    runId,
    kind,
    limit,
    offset,
  }: { runId: string; kind: FindingRow['kind'] | undefined; limit: number; offset: number },
): Promise<{ rows: FindingForReader[]; total: number }> {
  const condition = and(eq(reconcileFindings.runId, runId), kind && eq(reconcileFindings.kind, kind))
  const rows = await selectFindings(db).where(condition).orderBy(asc(reconcileFindings.id)).limit(limit).offset(offset)
  const matching = db.select({ id: reconcileFindings.id }).from(reconcileFindings).where(condition)
  return { rows, total: await countUpTo(db, matching) }
}

/** Records that the two books agree again, or what they say now. */
export async function updateFinding(
  db: Database,
  id: string,
  change: { settledAt: Date } | { ours: string; theirs: string; kind: FindingRow['kind'] },
): Promise<void> {
  await db.update(reconcileFindings).set(change).where(eq(reconcileFindings.id, id))
}

/** Reads the payment of a finding, with the state of its order. */
export async function findPaymentOf(db: Database, paymentId: string) {
  const [row] = await db
    .select({ payment: payments, orderState: orders.state })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(eq(payments.id, paymentId))
  return row
}

/** Reads the refund of a finding. */
export async function findRefund(db: Database, refundId: string) {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, refundId))
  return row
}
