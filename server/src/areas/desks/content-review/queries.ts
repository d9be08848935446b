import { offsetOf, type Page } from '@paidang/domain/kernel/page'
import { and, asc, desc, eq, isNotNull } from 'drizzle-orm'
import { countUpTo } from '../../../db/count-up-to.ts'
import type { Database } from '../../../db/database.ts'
import { type ContentRow, contentSubmissions, contentWaitsForOperators } from '../../../tables/content.ts'
import { users } from '../../../tables/identities.ts'

function selectWithAuthor(db: Database) {
  const { id, nickname, avatar } = users
  return db
    .select({ submission: contentSubmissions, author: { id, nickname, avatar } })
    .from(contentSubmissions)
    .innerJoin(users, eq(users.id, contentSubmissions.authorId))
    .$dynamic()
}

/** A submission with its author. */
export type ContentOfAuthor = Awaited<ReturnType<typeof selectWithAuthor>>[number]

/** One page of submissions: those that wait for an operator, oldest first, or decided ones, latest first. */
export async function pageContent(
  db: Database,
  { state, now, ...page }: Page & { state: 'waiting' | 'decided'; now: Date },
): Promise<{ rows: ContentOfAuthor[]; total: number }> {
  const isDecided = state === 'decided'
  const where = isDecided ? isNotNull(contentSubmissions.decidedAt) : contentWaitsForOperators(now)
  const order = isDecided
    ? [desc(contentSubmissions.decidedAt), desc(contentSubmissions.id)]
    : [asc(contentSubmissions.id)]
  const rows = await selectWithAuthor(db)
    .where(where)
    .orderBy(...order)
    .limit(page.rows)
    .offset(offsetOf(page))
  const all = db.select({ id: contentSubmissions.id }).from(contentSubmissions).where(where)
  return { rows, total: await countUpTo(db, all) }
}

/** Finds a submission with its author; undefined when there is none. */
export async function findContent(db: Database, id: string): Promise<ContentOfAuthor | undefined> {
  const [row] = await selectWithAuthor(db).where(eq(contentSubmissions.id, id))
  return row
}

/** Finds the submission under a trace of WeChat; undefined when there is none. */
export async function findContentOfTrace(db: Database, traceId: string): Promise<ContentRow | undefined> {
  const [row] = await db.select().from(contentSubmissions).where(eq(contentSubmissions.traceId, traceId))
  return row
}

/** Locks a submission until the transaction ends; undefined once its author has superseded it. */
export async function lockContent(tx: Database, id: string): Promise<ContentRow | undefined> {
  const [row] = await tx.select().from(contentSubmissions).where(eq(contentSubmissions.id, id)).for('update')
  return row
}

/** Decides a locked submission. */
export async function settleRow(
  tx: Database,
  id: string,
  settled: { state: 'APPROVED' | 'REJECTED'; reason: string; decidedAt: Date },
): Promise<void> {
  await tx.update(contentSubmissions).set(settled).where(eq(contentSubmissions.id, id))
}

/** Leaves a submission to operators, since WeChat sends no further verdict on it. */
export async function dropTrace(tx: Database, id: string): Promise<void> {
  await tx
    .update(contentSubmissions)
    .set({ traceId: null })
    .where(and(eq(contentSubmissions.id, id), eq(contentSubmissions.state, 'WAITING')))
}
