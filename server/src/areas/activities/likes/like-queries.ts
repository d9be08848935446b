import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { users } from '../../../tables/identities.ts'
import { messages } from '../../../tables/messages.ts'
import { likeRecords } from '../../../tables/relations.ts'

/** A like for a class: who likes whom. */
export type Like = { sourceUserId: string; targetUserId: string; relatedId: string }

/** A stored like with the current number of likes of its target. */
export type CountedLike = Like & { id: string; likedAt: Date; likesCount: number }

/** Inserts a like and counts it, in one statement. Undefined if it exists already. */
export async function insertLike(
  tx: Database,
  { sourceUserId, targetUserId, relatedId, now }: Like & { now: Date },
): Promise<CountedLike | undefined> {
  const result = await tx.execute<{ id: string; likes_count: number }>(sql`
    with liked as (
      insert into ${likeRecords} (source_user_id, target_user_id, record_type, related_id, created_at)
      values (${sourceUserId}, ${targetUserId}, 'COURSE_INVITATION', ${relatedId}, ${now}::timestamptz)
      on conflict on constraint like_records_once do nothing
      returning id
    )
    update ${users} u set likes_count = u.likes_count + 1 from liked where u.id = ${targetUserId}
    returning liked.id, u.likes_count`)
  const [row] = result.rows
  return row && { id: row.id, sourceUserId, targetUserId, relatedId, likedAt: now, likesCount: row.likes_count }
}

/** An existing like. Undefined if there is none. */
export async function findLike(
  db: Database,
  { sourceUserId, targetUserId, relatedId }: Like,
): Promise<CountedLike | undefined> {
  const [row] = await db
    .select({
      id: likeRecords.id,
      sourceUserId: likeRecords.sourceUserId,
      targetUserId: likeRecords.targetUserId,
      relatedId: likeRecords.relatedId,
      likedAt: likeRecords.likedAt,
      likesCount: users.likesCount,
    })
    .from(likeRecords)
    .innerJoin(users, eq(users.id, likeRecords.targetUserId))
    .where(
      and(
        eq(likeRecords.sourceUserId, sourceUserId),
        eq(likeRecords.targetUserId, targetUserId),
        eq(likeRecords.recordType, 'COURSE_INVITATION'),
        eq(likeRecords.relatedId, relatedId),
      ),
    )
  return row
}

/**
 * Deletes the caller's own like and lowers the count, in one statement. Undefined if it does not exist or is another
 * person's.
 */
export async function deleteLike(
  tx: Database,
  { recordId, sourceUserId }: { recordId: string; sourceUserId: string },
): Promise<{ likesCount: number } | undefined> {
  const result = await tx.execute<{ likes_count: number }>(sql`
    with gone as (
      delete from ${likeRecords} r where r.id = ${recordId} and r.source_user_id = ${sourceUserId}
      returning r.target_user_id
    )
    update ${users} u set likes_count = u.likes_count - 1 from gone where u.id = gone.target_user_id
    returning u.likes_count`)
  const [row] = result.rows
  return row && { likesCount: row.likes_count }
}

/**
 * Whether the target was already notified of a like by this person for this class. Messages of deleted likes count too.
 */
export async function wasNotifiedOfLike(
  db: Database,
  { sourceUserId, targetUserId, relatedId }: Like,
  title: string,
): Promise<boolean> {
  const rows = await db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.receiverId, targetUserId),
        eq(messages.senderId, sourceUserId),
        eq(messages.objectKind, 'invitation'),
        eq(messages.objectId, relatedId),
        eq(messages.title, title),
      ),
    )
    .limit(1)
  return rows.length > 0
}
