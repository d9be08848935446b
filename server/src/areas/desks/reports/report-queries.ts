import type { ReportKind } from '@paidang/domain/areas/reports/report'
import { offsetOf, type Page } from '@paidang/domain/kernel/page'
import type { RevisedTable } from '@paidang/domain/kernel/revision'
import { and, asc, desc, eq, gt, inArray, isNotNull, lt, or, sql } from 'drizzle-orm'
import { countUpTo } from '../../../db/count-up-to.ts'
import type { Database } from '../../../db/database.ts'
import { users } from '../../../tables/identities.ts'
import { isFirstOfGroup, type ReportRow, reports } from '../../../tables/reports.ts'

/** The tables of reported objects. Their rows have a revision. */
export const REPORTED_TABLES = { user: 'users', ball: 'ball_games' } as const satisfies Record<ReportKind, RevisedTable>

/** A reported object. */
export type Reported = { kind: ReportKind; objectId: string }

const ofThing = ({ kind, objectId }: Reported) => and(eq(reports.kind, kind), eq(reports.objectId, objectId))

/**
 * Inserts a report.
 *
 * @returns its id; undefined if a report of this person about this object still waits
 */
export async function insertReport(tx: Database, report: typeof reports.$inferInsert): Promise<string | undefined> {
  const [row] = await tx.insert(reports).values(report).onConflictDoNothing().returning({ id: reports.id })
  return row?.id
}

/** Counts the objects that a person has reported since an instant. */
export async function countReportsOf(
  db: Database,
  { reporterId, since }: { reporterId: string; since: Date },
): Promise<number> {
  return db.$count(reports, and(eq(reports.reporterId, reporterId), gt(reports.createdAt, since)))
}

const reportCount = sql<number>`(
  select count(*) from ${reports} o
  where o.kind = ${reports}.kind and o.object_id = ${reports}.object_id
    and o.decided_at is not distinct from ${reports}.decided_at)`.mapWith(Number)

const WANTED = {
  waiting: and(eq(reports.state, 'WAITING'), isFirstOfGroup),
  decided: and(isNotNull(reports.decidedAt), isFirstOfGroup),
  all: isFirstOfGroup,
}

function selectWithOwner(db: Database) {
  const { id, nickname, avatar } = users
  return db
    .select({ report: reports, owner: { id, nickname, avatar }, reportCount })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.ownerId))
    .$dynamic()
}

/** A report that represents its group, and the number of reports in the group. */
export type ReportOfThing = Awaited<ReturnType<typeof selectWithOwner>>[number]

/** One page of reported objects: waiting ones oldest first, decided ones or all latest first. `ownerId` owns them. */
export async function pageReports(
  db: Database,
  {
    state,
    kind,
    ownerId,
    ...page
  }: Page & { state: keyof typeof WANTED; kind?: ReportKind | undefined; ownerId?: string | undefined },
): Promise<{ rows: ReportOfThing[]; total: number }> {
  const where = and(
    WANTED[state],
    kind && eq(reports.kind, kind),
    ownerId === undefined ? undefined : eq(reports.ownerId, ownerId),
  )
  const order = {
    waiting: [asc(reports.id)],
    decided: [desc(reports.decidedAt), desc(reports.id)],
    all: [desc(reports.id)],
  }[state]
  const rows = await selectWithOwner(db)
    .where(where)
    .orderBy(...order)
    .limit(page.rows)
    .offset(offsetOf(page))
  return { rows, total: await countUpTo(db, db.select({ id: reports.id }).from(reports).where(where)) }
}

/** A report with the owner of its object. */
export async function findReport(db: Database, id: string): Promise<ReportOfThing | undefined> {
  const [row] = await selectWithOwner(db).where(eq(reports.id, id))
  return row
}

/**
 * All reports that wait together with this one, or were decided with it, with their reporters. The first report comes
 * first.
 */
export async function listTogether(db: Database, { kind, objectId, decidedAt }: ReportRow) {
  const { id, nickname, avatar } = users
  return db
    .select({ report: reports, reporter: { id, nickname, avatar } })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.reporterId))
    .where(and(ofThing({ kind, objectId }), sql`${reports.decidedAt} is not distinct from ${decidedAt}`))
    .orderBy(asc(reports.id))
}

/** The revision of a reported object; 0 for one that is gone. */
export async function readRevision(db: Database, { kind, objectId }: Reported): Promise<number> {
  const { rows } = await db.execute<{ revision: number }>(
    sql`select revision from ${sql.identifier(REPORTED_TABLES[kind])} where id = ${objectId}`,
  )
  return rows[0]?.revision ?? 0
}

/**
 * Counts how often content of a person was removed, without the given decision. Reports decided together count once.
 */
export async function countRemovals(
  db: Database,
  { ownerId, except }: { ownerId: string; except: Date | null },
): Promise<number> {
  const [row] = await db
    .select({ removals: sql<number>`count(distinct ${reports.decidedAt})`.mapWith(Number) })
    .from(reports)
    .where(
      and(
        eq(reports.ownerId, ownerId),
        eq(reports.state, 'REMOVED'),
        sql`${reports.decidedAt} is distinct from ${except}`,
      ),
    )
  return row?.removals ?? 0
}

/** Locks the owner of a reported object, so that the account is not closed before the transaction ends. */
export async function lockOwnerForShare(tx: Database, ownerId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, ownerId)).for('key share')
}

/**
 * Locks the waiting reports of an object and the given report, by id. A concurrent decision about another report of the
 * object waits for the locks.
 */
export async function lockReports(tx: Database, { id, ...thing }: Reported & { id: string }): Promise<ReportRow[]> {
  return tx
    .select()
    .from(reports)
    .where(and(ofThing(thing), or(eq(reports.state, 'WAITING'), eq(reports.id, id))))
    .orderBy(asc(reports.id))
    .for('update')
}

type Settled = { state: 'KEPT' | 'REMOVED'; parts: string; verdict: string; decidedAt: Date }

/** Stores the decision about locked reports. */
export async function settleReports(tx: Database, ids: readonly string[], settled: Settled): Promise<void> {
  await tx
    .update(reports)
    .set(settled)
    .where(inArray(reports.id, [...ids]))
}

/** Deletes reports that were decided before an instant. */
export async function deleteDecided(db: Database, before: Date): Promise<void> {
  await db.delete(reports).where(lt(reports.decidedAt, before))
}
