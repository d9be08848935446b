import type { PendingContent } from '@paidang/api/areas/ground/content'
import {
  CONTENT_FIELDS,
  type ContentField,
  type ContentKind,
  checkedField,
} from '@paidang/domain/areas/ground/content/content'
import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '../../../db/database.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { keptSince } from '../../../jobs/retention.ts'
import { ballGames } from '../../../tables/balls.ts'
import { invitations } from '../../../tables/classes.ts'
import { courses } from '../../../tables/companies.ts'
import { contentSubmissions } from '../../../tables/content.ts'
import { adverts } from '../../../tables/home.ts'
import { users } from '../../../tables/identities.ts'
import { questions } from '../../../tables/questions.ts'
import { studentRequests } from '../../../tables/relations.ts'
import { reports } from '../../../tables/reports.ts'
import { stringingOrders } from '../../../tables/stringing-orders.ts'
import { trialLessons } from '../../../tables/trial-lessons.ts'

/** A thing whose fields are checked. */
export type ContentObject = { kind: ContentKind; objectId: string }

export const isWaiting = eq(contentSubmissions.state, 'WAITING')
export const ofObject = ({ kind, objectId }: ContentObject) =>
  and(eq(contentSubmissions.kind, kind), eq(contentSubmissions.objectId, objectId))

/** The table of each kind of thing. */
const TABLE_OF: Record<ContentKind, PgTable> = {
  user: users,
  card: users,
  hours: users,
  level: users,
  ball: ballGames,
  class: invitations,
  course: courses,
  request: studentRequests,
  trial: trialLessons,
  advert: adverts,
  question: questions,
  review: stringingOrders,
  report: reports,
}

/** Locks a thing until the transaction ends, before anything about it is decided. Others may still refer to a user. */
export async function lockObject(tx: Database, kind: ContentKind, id: string): Promise<void> {
  const table = TABLE_OF[kind]
  const strength = sql.raw(table === users ? 'no key update' : 'update')
  await tx.execute(sql`select 1 from ${table} where id = ${id}::bigint for ${strength}`)
}

/** Lists what an author submitted about a thing and still waits for approval. Only the author sees it. */
export async function listPending(
  db: Database,
  { actorId, ...object }: ContentObject & { actorId: string },
): Promise<PendingContent> {
  const { field, value } = contentSubmissions
  return db
    .select({ field, value })
    .from(contentSubmissions)
    .where(and(ofObject(object), isWaiting, eq(contentSubmissions.authorId, actorId)))
    .orderBy(asc(contentSubmissions.id))
}

/** Moves what a user submitted about themselves and waits to another account of theirs, where nothing of the field waits. */
export async function handOverContent(
  tx: Database,
  { from, to, fields }: { from: string; to: string; fields: readonly ContentField<'user'>[] },
): Promise<void> {
  const moved = and(
    ofObject({ kind: 'user', objectId: from }),
    isWaiting,
    inArray(contentSubmissions.field, [...fields]),
  )
  const isFree = sql`not exists (select 1 from ${contentSubmissions} own where own.kind = 'user'
    and own.object_id = ${to} and own.field = ${contentSubmissions}.field and own.state = 'WAITING')`
  await tx.update(contentSubmissions).set({ objectId: to, authorId: to }).where(and(moved, isFree))
}

/** Deletes everything that a user submitted, decided or not. */
export async function forgetContent(tx: Database, userId: string): Promise<void> {
  await tx.delete(contentSubmissions).where(eq(contentSubmissions.authorId, userId))
}

/** Deletes the waiting submissions about a thing. Texts that belong to an action stay, for their author. */
export async function dropPending(tx: Database, object: ContentObject): Promise<void> {
  const lasting = Object.keys(CONTENT_FIELDS[object.kind]).filter((name) => !checkedField(object.kind, name)?.isOnce)
  await tx
    .delete(contentSubmissions)
    .where(and(ofObject(object), isWaiting, inArray(contentSubmissions.field, lasting)))
}

/** Deletes submissions that were decided long ago. */
export async function cleanupContent({ db, now }: JobContext): Promise<void> {
  await db.delete(contentSubmissions).where(lt(contentSubmissions.decidedAt, keptSince('contentSubmissions', now)))
}
