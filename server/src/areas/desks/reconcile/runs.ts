import * as api from '@paidang/api/areas/desks/admin-reconcile'
import { ApiError } from '@paidang/api/catalogue/errors'
import { addDays, type Day, dayOf, instantOf } from '@paidang/domain/kernel/day'
import { and, asc, desc, eq, gte, inArray, ne, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { orders, payments, refunds } from '../../../tables/payments.ts'
import { reconcileFindings, reconcileRuns } from '../../../tables/reconcile.ts'
import { staff } from '../../../tables/staff-identities.ts'
import { recordAuditEvent } from '../../ground/audit-log/audit-log.ts'
import { askProvider } from '../../money/payments/ask-provider.ts'
import { type Payments, refuseWhileAway } from '../../money/payments/provider.ts'
import { settleRefund } from '../../money/payments/refunds.ts'
import { comparePayment, compareRefund, type Difference } from './compare-books.ts'

function selectRuns(db: Database) {
  const ofRun = sql`select count(*) from ${reconcileFindings} f where f.run_id = ${reconcileRuns.id}`
  return db
    .select({
      run: reconcileRuns,
      requestedBy: staff.nickname,
      findings: sql<number>`(${ofRun})`.mapWith(Number),
      openFindings: sql<number>`(${ofRun} and f.settled_at is null)`.mapWith(Number),
    })
    .from(reconcileRuns)
    .leftJoin(staff, eq(staff.id, reconcileRuns.requestedBy))
    .$dynamic()
}

async function findRun(db: Database, id: string): Promise<api.ReconcileRun | undefined> {
  const [row] = await selectRuns(db).where(eq(reconcileRuns.id, id))
  return row && presentRun(row)
}

function presentRun(row: Awaited<ReturnType<typeof selectRuns>>[number]): api.ReconcileRun {
  const { run, requestedBy, findings, openFindings } = row
  const { id, day, state, toCompare, compared, createdAt, endedAt } = run
  const times = { createTime: createdAt.toISOString(), endTime: endedAt?.toISOString() ?? null }
  return { id, day, state, requestedBy, toCompare, compared, findings, openFindings, ...times }
}

const selectFindings = (db: Database) =>
  db
    .select({ finding: reconcileFindings, orderTitle: orders.title })
    .from(reconcileFindings)
    .innerJoin(orders, eq(orders.id, reconcileFindings.orderId))
    .$dynamic()

type FindingRow = Awaited<ReturnType<typeof selectFindings>>[number]

function presentFinding({ finding, orderTitle }: FindingRow): api.ReconcileFinding {
  const { id, kind, orderId, ours, theirs, settledAt } = finding
  return { id, kind, orderId, orderTitle, ours, theirs, settledTime: settledAt?.toISOString() ?? null }
}

/** Inserts a run for a day. @returns its id; undefined while another one of that day goes on */
async function insertRun(
  tx: Database,
  run: { day: Day; requestedBy: string | null; createdAt: Date },
): Promise<string | undefined> {
  const { id } = reconcileRuns
  const [row] = await tx.insert(reconcileRuns).values(run).onConflictDoNothing().returning({ id })
  return row?.id
}

/**
 * Requests a comparison of the day before, unless it was compared after its end, or soon will be. A run requested before
 * the end saw only a part of the day, and one that failed does not count.
 */
export async function reconcileYesterday({ db, now }: JobContext): Promise<void> {
  const day = addDays(dayOf(now), -1)
  const isWhole = gte(reconcileRuns.createdAt, instantOf(addDays(day, 1), 0))
  const isCompared = and(eq(reconcileRuns.day, day), ne(reconcileRuns.state, 'FAILED'), isWhole)
  if ((await db.$count(reconcileRuns, isCompared)) === 0) {
    await insertRun(db, { day, requestedBy: null, createdAt: now })
  }
}

/** The job begins within seconds. If a comparison of that day goes on, it is returned instead. */
async function startRun(handled: Handled<typeof api.startReconcile>): Promise<api.ReconcileRun> {
  const { body, staff: operator, db, now } = handled
  const { day } = body
  if (day > dayOf(now)) throw new ApiError('reconcile_day_ahead')
  return db.transaction(async (tx) => {
    const begun = await insertRun(tx, { day, requestedBy: operator.id, createdAt: now })
    const goesOn = and(eq(reconcileRuns.day, day), inArray(reconcileRuns.state, ['WAITING', 'RUNNING']))
    const [other] = begun ? [] : await tx.select({ id: reconcileRuns.id }).from(reconcileRuns).where(goesOn)
    const id = begun ?? other?.id
    const run = id === undefined ? undefined : await findRun(tx, id)
    // The other run ended between the two queries.
    if (!run) return startRun({ ...handled, db: tx })
    if (begun) {
      const event = { action: 'reconcile.start', objectId: begun, summary: `开始对账 ${day}` } as const
      await recordAuditEvent(tx, { actorId: operator.id, ...event, now })
    }
    return run
  })
}

async function compareAgain(
  db: Database,
  { paymentId, refundId }: FindingRow['finding'],
  provided: Payments,
  now: Date,
): Promise<Difference | undefined> {
  const { provider } = provided
  if (paymentId !== null) {
    const select = () =>
      db
        .select({ payment: payments, orderState: orders.state })
        .from(payments)
        .innerJoin(orders, eq(orders.id, payments.orderId))
        .where(eq(payments.id, paymentId))
    const [before] = await select()
    // A payment that already brought money in our books needs no further answer.
    const isOpen = before && before.payment.state !== 'SETTLED' && before.payment.state !== 'SURPLUS'
    if (isOpen) {
      const closes = before.orderState !== 'UNPAID'
      await askProvider(db, { payments: provided, payment: before.payment, closes, now })
    }
    const [after] = await select()
    return after && comparePayment(provider, after.payment)
  }
  if (refundId === null) return undefined
  const select = () => db.select().from(refunds).where(eq(refunds.id, refundId))
  const [before] = await select()
  if (!before) return undefined
  const known = await provider.queryRefund(before.outRefundNo)
  if (known.state !== 'UNKNOWN') await settleRefund(db, { outRefundNo: before.outRefundNo, refund: known, now })
  const [after] = await select()
  return after && compareRefund(provider, after)
}

/**
 * Money that came settles its order or is refunded; a completed refund becomes DONE. If the books agree now, the finding
 * is settled. Otherwise it records what they say now. A difference within our own books cannot be settled by the
 * provider. The provider is never asked inside a transaction.
 */
async function recheckFinding({
  params: { id },
  staff: { id: actorId },
  db,
  now,
  app: { payments: provided },
}: Handled<typeof api.recheckFinding>): Promise<api.ReconcileFinding> {
  const find = async () => (await selectFindings(db).where(eq(reconcileFindings.id, id)))[0]
  const found = await find()
  if (!found) throw new ApiError('reconcile_finding_not_found')
  const { finding } = found
  if (!finding.settledAt && (finding.paymentId ?? finding.refundId)) {
    const difference = await compareAgain(db, finding, provided, now).catch(refuseWhileAway)
    await db.transaction(async (tx) => {
      const { kind, ours, theirs } = difference ?? finding
      const change = difference ? { kind, ours, theirs } : { settledAt: now }
      await tx.update(reconcileFindings).set(change).where(eq(reconcileFindings.id, id))
      const outcome = difference ? '仍不一致' : '已一致'
      const summary = `重新核对对账差异（订单 ${finding.orderId}）：${outcome}`
      await recordAuditEvent(tx, { actorId, action: 'reconcile.recheck', objectId: id, summary, now })
    })
  }
  const row = await find()
  if (!row) throw new Error(`finding ${id} is gone`)
  return presentFinding(row)
}

export default plugin([
  handle(api.startReconcile, startRun),

  handle(api.listReconcileRuns, ({ query, db }) =>
    pageOf(db, selectRuns(db), { where: undefined, order: [desc(reconcileRuns.id)], query, present: presentRun }),
  ),

  handle(api.getReconcileRun, async ({ params: { id }, db }) => {
    const run = await findRun(db, id)
    if (!run) throw new ApiError('reconcile_run_not_found')
    return run
  }),

  // Of one kind or all, in the order in which they were found.
  handle(api.listReconcileFindings, ({ params: { id: runId }, query, db }) => {
    const where = and(eq(reconcileFindings.runId, runId), query.kind && eq(reconcileFindings.kind, query.kind))
    return pageOf(db, selectFindings(db), { where, order: [asc(reconcileFindings.id)], query, present: presentFinding })
  }),

  handle(api.recheckFinding, recheckFinding),
])
