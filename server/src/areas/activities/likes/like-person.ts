import type { Liked } from '@paidang/api/areas/likes'
import { ApiError } from '@paidang/api/catalogue/errors'
import { effectiveStatus } from '@paidang/domain/areas/classes/invitation'
import { monthDotDay } from '@paidang/domain/kernel/day'
import type { Database } from '../../../db/database.ts'
import { readIsBlocked } from '../../ground/blacklist/read-blocked.ts'
import { notify } from '../../ground/messages/notify.ts'
import { type OpenClass, readClass } from '../classes/open-class.ts'
import { type CountedLike, findLike, insertLike, wasNotifiedOfLike } from './like-queries.ts'

/** Whether a like is for the class's coach, for one of its players, or for either. */
type LikedAs = 'coach' | 'player' | 'either'

const TITLE = '收到点赞'
/** A like may be deleted between the failed insert and the read, so both are repeated. */
const MAX_ATTEMPTS = 3

/**
 * Adds the like of a participant of a completed class for another participant. The target is notified once. Liking
 * again returns the existing like.
 *
 * @throws ApiError invitation_not_found; invitation_not_yours (the caller took no part, or the coach likes the coach);
 *   invitation_settled (not completed); input_invalid (the caller, or no participant); user_not_found (one has blocked
 *   the other).
 * Source: specification §4 "Liking", §6; decision "The life of a class invitation"
 */
export async function likePerson(
  db: Database,
  {
    invitationId,
    targetId,
    as,
    actorId,
    now,
  }: { invitationId: string; targetId: string; as: LikedAs; actorId: string; now: Date },
): Promise<Liked> {
  return db.transaction(async (tx) => {
    const opened = await readClass(tx, invitationId, actorId)
    const { view, role, joined } = opened
    const coachId = view.invitation.coachId
    const tookPart = role === 'coach' || joined.some(({ userId }) => userId === actorId)
    if (!tookPart || (as === 'coach' && role === 'coach')) throw new ApiError('invitation_not_yours')
    if (effectiveStatus(view.invitation, now) !== 'COMPLETED') throw new ApiError('invitation_settled')
    const isCoach = targetId === coachId
    const isPlayer = joined.some(({ userId }) => userId === targetId)
    const isMeant = { coach: isCoach, player: isPlayer, either: isCoach || isPlayer }[as]
    if (!isMeant || targetId === actorId) throw new ApiError('input_invalid')
    if (await readIsBlocked(tx, actorId, targetId)) throw new ApiError('user_not_found')

    const like = { sourceUserId: actorId, targetUserId: targetId, relatedId: invitationId }
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const made = await insertLike(tx, { ...like, now })
      if (made && !(await wasNotifiedOfLike(tx, like, TITLE))) await notifyTarget(tx, opened, like)
      const standing = made ?? (await findLike(tx, like))
      if (standing) return present(standing)
    }
    throw new ApiError('server_busy')
  })
}

async function notifyTarget(
  tx: Database,
  { view, joined }: OpenClass,
  { sourceUserId, targetUserId, relatedId }: { sourceUserId: string; targetUserId: string; relatedId: string },
): Promise<void> {
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

function present({ id, sourceUserId, targetUserId, relatedId, likedAt, likesCount }: CountedLike): Liked {
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
