import { AWAY_REASONS, LEAVE_CASE_STATES, LEAVE_CAUSES } from '@paidang/domain/areas/activities/coach-leaves/leave'
import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, idColumn, instant, ownId } from '../db/columns.ts'
import { companyId } from './companies.ts'
import { contracts } from './contracts.ts'
import { userId } from './identities.ts'

/** Coaches who do not teach their students: they left, were stopped, or are away. Source: decision record 065 */
export const coachLeaves = pgTable(
  'coach_leaves',
  {
    id: ownId(),
    coachId: userId('coach_id').notNull(),
    cause: text('cause', { enum: LEAVE_CAUSES }).notNull(),
    reason: text('reason', { enum: AWAY_REASONS as [(typeof AWAY_REASONS)[number]] }),
    /** The days of an absence, both included. */
    firstDay: date('first_day', { mode: 'string' }),
    lastDay: date('last_day', { mode: 'string' }),
    /** The repetition that holds the locks of an absence; null where every half-hour was taken. */
    lockSeriesId: idColumn('lock_series_id'),
    /** Who entered an absence. */
    madeBy: userId('made_by'),
    /** When the coach was back; of who left, when they joined the company again. */
    endedAt: instant('ended_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('coach_leaves_of_coach').on(t.coachId, t.cause),
    uniqueIndex('coach_leaves_one_at_once')
      .on(t.coachId, t.cause)
      .where(sql`${t.endedAt} is null and ${t.cause} <> 'LEFT'`),
    check('coach_leaves_cause', sql`${t.cause} in ('LEFT', 'STOPPED', 'AWAY')`),
    check(
      'coach_leaves_away',
      sql`num_nonnulls(${t.reason}, ${t.firstDay}, ${t.lastDay}, ${t.madeBy}) = case when ${t.cause} = 'AWAY' then 4 else 0 end`,
    ),
    check('coach_leaves_days', sql`${t.firstDay} <= ${t.lastDay}`),
    check('coach_leaves_reason', sql`${t.reason} in ('INJURY', 'ILLNESS', 'MATCH', 'TRAVEL', 'FAMILY', 'OTHER')`),
  ],
)

/** What each student of such a coach is asked to decide, one row for a student and company. */
export const coachLeaveCases = pgTable(
  'coach_leave_cases',
  {
    id: ownId(),
    leaveId: idColumn('leave_id')
      .notNull()
      .references(() => coachLeaves.id),
    coachId: userId('coach_id').notNull(),
    companyId: companyId('company_id').notNull(),
    playerId: userId('player_id').notNull(),
    state: text('state', { enum: LEAVE_CASE_STATES }).notNull().default('OPEN'),
    /** The coach whom the admin proposes. */
    proposedId: userId('proposed_id'),
    newCoachId: userId('new_coach_id'),
    dueAt: instant('due_at').notNull(),
    /** When who has not answered is reminded; null once they were. */
    remindAt: instant('remind_at'),
    endedAt: instant('ended_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('coach_leave_cases_of_leave').on(t.leaveId),
    index('coach_leave_cases_of_company').on(t.companyId, t.createdAt, t.id),
    // What nobody answered is few, whatever the years leave behind.
    index('coach_leave_cases_open_of_company').on(t.companyId, t.createdAt, t.id).where(sql`${t.state} = 'OPEN'`),
    index('coach_leave_cases_of_player').on(t.playerId),
    index('coach_leave_cases_due').on(t.dueAt).where(sql`${t.state} = 'OPEN'`),
    uniqueIndex('coach_leave_cases_one_stands')
      .on(t.playerId, t.coachId, t.companyId)
      .where(sql`${t.state} in ('OPEN', 'WAITING')`),
    check(
      'coach_leave_cases_state',
      sql`${t.state} in ('OPEN', 'WAITING', 'CHANGED', 'REFUND_ASKED', 'RETURNED', 'ENDED', 'REPLACED')`,
    ),
    check('coach_leave_cases_ended', sql`(${t.state} in ('OPEN', 'WAITING')) = (${t.endedAt} is null)`),
    check('coach_leave_cases_changed', sql`(${t.state} = 'CHANGED') = (${t.newCoachId} is not null)`),
    check('coach_leave_cases_two_people', sql`${t.coachId} <> ${t.playerId}`),
  ],
)

/** By how many days an absence extended a contract. The key allows it once. Source: decision record 066 */
export const contractExtensions = pgTable(
  'contract_extensions',
  {
    leaveId: idColumn('leave_id')
      .notNull()
      .references(() => coachLeaves.id),
    contractId: idColumn('contract_id')
      .notNull()
      .references(() => contracts.id),
    days: integer('days').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'contract_extensions_pkey', columns: [t.leaveId, t.contractId] }),
    index('contract_extensions_of_contract').on(t.contractId),
    check('contract_extensions_days', sql`${t.days} > 0`),
  ],
)
