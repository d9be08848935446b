import * as api from '@paidang/api/areas/activities/likes'
import { ApiError } from '@paidang/api/catalogue/errors'
import { effectiveStatus } from '@paidang/domain/areas/activities/classes/invitation'
import { monthDotDay } from '@paidang/domain/kernel/day'
import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { users } from '../../../tables/identities.ts'
import { messages } from '../../../tables/messages.ts'
import { likeRecords } from '../../../tables/relations.ts'
import { readIsBlocked } from '../../ground/blacklist/read-blocked.ts'
import { notify } from '../../ground/messages/notify.ts'
import { type OpenClass, readClass } from '../classes/open-class.ts'

const TITLE = '收到点赞'
/** A like may be deleted between the failed insert and the read, so both are repeated. */
const MAX_ATTEMPTS = 3

/** A like for a class: who likes whom. */
type Like = { sourceUserId: string; targetUserId: string; relatedId: string }

/** A stored like with the current number of likes of its target. */
type CountedLike = Like & { id: string; likedAt: Date; likesCount: number }

function present({ id, sourceUserId, targetUserId, relatedId, likedAt, likesCount }: CountedLike): api.Liked {
  return {
    id,
    sourceUserId,
    targetUserId,
    likedAt: likedAt.toISOString(),
    recordType: 'COURSE_INVITATION',
    relatedId,
    likesCount,
  }
}

/** Inserts a like and counts it, in one statement. Undefined if it exists already. */
async function insertLike(tx: Database, like: Like, now: Date): Promise<CountedLike | undefined> {
  const { sourceUserId, targetUserId, relatedId } = like
  const { rows } = await tx.execute<{ id: string; likes_count: number }>(sql`
    with liked as (
      insert into ${likeRecords} (source_user_id, target_user_id, record_type, related_id, created_at)
      values (${sourceUserId}, ${targetUserId}, 'COURSE_INVITATION', ${relatedId}, ${now}::timestamptz)
      on conflict on constraint like_records_once do nothing
      returning id
    )
    update ${users} u set likes_count = u.likes_count + 1 from liked where u.id = ${targetUserId}
    returning liked.id, u.likes_count`)
  const [row] = rows
  return row && { ...like, id: row.id, likedAt: now, likesCount: row.likes_count }
}

async function findLike(
  tx: Database,
  { sourceUserId, targetUserId, relatedId }: Like,
): Promise<CountedLike | undefined> {
  const [row] = await tx
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

/** Tells the target of a like, once for each person and class. Messages of deleted likes count too. */
async function notifyTarget(
  tx: Database,
  { view, joined }: OpenClass,
  { sourceUserId, targetUserId, relatedId }: Like,
): Promise<void> {
  const told = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.receiverId, targetUserId),
        eq(messages.senderId, sourceUserId),
        eq(messages.objectKind, 'invitation'),
        eq(messages.objectId, relatedId),
        eq(messages.title, TITLE),
      ),
    )
    .limit(1)
  if (told.length > 0) return
  const { courseDate, courseDesignName } = view.invitation
  const nickname = joined.find(({ userId }) => userId === sourceUserId)?.nickname ?? view.coachName
  await notify(tx, {
    receiverIds: [targetUserId],
    senderId: sourceUserId,
    category: 'classNotice',
    title: TITLE,
    content: `${nickname} 为 ${monthDotDay(courseDate)} ${courseDesignName} 给您点了赞`,
    about: { kind: 'invitation', id: relatedId },
  })
}

/**
 * The like of a participant of a completed class for another participant, as the class's coach, as one of its players,
 * or as either. Liking again returns the existing like.
 */
async function likePerson(
  db: Database,
  like: Like,
  { as, now }: { as: 'coach' | 'player' | 'either'; now: Date },
): Promise<api.Liked> {
  const { sourceUserId: actorId, targetUserId: targetId } = like
  return db.transaction(async (tx) => {
    const opened = await readClass(tx, like.relatedId, actorId)
    const { view, role, joined } = opened
    const tookPart = role === 'coach' || joined.some(({ userId }) => userId === actorId)
    if (!tookPart || (as === 'coach' && role === 'coach')) throw new ApiError('invitation_not_yours')
    if (effectiveStatus(view.invitation, now) !== 'COMPLETED') throw new ApiError('invitation_settled')
    const isCoach = targetId === view.invitation.coachId
    const isPlayer = joined.some(({ userId }) => userId === targetId)
    const isMeant = { coach: isCoach, player: isPlayer, either: isCoach || isPlayer }[as]
    if (!isMeant || targetId === actorId) throw new ApiError('input_invalid')
    if (await readIsBlocked(tx, actorId, targetId)) throw new ApiError('user_not_found')

    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const made = await insertLike(tx, like, now)
      if (made) await notifyTarget(tx, opened, like)
      const standing = made ?? (await findLike(tx, like))
      if (standing) return present(standing)
    }
    throw new ApiError('server_busy')
  })
}

export default plugin([
  handle(api.likeCoach, ({ params: { a: relatedId, b: targetUserId }, user, db, now }) =>
    likePerson(db, { sourceUserId: user.id, targetUserId, relatedId }, { as: 'coach', now }),
  ),

  handle(api.likePlayer, ({ params: { a: relatedId, b: targetUserId }, user, db, now }) =>
    likePerson(db, { sourceUserId: user.id, targetUserId, relatedId }, { as: 'player', now }),
  ),

  handle(api.addLike, ({ body: { relatedId, targetUserId }, user, db, now }) =>
    likePerson(db, { sourceUserId: user.id, targetUserId, relatedId }, { as: 'either', now }),
  ),

  // A deleted like and another person's are not found. One statement deletes the like and lowers the count.
  handle(api.cancelLike, async ({ params: { recordId }, user, db }) => {
    const { rows } = await db.execute<{ likesCount: number }>(sql`
      with gone as (
        delete from ${likeRecords} r where r.id = ${recordId} and r.source_user_id = ${user.id}
        returning r.target_user_id
      )
      update ${users} u set likes_count = u.likes_count - 1 from gone where u.id = gone.target_user_id
      returning u.likes_count as "likesCount"`)
    const [left] = rows
    if (!left) throw new ApiError('like_not_found')
    return left
  }),
])
