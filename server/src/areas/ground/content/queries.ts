import type { ContentKind, HeldValue } from '@paidang/domain/areas/content/content'
import { and, asc, eq, inArray, lt, not, or } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { contentSubmissions } from '../../../tables/content.ts'
import { files } from '../../../tables/files.ts'
import { users } from '../../../tables/identities.ts'

/** A thing whose fields are checked. */
export type ContentObject = { kind: ContentKind; objectId: string }

const isWaiting = eq(contentSubmissions.state, 'WAITING')
const ofObject = ({ kind, objectId }: ContentObject) =>
  and(eq(contentSubmissions.kind, kind), eq(contentSubmissions.objectId, objectId))

/** A user's openid; null for a user who never logged in through WeChat. */
export async function findOpenId(db: Database, userId: string): Promise<string | null> {
  const [row] = await db.select({ openId: users.openId }).from(users).where(eq(users.id, userId))
  return row?.openId ?? null
}

/** Of these pictures, the ones that a user uploaded, and whether each was approved anywhere. */
export async function listOwnPictures(
  db: Database,
  { ownerId, paths }: { ownerId: string; paths: readonly string[] },
): Promise<{ path: string; isApproved: boolean }[]> {
  const rows = await db
    .select({ path: files.relativePath, approvedAt: files.approvedAt })
    .from(files)
    .where(and(inArray(files.relativePath, [...paths]), eq(files.ownerId, ownerId)))
  return rows.map(({ path, approvedAt }) => ({ path, isApproved: approvedAt !== null }))
}

/** Of these values, the ones that already wait at a thing. */
export async function listWaitingValues(
  db: Database,
  object: ContentObject,
  values: readonly string[],
): Promise<string[]> {
  const rows = await db
    .select({ value: contentSubmissions.value })
    .from(contentSubmissions)
    .where(and(ofObject(object), isWaiting, inArray(contentSubmissions.value, [...values])))
  return rows.map(({ value }) => value)
}

/** Deletes what waits in these fields of a thing, except values that its author submits again. */
export async function deleteSuperseded(
  tx: Database,
  object: ContentObject,
  { fields, held, authorId }: { fields: readonly string[]; held: readonly HeldValue[]; authorId: string },
): Promise<void> {
  if (fields.length === 0) return
  const same = held.map(({ field, value }) =>
    and(
      eq(contentSubmissions.field, field),
      eq(contentSubmissions.value, value),
      eq(contentSubmissions.authorId, authorId),
    ),
  )
  const isHeld = or(...same)
  await tx
    .delete(contentSubmissions)
    .where(
      and(
        ofObject(object),
        isWaiting,
        inArray(contentSubmissions.field, [...fields]),
        isHeld ? not(isHeld) : undefined,
      ),
    )
}

/** Stores held values. Values that wait already stay as they are. */
export async function insertHeld(
  tx: Database,
  object: ContentObject,
  { held, authorId, now }: { held: readonly HeldValue[]; authorId: string; now: Date },
): Promise<void> {
  if (held.length === 0) return
  await tx
    .insert(contentSubmissions)
    .values(held.map((one) => ({ ...object, ...one, authorId, createdAt: now })))
    .onConflictDoNothing()
}

/** Lists the undecided submissions of an author about a thing, in the order of submission. */
export async function listWaitingOf(
  db: Database,
  object: ContentObject,
  authorId: string,
): Promise<{ field: string; value: string }[]> {
  const { field, value } = contentSubmissions
  return db
    .select({ field, value })
    .from(contentSubmissions)
    .where(and(ofObject(object), isWaiting, eq(contentSubmissions.authorId, authorId)))
    .orderBy(asc(contentSubmissions.id))
}

/** Deletes everything that a user submitted. */
export async function deleteContentOf(tx: Database, authorId: string): Promise<void> {
  await tx.delete(contentSubmissions).where(eq(contentSubmissions.authorId, authorId))
}

/** Deletes the waiting submissions in these fields of a thing. */
export async function deleteWaitingOf(tx: Database, object: ContentObject, fields: readonly string[]): Promise<void> {
  await tx
    .delete(contentSubmissions)
    .where(and(ofObject(object), isWaiting, inArray(contentSubmissions.field, [...fields])))
}

/** Deletes submissions that were decided before an instant. */
export async function deleteDecided(db: Database, before: Date): Promise<void> {
  await db.delete(contentSubmissions).where(lt(contentSubmissions.decidedAt, before))
}
