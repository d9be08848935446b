import type { Liked } from '@paidang/api/areas/likes'
import { ApiError } from '@paidang/api/catalogue/errors'
import { effectiveStatus } from '@paidang/domain/areas/classes/invitation'
import { monthDotDay } from '@paidang/domain/kernel/day'
import type { Database } from '../../db/database.ts'
import { readKeptApart } from '../blacklist/kept-apart.ts'
import { type OpenClass, readClass } from '../classes/open-class.ts'
import { tell } from '../messages/tell.ts'
import { type CountedLike, findLike, insertLike, wasToldOfLike } from './like-queries.ts'

/** Whom a like is meant for: the class's coach, one of its players, or whichever of them it is. */
type LikedAs = 'coach' | 'player' | 'either'

const TITLE = '收到点赞'
/** A like can be taken back in the moment in which it is given again. */
const MAX_ATTEMPTS = 3

/**
 * Who took part in a completed class likes somebody else who did; the target is told once. Liking again answers the like that
 * is there.
 *
 * @throws ApiError invitation_not_found, invitation_not_yours (he took no part, or the coach likes the coach),
 *   invitation_settled (not completed), input_invalid (himself, or nobody of the class), user_not_found (the two keep out of
 *   each other's sight)
 * Source: specification §4 "Liking", §6; decision "The life of a class invitation"
 */
export async function likePerson(
  db: Database,
  {
    invitationId,
    targetId,
    as,
    by,
    now,
  }: { invitationId: string; targetId: string; as: LikedAs; by: string; now: Date },
): Promise<Liked> {
  return db.transaction(async (tx) => {
    const opened = await readClass(tx, invitationId, by)
    const { view, role, joined } = opened
    const coachId = view.invitation.coachId
    const tookPart = role === 'coach' || joined.some(({ userId }) => userId === by)
    if (!tookPart || (as === 'coach' && role === 'coach')) throw new ApiError('invitation_not_yours')
    if (effectiveStatus(view.invitation, now) !== 'COMPLETED') throw new ApiError('invitation_settled')
    const isCoach = targetId === coachId
    const isPlayer = joined.some(({ userId }) => userId === targetId)
    const isMeant = { coach: isCoach, player: isPlayer, either: isCoach || isPlayer }[as]
    if (!isMeant || targetId === by) throw new ApiError('input_invalid')
    if (await readKeptApart(tx, by, targetId)) throw new ApiError('user_not_found')

    const like = { sourceUserId: by, targetUserId: targetId, relatedId: invitationId }
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const made = await insertLike(tx, { ...like, now })
      if (made && !(await wasToldOfLike(tx, like, TITLE))) await tellTarget(tx, opened, like)
      const standing = made ?? (await findLike(tx, like))
      if (standing) return present(standing)
    }
    throw new ApiError('server_busy')
  })
}

async function tellTarget(
  tx: Database,
  { view, joined }: OpenClass,
  { sourceUserId, targetUserId, relatedId }: { sourceUserId: string; targetUserId: string; relatedId: string },
): Promise<void> {
  const { courseDate, courseDesignName } = view.invitation
  const nickname = joined.find(({ userId }) => userId === sourceUserId)?.nickname ?? view.coachName
  await tell(tx, {
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
