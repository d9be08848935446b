import { ATTENDANCES } from '@paidang/domain/areas/activities/classes/invitation'
import { RUNNING_OUT } from '@paidang/domain/areas/money/contracts/adjust'
import { ENDED_CONTRACTS_SHOWN } from '@paidang/domain/areas/money/contracts/contract'
import { addDays, type Day } from '@paidang/domain/kernel/day'
import { type SQL, sql } from 'drizzle-orm'
import {
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { createdAt, fen, idColumn, instant, lessonHours, ownId, revision } from '../db/columns.ts'
import { companyId, courseId, policyVersions } from './companies.ts'
import { files } from './files.ts'
import { userId } from './identities.ts'

/**
 * A player's lesson hours for one course. `remaining` and `held` change only together with a ledger row. The migration
 * enforces this with a deferred foreign key. It ties (id, seq, remaining, held) to the last ledger row. Source:
 * decision "Hours and money".
 */
export const contracts = pgTable(
  'contracts',
  {
    id: ownId(),
    userId: userId('user_id').notNull(),
    courseId: courseId('course_id').notNull(),
    companyId: companyId('company_id').notNull(),
    coachId: userId('coach_id'),
    remainingSessions: lessonHours('remaining_sessions').notNull(),
    heldSessions: lessonHours('held_sessions').notNull(),
    /** What classes used of it, less what came back, and what ended unused. A trigger keeps both by the ledger. */
    consumedSessions: lessonHours('consumed_sessions').notNull().default(0),
    expiredSessions: lessonHours('expired_sessions').notNull().default(0),
    seq: integer('seq').notNull(),
    unitPrice: fen('unit_price').notNull(),
    expiryDate: date('expiry_date', { mode: 'string' }).notNull(),
    revision: revision(),
    /** When its packages were paid back (退课). It ends with the classes that were kept, and takes no others. */
    refundedAt: instant('refunded_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('contracts_of_user').on(t.userId, t.courseId, t.expiryDate),
    index('contracts_with_hours').on(t.userId, t.courseId, t.expiryDate).where(sql`${t.remainingSessions} > 0`),
    // The students of a course, each once.
    index('contracts_of_course').on(t.courseId, t.userId),
    // The latest that ended: a list shows so many of them.
    index('contracts_ended').on(t.userId, t.expiryDate, t.id).where(sql`${t.remainingSessions} = 0`),
    index('contracts_of_company').on(t.companyId, t.expiryDate),
    // Contracts that owe nothing any more are most of them.
    index('contracts_owed').on(t.companyId, t.expiryDate).where(sql`${t.remainingSessions} > 0`),
    check('contracts_balance', sql`0 <= ${t.heldSessions} and ${t.heldSessions} <= ${t.remainingSessions}`),
    check(
      'contracts_halves',
      sql`${t.remainingSessions} * 2 = trunc(${t.remainingSessions} * 2) and ${t.heldSessions} * 2 = trunc(${t.heldSessions} * 2)`,
    ),
    check('contracts_unit_price', sql`${t.unitPrice} between 0 and 9007199254740991`),
  ],
)

/**
 * The ids of the contracts that a list of these users shows: those with hours, and the latest that ended. `which` is a
 * condition on the contract.
 */
export const shownContracts = (userIds: readonly string[], which: SQL | undefined): SQL => {
  const own = sql`select ${contracts.id} from ${contracts} where ${contracts.userId} = person.id and ${which ?? sql`true`}`
  return sql`(select shown.id from unnest(${`{${userIds.join(',')}}`}::bigint[]) person(id) cross join lateral (
    (${own} and ${contracts.remainingSessions} > 0)
    union all (${own} and ${contracts.remainingSessions} = 0
      order by ${contracts.expiryDate} desc, ${contracts.id} desc limit ${ENDED_CONTRACTS_SHOWN})) shown)`
}

/** The condition that a contract is running out on a day. It matches isRunningOut of the domain. */
export function isRunningOutOn(today: Day): SQL {
  return sql`${contracts.expiryDate} >= ${today}::date and ${contracts.remainingSessions} > 0
    and (${contracts.remainingSessions} - ${contracts.heldSessions} < ${RUNNING_OUT.sessions}
      or ${contracts.expiryDate} <= ${addDays(today, RUNNING_OUT.days)}::date)`
}

/** The kinds of movements of lesson hours. Source: decision "Hours and money". */
export const LEDGER_KINDS = ['GRANT', 'HOLD', 'VOID', 'CONSUME', 'REFUND', 'ADJUST', 'EXPIRE', 'PAYBACK'] as const
export type LedgerKind = (typeof LEDGER_KINDS)[number]

/**
 * Append-only movements of lesson hours. They form a chain: each row starts with the final balance of the previous row.
 */
export const lessonLedger = pgTable(
  'lesson_ledger',
  {
    contractId: idColumn('contract_id')
      .notNull()
      .references(() => contracts.id),
    seq: integer('seq').notNull(),
    kind: text('kind', { enum: LEDGER_KINDS }).notNull(),
    remainingChange: lessonHours('remaining_change').notNull(),
    heldChange: lessonHours('held_change').notNull(),
    remainingAfter: lessonHours('remaining_after').notNull(),
    heldAfter: lessonHours('held_after').notNull(),
    prevSeq: integer('prev_seq').generatedAlwaysAs(sql`case when seq > 1 then seq - 1 end`),
    prevRemaining: lessonHours('prev_remaining').generatedAlwaysAs(sql`remaining_after - remaining_change`),
    prevHeld: lessonHours('prev_held').generatedAlwaysAs(sql`held_after - held_change`),
    invitationId: idColumn('invitation_id'),
    seatUserId: userId('seat_user_id'),
    round: integer('round'),
    actorId: userId('actor_id'),
    reason: text('reason').notNull(),
    unitPrice: fen('unit_price').notNull(),
    createdAt: createdAt(),
    /** When its class was to begin as the hours moved: it may have moved since. Rows from before the column have none. */
    classStartsAt: instant('class_starts_at'),
  },
  (t) => [
    primaryKey({ name: 'lesson_ledger_pkey', columns: [t.contractId, t.seq] }),
    unique('lesson_ledger_balance').on(t.contractId, t.seq, t.remainingAfter, t.heldAfter),
    // Operators search by time, by kind, or by person.
    index('lesson_ledger_by_time').on(t.createdAt, t.contractId, t.seq),
    index('lesson_ledger_of_kind').on(t.kind, t.createdAt),
    index('lesson_ledger_of_actor').on(t.actorId, t.createdAt),
    // Each hold of a seat is made once and resolved once.
    unique('lesson_ledger_once').on(t.invitationId, t.seatUserId, t.round, t.kind),
    // For what a company sold and owes in a period.
    index('lesson_ledger_moved').on(t.contractId, t.createdAt).where(sql`${t.remainingChange} <> 0`),
    foreignKey({
      name: 'lesson_ledger_chain',
      columns: [t.contractId, t.prevSeq, t.prevRemaining, t.prevHeld],
      foreignColumns: [t.contractId, t.seq, t.remainingAfter, t.heldAfter],
    }),
    check('lesson_ledger_unit_price', sql`${t.unitPrice} between 0 and 9007199254740991`),
    check('lesson_ledger_seq', sql`${t.seq} > 0`),
    check(
      'lesson_ledger_first',
      sql`${t.seq} > 1 or (${t.remainingAfter} = ${t.remainingChange} and ${t.heldAfter} = ${t.heldChange})`,
    ),
    check(
      'lesson_ledger_kind',
      sql`${t.kind} in ('GRANT', 'HOLD', 'VOID', 'CONSUME', 'REFUND', 'ADJUST', 'EXPIRE', 'PAYBACK')`,
    ),
    check(
      'lesson_ledger_effect',
      sql`case ${t.kind}
        when 'GRANT' then ${t.remainingChange} > 0 and ${t.heldChange} = 0
        when 'HOLD' then ${t.remainingChange} = 0 and ${t.heldChange} > 0
        when 'VOID' then ${t.remainingChange} = 0 and ${t.heldChange} < 0
        when 'CONSUME' then ${t.remainingChange} < 0 and ${t.heldChange} = ${t.remainingChange}
        when 'REFUND' then ${t.remainingChange} > 0 and ${t.heldChange} = 0
        when 'EXPIRE' then ${t.remainingChange} < 0 and ${t.heldChange} = 0
        when 'PAYBACK' then ${t.remainingChange} < 0 and ${t.heldChange} = 0
        else ${t.heldChange} = 0 end`,
    ),
    check(
      'lesson_ledger_invitation',
      sql`${t.kind} not in ('HOLD', 'VOID', 'CONSUME') or (${t.invitationId} is not null and ${t.seatUserId} is not null and ${t.round} is not null)`,
    ),
  ],
)

/** The hours that completed classes consumed, one row per consumed seat. */
export const usedRecords = pgTable(
  'used_records',
  {
    id: ownId(),
    invitationId: idColumn('invitation_id').notNull(),
    userId: userId('user_id').notNull(),
    contractId: idColumn('contract_id')
      .notNull()
      .references(() => contracts.id),
    coachId: userId('coach_id').notNull(),
    companyId: companyId('company_id').notNull(),
    usedSessions: lessonHours('used_sessions').notNull(),
    attendance: text('attendance', { enum: ATTENDANCES }).notNull(),
    /** The policy of its class. Leave uses hours only where one says so. */
    policyId: idColumn('policy_id').references(() => policyVersions.id),
    createdAt: createdAt(),
  },
  (t) => [
    unique('used_records_once').on(t.invitationId, t.userId),
    index('used_records_by_time').on(t.userId, t.createdAt, t.id),
    index('used_records_of_coach').on(t.coachId, t.createdAt, t.id),
    // Counts: equal keys share their place in the index.
    index('used_records_of_user').on(t.userId, t.contractId, t.companyId),
    index('used_records_counted').on(t.coachId),
    check(
      'used_records_attendance',
      sql`${t.attendance} in ('present', 'late', 'absent') or (${t.attendance} = 'leave' and ${t.policyId} is not null)`,
    ),
    check('used_records_sessions', sql`${t.usedSessions} > 0`),
  ],
)

/**
 * The warnings sent before a contract's expiry. A later expiry has new warnings. Source: decision "Hours and money".
 */
export const contractWarnings = pgTable(
  'contract_warnings',
  {
    contractId: idColumn('contract_id')
      .notNull()
      .references(() => contracts.id),
    expiryDate: date('expiry_date', { mode: 'string' }).notNull(),
    daysBefore: smallint('days_before').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'contract_warnings_pkey', columns: [t.contractId, t.expiryDate, t.daysBefore] }),
    check('contract_warnings_days', sql`${t.daysBefore} in (14, 7, 1)`),
  ],
)

/** Photos of signed contracts between a player and a company. The latest one is valid. */
export const contractPhotos = pgTable(
  'contract_photos',
  {
    id: ownId(),
    userId: userId('user_id').notNull(),
    companyId: companyId('company_id').notNull(),
    contractAttachment: text('contract_attachment')
      .notNull()
      .references(() => files.relativePath),
    uploadedBy: userId('uploaded_by').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('contract_photos_of_user').on(t.userId, t.companyId, t.id),
    // A picture belongs to one contract only.
    unique('contract_photos_once').on(t.contractAttachment),
  ],
)
