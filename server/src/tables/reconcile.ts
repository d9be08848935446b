import { FINDING_KINDS, RUN_STATES } from '@paidang/domain/areas/money/payments/reconcile'
import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, idColumn, instant, ownId } from '../db/columns.ts'
import { orders, payments, refunds } from './payments.ts'
import { staff } from './staff-identities.ts'

/**
 * A comparison of our books of one Shanghai day with the provider's, and within our own books. It runs in batches.
 * `paymentsUpTo` and `refundsUpTo` are the last compared ids, so a killed process loses one batch at most.
 */
export const reconcileRuns = pgTable(
  'reconcile_runs',
  {
    id: ownId(),
    day: date('day', { mode: 'string' }).notNull(),
    state: text('state', { enum: RUN_STATES }).notNull().default('WAITING'),
    /** The operator who requested it; null for the nightly job. */
    requestedBy: idColumn('requested_by').references(() => staff.id),
    toCompare: integer('to_compare').notNull().default(0),
    compared: integer('compared').notNull().default(0),
    paymentsUpTo: idColumn('payments_up_to').notNull().default('0'),
    refundsUpTo: idColumn('refunds_up_to').notNull().default('0'),
    /** How often the provider could not be asked. */
    attempts: integer('attempts').notNull().default(0),
    /** The last sign of life of its worker. */
    beatAt: instant('beat_at'),
    endedAt: instant('ended_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('reconcile_runs_of_day').on(t.day, t.id),
    uniqueIndex('reconcile_runs_one_goes_on').on(t.day).where(sql`${t.state} in ('WAITING', 'RUNNING')`),
    index('reconcile_runs_failed').on(t.endedAt).where(sql`${t.state} = 'FAILED'`),
    check('reconcile_runs_state', sql`${t.state} in ('WAITING', 'RUNNING', 'DONE', 'FAILED')`),
    check('reconcile_runs_ended', sql`(${t.state} in ('DONE', 'FAILED')) = (${t.endedAt} is not null)`),
    check('reconcile_runs_compared', sql`${t.compared} >= 0 and ${t.toCompare} >= 0`),
  ],
)

/**
 * A difference that a run found. `settledAt` is when the two books agreed again. `subject` names what differs, once per
 * run.
 */
export const reconcileFindings = pgTable(
  'reconcile_findings',
  {
    id: ownId(),
    runId: idColumn('run_id')
      .notNull()
      .references(() => reconcileRuns.id),
    kind: text('kind', { enum: FINDING_KINDS }).notNull(),
    subject: text('subject').notNull(),
    orderId: idColumn('order_id')
      .notNull()
      .references(() => orders.id),
    paymentId: idColumn('payment_id').references(() => payments.id),
    refundId: idColumn('refund_id').references(() => refunds.id),
    /** What each of the two books said, for the reader. */
    ours: text('ours').notNull(),
    theirs: text('theirs').notNull(),
    settledAt: instant('settled_at'),
    createdAt: createdAt(),
  },
  (t) => [
    unique('reconcile_findings_once').on(t.runId, t.subject),
    index('reconcile_findings_open').on(t.runId).where(sql`${t.settledAt} is null`),
    index('reconcile_findings_of_run').on(t.runId, t.id),
    check(
      'reconcile_findings_kind',
      sql`${t.kind} in ('PAYMENT_MISSED', 'PAYMENT_MISSING', 'PAYMENT_AMOUNT', 'PAYMENT_NUMBER', 'REFUND_STATE',
        'ORDER_UNPAID', 'CARD_LEDGER', 'OFFLINE_ENTRY')`,
    ),
  ],
)
