import * as cards from '@paidang/api/areas/business-cards'
import * as likes from '@paidang/api/areas/likes'
import { leaveCoach } from '@paidang/api/areas/students'
import { useQuery } from '@tanstack/react-query'
import { CLASSES_KEY, PLAYER_CARDS_KEY, PROFILE_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useUserId } from '../../../platform/session'
import { failureText } from '../../../platform/toast'
import { useAction } from '../../../platform/use-action'

/** A player's card. A guest reads it by the short id under which it was shared. */
export function usePlayerCard({ id, shareId }: { id: string | null; shareId: string | null }) {
  const userId = useUserId()
  const query = useQuery({
    queryKey: [...PLAYER_CARDS_KEY, userId, id],
    queryFn: ({ signal }) =>
      call(
        cards.readPlayerCard,
        { params: { id: id ?? '' }, query: shareId === null ? {} : { i: shareId } },
        { signal },
      ),
    enabled: id !== null,
  })
  return { ...query, cause: query.isError ? failureText(cards.readPlayerCard.outcome, query.error) : undefined }
}

type Like = NonNullable<cards.PlayerCard['like']>
/** What a like changes: the card, and the counts of the same person on other screens. */
const LIKED = [PLAYER_CARDS_KEY, CLASSES_KEY, PROFILE_KEY, ['relations']]

/** Likes this person for a class that both took part in. Source: specification §4 "Liking" */
export function useLike(targetId: string) {
  return useAction({
    endpoint: likes.likePlayer,
    stale: LIKED,
    run: ({ relatedId, isCoach }: Like, idempotencyKey) =>
      call(isCoach ? likes.likeCoach : likes.likePlayer, { params: { a: relatedId, b: targetId } }, { idempotencyKey }),
  })
}

/** Takes a like back, by the id of its record. */
export function useTakeLikeBack() {
  return useAction({
    endpoint: likes.cancelLike,
    stale: LIKED,
    run: (recordId: string, idempotencyKey) => call(likes.cancelLike, { params: { recordId } }, { idempotencyKey }),
  })
}

/** Leaves a coach. This changes who may see and book whom. */
export function useLeaveCoach() {
  return useAction({
    endpoint: leaveCoach,
    stale: [PLAYER_CARDS_KEY, PROFILE_KEY, ['relations']],
    run: (coachId: string, idempotencyKey) => call(leaveCoach, { params: { coachId } }, { idempotencyKey }),
  })
}
