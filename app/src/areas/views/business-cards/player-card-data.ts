import * as cards from '@paidang/api/areas/business-cards'
import * as likes from '@paidang/api/areas/likes'
import { leaveCoach } from '@paidang/api/areas/students'
import { CLASSES_KEY, PLAYER_CARDS_KEY, PROFILE_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useRead } from '../../../platform/read'
import { useWrite } from '../../../platform/write'

/** A player's card. A guest reads it by the short id under which it was shared. */
export function usePlayerCard({ id, shareId }: { id: string | null; shareId: string | null }) {
  const input = id === null ? null : { params: { id }, query: shareId === null ? {} : { i: shareId } }
  return useRead(PLAYER_CARDS_KEY, cards.readPlayerCard, input)
}

type Like = NonNullable<cards.PlayerCard['like']>
/** What a like changes: the card, and the counts of the same person on other screens. */
const LIKED = [PLAYER_CARDS_KEY, CLASSES_KEY, PROFILE_KEY, ['relations']]

/** Likes this person for a class that both took part in. Source: specification §4 "Liking" */
export function useLike(targetId: string) {
  return useWrite(likes.likePlayer, {
    stale: LIKED,
    send: ({ relatedId, isCoach }: Like, idempotencyKey) =>
      call(isCoach ? likes.likeCoach : likes.likePlayer, { params: { a: relatedId, b: targetId } }, { idempotencyKey }),
  })
}

/** Takes a like back, by the id of its record. */
export function useTakeLikeBack() {
  return useWrite(likes.cancelLike, { stale: LIKED, input: (recordId: string) => ({ params: { recordId } }) })
}

/** Leaves a coach. This changes who may see and book whom. */
export function useLeaveCoach() {
  return useWrite(leaveCoach, {
    stale: [PLAYER_CARDS_KEY, PROFILE_KEY, ['relations']],
    input: (coachId: string) => ({ params: { coachId } }),
  })
}
