import type { ReportKind } from '@paidang/domain/areas/reports/report'
import { offsetOf, type Page } from '@paidang/domain/kernel/page'
import { and, asc, desc, eq, gt, inArray, isNotNull, lt, or, sql } from 'drizzle-orm'
import { countUpTo } from '../../db/count-up-to.ts'
import type { Database } from '../../db/database.ts'
import { users } from '../profile/tables.ts'
import { type ReportRow, reports } from './tables.ts'

/** A thing that is reported. */
export type Reported = { kind: ReportKind; objectId: string }

const ofThing = ({ kind, objectId }: Reported) => and(eq(reports.kind, kind), eq(reports.objectId, objectId))

/** Writes a report down; false when this person's report of this thing waits already. */
export async function insertReport(tx: Database, report: typeof reports.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(reports).values(report).onConflictDoNothing().returning({ id: reports.id })
  return rows.length > 0
}

/** How many things somebody has reported since. */
export async function countReportsOf(
  db: Database,
  { reporterId, since }: { reporterId: string; since: Date },
): Promise<number> {
  return db.$count(reports, and(eq(reports.reporterId, reporterId), gt(reports.createdAt, since)))
}

/** Those that were decided together, or wait for it, are one; the first of them stands for all. */
const isFirst = sql`not exists (
  select 1 from ${reports} o
  where o.kind = ${reports}.kind and o.object_id = ${reports}.object_id and o.id < ${reports}.id
    and o.decided_at is not distinct from ${reports}.decided_at)`
const reportCount = sql<number>`(
  select count(*) from ${reports} o
  where o.kind = ${reports}.kind and o.object_id = ${reports}.object_id
    and o.decided_at is not distinct from ${reports}.decided_at)`.mapWith(Number)

const WANTED = {
  waiting: and(eq(reports.state, 'WAITING'), isFirst),
  decided: and(isNotNull(reports.decidedAt), isFirst),
}

function selectWithOwner(db: Database) {
  const { id, nickname, avatar } = users
  return db
    .select({ report: reports, owner: { id, nickname, avatar }, reportCount })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.ownerId))
    .$dynamic()
}

/** A report that stands for all of the same thing, and how many they are. */
export type ReportOfThing = Awaited<ReturnType<typeof selectWithOwner>>[number]

/** One page of the things that were reported, the longest waiting first or the latest decided. */
export async function pageReports(
  db: Database,
  { state, kind, ...page }: Page & { state: keyof typeof WANTED; kind?: ReportKind | undefined },
): Promise<{ rows: ReportOfThing[]; total: number }> {
  const where = and(WANTED[state], kind && eq(reports.kind, kind))
  const order = state === 'decided' ? [desc(reports.decidedAt), desc(reports.id)] : [asc(reports.id)]
  const rows = await selectWithOwner(db)
    .where(where)
    .orderBy(...order)
    .limit(page.rows)
    .offset(offsetOf(page))
  return { rows, total: await countUpTo(db, db.select({ id: reports.id }).from(reports).where(where)) }
}

/** How many things wait for an operator. */
export async function countWaiting(db: Database): Promise<number> {
  return db.$count(reports, WANTED.waiting)
}

/** A report with whose thing it is about. */
export async function findReport(db: Database, id: string): Promise<ReportOfThing | undefined> {
  const [row] = await selectWithOwner(db).where(eq(reports.id, id))
  return row
}

/** All reports that wait together with this one, or were decided with it, the first one first, with who reported. */
export async function listTogether(db: Database, { kind, objectId, decidedAt }: ReportRow) {
  const { id, nickname, avatar } = users
  return db
    .select({ report: reports, reporter: { id, nickname, avatar } })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.reporterId))
    .where(and(ofThing({ kind, objectId }), sql`${reports.decidedAt} is not distinct from ${decidedAt}`))
    .orderBy(asc(reports.id))
}

/** How often something of a person's was taken away: what was decided together counts once, but for one decision. */
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

/**
 * Locks what waits of a thing, and the report that is named, in the order of their ids: whoever decides about another report of
 * the same thing waits.
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

/** Decides locked reports. */
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
