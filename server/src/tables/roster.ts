import type { ImportCells } from '@paidang/domain/areas/activities/roster/import-cells'
import { IMPORT_STATES, ROW_RESULTS } from '@paidang/domain/areas/activities/roster/import-rows'
import { REGISTRATION_STATES } from '@paidang/domain/areas/activities/roster/registration'
import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, idColumn, instant, ownId } from '../db/columns.ts'
import { companyId } from './companies.ts'
import { contracts } from './contracts.ts'
import { userId } from './identities.ts'

/**
 * Students whom a club registered before they had an account. `userId` is the unclaimed person of `users` to whom
 * classes, contracts and hours belong until the claim. Source: decision record 053
 */
export const rosterStudents = pgTable(
  'roster_students',
  {
    userId: userId('user_id').primaryKey(),
    companyId: companyId('company_id').notNull(),
    /** As the club wrote it. Nobody has proved the number. */
    name: text('name').notNull(),
    phone: text('phone').notNull(),
    state: text('state', { enum: REGISTRATION_STATES }).notNull().default('WAITING'),
    /** The account that claimed them, as themselves or as their parent. */
    accountId: userId('account_id'),
    /** The number whose owner does not know them, and is never asked again. */
    refusedPhone: text('refused_phone'),
    codeHash: text('code_hash'),
    codeExpiresAt: instant('code_expires_at'),
    addedBy: userId('added_by').notNull(),
    answeredAt: instant('answered_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('roster_students_of_company').on(t.companyId, t.userId),
    index('roster_students_waiting').on(t.phone).where(sql`${t.state} = 'WAITING'`),
    index('roster_students_of_account').on(t.accountId),
    uniqueIndex('roster_students_once').on(t.companyId, t.phone, t.name).where(sql`${t.state} <> 'WITHDRAWN'`),
    uniqueIndex('roster_students_code').on(t.codeHash),
    check('roster_students_state', sql`${t.state} in ('WAITING', 'CLAIMED', 'GUARDED', 'REFUSED', 'WITHDRAWN')`),
    check('roster_students_account', sql`(${t.state} in ('CLAIMED', 'GUARDED')) = (${t.accountId} is not null)`),
    check('roster_students_refused', sql`${t.state} <> 'REFUSED' or ${t.refusedPhone} is not null`),
    check('roster_students_code_end', sql`(${t.codeHash} is null) = (${t.codeExpiresAt} is null)`),
  ],
)

/** The tables that a company's admin uploaded. `number` counts those of one company. */
export const rosterImports = pgTable(
  'roster_imports',
  {
    id: ownId(),
    companyId: companyId('company_id').notNull(),
    number: integer('number').notNull(),
    fileName: text('file_name').notNull(),
    /** Null once rows of the file may come again. */
    fileHash: text('file_hash'),
    state: text('state', { enum: IMPORT_STATES }).notNull().default('DRAFT'),
    uploadedBy: userId('uploaded_by').notNull(),
    confirmedBy: userId('confirmed_by'),
    confirmedAt: instant('confirmed_at'),
    undoneAt: instant('undone_at'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('roster_imports_number').on(t.companyId, t.number),
    // The same file again opens the batch that is there.
    uniqueIndex('roster_imports_file').on(t.companyId, t.fileHash).where(sql`${t.state} <> 'UNDONE'`),
    check('roster_imports_state', sql`${t.state} in ('DRAFT', 'WRITTEN', 'UNDONE')`),
    check(
      'roster_imports_confirmed',
      sql`(${t.state} = 'DRAFT') = (${t.confirmedAt} is null) and (${t.confirmedAt} is null) = (${t.confirmedBy} is null)
        and (${t.state} = 'UNDONE') = (${t.undoneAt} is not null)`,
    ),
  ],
)

/** The rows of these tables. `result` and what it wrote are kept with the confirmation; before it they are judged anew. */
export const rosterImportRows = pgTable(
  'roster_import_rows',
  {
    importId: idColumn('import_id')
      .notNull()
      .references((): AnyPgColumn => rosterImports.id),
    line: integer('line').notNull(),
    cells: jsonb('cells').$type<ImportCells>().notNull(),
    result: text('result', { enum: ROW_RESULTS }),
    note: text('note').notNull().default(''),
    /** What two equal rows have in common. */
    rowKey: text('row_key'),
    studentId: userId('student_id'),
    contractId: idColumn('contract_id').references(() => contracts.id),
    undoneAt: instant('undone_at'),
  },
  (t) => [
    primaryKey({ name: 'roster_import_rows_pkey', columns: [t.importId, t.line] }),
    uniqueIndex('roster_import_rows_contract').on(t.contractId),
    index('roster_import_rows_of_student').on(t.studentId),
    index('roster_import_rows_undone').on(t.importId).where(sql`${t.undoneAt} is not null`),
    check('roster_import_rows_result', sql`${t.result} in ('FAULTY', 'DUPLICATE', 'KNOWN', 'NEW')`),
    check(
      'roster_import_rows_written',
      sql`(coalesce(${t.result}, 'FAULTY') in ('KNOWN', 'NEW')) = (${t.contractId} is not null)
        and (${t.contractId} is null) = (${t.studentId} is null) and (${t.undoneAt} is null or ${t.contractId} is not null)`,
    ),
  ],
)

/** The phone of a student as their club knows it: their own, or the one that the club wrote down. */
export const phoneOfStudent = (user: SQL): SQL<string | null> => sql<string | null>`coalesce(${user}.phone,
  (select r.phone from ${rosterStudents} r where r.user_id = ${user}.id and r.state <> 'WITHDRAWN'))`

/** The condition that a contract's import was undone, so that it counts for nobody. The first two parts spare most look-ups. */
export const isTakenBack = (contract: SQL): SQL => sql`(${contract}.seq = 2 and ${contract}.remaining_sessions = 0
  and exists (select 1 from ${rosterImportRows} w where w.contract_id = ${contract}.id and w.undone_at is not null))`
