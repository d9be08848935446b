import type { RosterImport, RosterImportDetail, RosterImportRow } from '@paidang/api/areas/activities/roster'
import { ApiError } from '@paidang/api/catalogue/errors'
import {
  type ImportContext,
  type JudgedRow,
  judgeRows,
  ROW_RESULTS,
  sumsOf,
} from '@paidang/domain/areas/activities/roster/import-rows'
import { dayOf } from '@paidang/domain/kernel/day'
import { plainPhone } from '@paidang/domain/kernel/phone'
import { and, asc, eq, not, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { companies, companyMembers, courses } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { rosterImportRows, rosterImports } from '../../../tables/roster.ts'
import { listKnownStudents } from './write-roster.ts'

export type Batch = typeof rosterImports.$inferSelect

/** The table of a company. @throws ApiError roster_import_not_found, also for that of another company */
export async function findBatch(db: Database, { id, companyId }: { id: string; companyId: string }): Promise<Batch> {
  const own = and(eq(rosterImports.id, id), eq(rosterImports.companyId, companyId))
  const [batch] = await db.select().from(rosterImports).where(own)
  if (!batch) throw new ApiError('roster_import_not_found')
  return batch
}

/** What the rows of a company's table are compared with now. */
async function readContext(
  db: Database,
  { companyId, phones, now }: { companyId: string; phones: readonly string[]; now: Date },
): Promise<ImportContext> {
  const [company] = await db
    .select({ companyName: companies.companyName, adminId: companies.adminId })
    .from(companies)
    .where(eq(companies.id, companyId))
  if (!company) throw new Error(`company ${companyId} is gone`)
  const offered = await db
    .select({ id: courses.id, name: courses.courseName })
    .from(courses)
    .where(and(eq(courses.companyId, companyId), eq(courses.delFlag, false), not(courses.isTrial)))
    .orderBy(asc(courses.id))
  const coaches = await db
    .select({ id: users.id, name: users.nickname })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .where(eq(companyMembers.companyId, companyId))
    .orderBy(asc(users.id))
  const written = await db
    .select({ key: rosterImportRows.rowKey, line: rosterImportRows.line, number: rosterImports.number })
    .from(rosterImportRows)
    .innerJoin(rosterImports, eq(rosterImports.id, rosterImportRows.importId))
    .where(
      and(
        eq(rosterImports.companyId, companyId),
        sql`${rosterImportRows.contractId} is not null and ${rosterImportRows.undoneAt} is null`,
      ),
    )
  return {
    ...company,
    today: dayOf(now),
    courses: offered,
    coaches,
    students: await listKnownStudents(db, { companyId, phones }),
    written: new Map(written.map(({ key, line, number }) => [key ?? '', { line, number }])),
  }
}

/** The rows of a table that is not confirmed, as they would be written now. */
export async function judgeBatch(
  db: Database,
  { id, companyId }: Batch,
  now: Date,
): Promise<{ rows: JudgedRow[]; context: ImportContext }> {
  const { line, cells } = rosterImportRows
  const stored = await db
    .select({ line, cells })
    .from(rosterImportRows)
    .where(eq(rosterImportRows.importId, id))
    .orderBy(line)
  const phones = stored.map((row) => plainPhone(row.cells.phone))
  const context = await readContext(db, { companyId, phones, now })
  return { rows: judgeRows(stored, context), context }
}

/**
 * The rows of a confirmed table with what became of them. A row can be taken back while its student is new, unclaimed and
 * has nothing beside the untouched contracts of this table.
 */
async function listWritten(db: Database, importId: string) {
  const { rows } = await db.execute<{
    line: number
    cells: RosterImportRow['cells']
    result: RosterImportRow['result']
    note: string
    studentId: string | null
    registration: RosterImportRow['registration']
    isUndone: boolean
    isUndoable: boolean
    sessions: string | null
    fen: string | null
    courseName: string | null
  }>(sql`
    select w.line, w.cells, w.result, w.note, w.student_id::text as "studentId", r.state as registration,
      w.undone_at is not null as "isUndone", coalesce(${isUndoable}, false) as "isUndoable",
      l.remaining_change::text as sessions, round(l.remaining_change * l.unit_price)::text as fen,
      k.course_name as "courseName"
    from ${rosterImportRows} w
    left join roster_students r on r.user_id = w.student_id
    left join contracts c on c.id = w.contract_id
    left join lesson_ledger l on l.contract_id = c.id and l.seq = 1
    left join courses k on k.id = c.course_id
    where w.import_id = ${importId} order by w.line`)
  return rows
}

/**
 * The condition that a written row `w` with its contract `c` and its student `r` can be taken back. The import of another
 * contract is read by its unique index: a condition on it would scan all rows while the table has no statistics.
 */
const isUndoable: SQL = sql`(w.result = 'NEW' and w.undone_at is null and r.state in ('WAITING', 'REFUSED')
  and not exists (select 1 from seats s where s.user_id = w.student_id)
  and not exists (select 1 from contracts other where other.user_id = w.student_id and (other.seq > 1 or w.import_id
    is distinct from (select beside.import_id from roster_import_rows beside where beside.contract_id = other.id))))`

/** The rows of a table that can be taken back: their lines, students and contracts. */
export async function listUndoable(tx: Database, importId: string) {
  const { rows } = await tx.execute<{ line: number; studentId: string; contractId: string; sessions: string }>(sql`
    select w.line, w.student_id::text as "studentId", w.contract_id::text as "contractId",
      c.remaining_sessions::text as sessions
    from roster_import_rows w join roster_students r on r.user_id = w.student_id join contracts c on c.id = w.contract_id
    where w.import_id = ${importId} and ${isUndoable} order by c.id`)
  return rows
}

const NOTHING = { rows: 0, sessions: 0 }
/** Nobody claims rows of a table that is not confirmed. */
const UNCLAIMED = { waiting: NOTHING, claimed: NOTHING, refused: NOTHING }

/** Tables as the list shows them. */
export async function presentBatches(db: Database, batches: readonly Batch[]): Promise<RosterImport[]> {
  if (batches.length === 0) return []
  const ids = `{${batches.map(({ id }) => id).join(',')}}`
  const { rows } = await db.execute<
    Record<'id' | 'rows' | 'sessions' | 'claimed' | 'undoRows' | 'undoSessions', string>
  >(sql`
    select w.import_id::text as id, count(*) filter (where w.contract_id is not null and w.undone_at is null) as rows,
      coalesce(sum(l.remaining_change) filter (where w.undone_at is null), 0) as sessions,
      count(distinct w.student_id) filter (where w.result = 'NEW' and r.state in ('CLAIMED', 'GUARDED')) as claimed,
      count(*) filter (where ${isUndoable}) as "undoRows",
      coalesce(sum(l.remaining_change) filter (where ${isUndoable}), 0) as "undoSessions"
    from roster_import_rows w
    left join roster_students r on r.user_id = w.student_id
    left join lesson_ledger l on l.contract_id = w.contract_id and l.seq = 1
    where w.import_id = any(${ids}::bigint[]) group by w.import_id`)
  const names = await db
    .select({ id: rosterImports.id, nickname: users.nickname })
    .from(rosterImports)
    .innerJoin(users, eq(users.id, rosterImports.confirmedBy))
    .where(sql`${rosterImports.id} = any(${ids}::bigint[])`)
  return batches.map((batch) => {
    const sums = rows.find(({ id }) => id === batch.id)
    // Only a table that is given up has lost its rows: it was never confirmed.
    const isGivenUp = batch.state === 'UNDONE' && !sums
    return {
      id: batch.id,
      number: batch.number,
      fileName: batch.fileName,
      state: batch.state,
      createTime: batch.createdAt.toISOString(),
      confirmedAt: (!isGivenUp && batch.confirmedAt?.toISOString()) || null,
      confirmedBy: (!isGivenUp && names.find(({ id }) => id === batch.id)?.nickname) || null,
      written: sums ? { rows: Number(sums.rows), sessions: Number(sums.sessions) } : NOTHING,
      claimed: Number(sums?.claimed ?? 0),
      undoable: sums ? { rows: Number(sums.undoRows), sessions: Number(sums.undoSessions) } : NOTHING,
    }
  })
}

type Asked = {
  tab?: RosterImportRow['result'] | 'WAITING' | 'CLAIMED' | 'REFUSED' | undefined
  current: number
  rows: number
}

const RANK = new Map(ROW_RESULTS.map((result, place) => [result, place]))

/** A row of a table that is not confirmed. */
export function presentJudged({ line, cells, result, note, cell }: JudgedRow): RosterImportRow {
  const unwritten = { studentId: null, registration: null, isUndone: false, isUndoable: false }
  return { line, cells, result, note, cell: cell ?? null, ...unwritten }
}

const isOfTab = (
  { result, registration }: Pick<RosterImportRow, 'result' | 'registration'>,
  tab: NonNullable<Asked['tab']>,
) => {
  if (tab === 'CLAIMED') return result === 'NEW' && (registration === 'CLAIMED' || registration === 'GUARDED')
  if (tab === 'WAITING' || tab === 'REFUSED') return result === 'NEW' && registration === tab
  return result === tab
}

/** A table with its sums and one page of its rows. The sums of a confirmed one are those of its ledger rows. */
export async function presentDetail(
  db: Database,
  batch: Batch,
  { tab, current, rows: size, now, isKnownFile = false }: Asked & { now: Date; isKnownFile?: boolean },
): Promise<RosterImportDetail> {
  const [head] = await presentBatches(db, [batch])
  if (!head) throw new Error('a batch is not presented')
  const page = (all: readonly RosterImportRow[]) => {
    const meant = tab ? all.filter((row) => isOfTab(row, tab)) : [...all]
    return { total: meant.length, rows: meant.slice((current - 1) * size, current * size) }
  }
  if (batch.state !== 'DRAFT') {
    const written = await listWritten(db, batch.id)
    const sumOf = (some: typeof written) => ({
      rows: some.length,
      sessions: some.reduce((sum, { sessions }) => sum + Number(sessions ?? 0), 0),
    })
    const of = (...results: RosterImportRow['result'][]) =>
      sumOf(written.filter(({ result }) => results.includes(result)))
    const inTab = (tab: NonNullable<Asked['tab']>) => sumOf(written.filter((row) => isOfTab(row, tab)))
    const names = [...new Set(written.flatMap(({ courseName }) => courseName ?? []))]
    const fenOf = (some: typeof written) => some.reduce((sum, { fen }) => sum + Number(fen ?? 0), 0)
    return {
      ...head,
      isKnownFile,
      sums: {
        all: sumOf(written),
        written: of('NEW', 'KNOWN'),
        duplicate: of('DUPLICATE'),
        faulty: of('FAULTY'),
        known: of('KNOWN'),
        new: of('NEW'),
        waiting: inTab('WAITING'),
        claimed: inTab('CLAIMED'),
        refused: inTab('REFUSED'),
        newPeople: new Set(written.filter(({ result }) => result === 'NEW').map(({ studentId }) => studentId)).size,
        courses: names.map((name) => {
          const some = written.filter(({ courseName }) => courseName === name)
          return { name, ...sumOf(some), fen: fenOf(some) }
        }),
        fen: fenOf(written),
      },
      courseNames: [],
      ...page(written.map(({ sessions: _s, fen: _f, courseName: _c, ...row }) => ({ ...row, cell: null }))),
    }
  }
  const { rows, context } = await judgeBatch(db, batch, now)
  const { courses: byCourse, ...sums } = sumsOf(rows)
  const nameOf = (courseId: string) => context.courses.find(({ id }) => id === courseId)?.name ?? ''
  const inOrder = [...rows].sort((a, b) => (RANK.get(a.result) ?? 0) - (RANK.get(b.result) ?? 0) || a.line - b.line)
  return {
    ...head,
    written: sums.written,
    isKnownFile,
    sums: {
      ...sums,
      ...UNCLAIMED,
      courses: byCourse.map(({ courseId, ...sum }) => ({ name: nameOf(courseId), ...sum })),
    },
    courseNames: context.courses.map(({ name }) => name),
    ...page(inOrder.map(presentJudged)),
  }
}
