import * as likes from '@paidang/api/areas/activities/likes'
import { leaveCoach } from '@paidang/api/areas/activities/students'
import * as cards from '@paidang/api/areas/views/business-cards'
import type { Input } from '@paidang/api/endpoint'
import { CARD_SAVE_MS } from '@paidang/domain/areas/views/business-cards/business-card'
import { CLASSES_KEY, OWN_CARD_KEY, PLAYER_CARDS_KEY, PROFILE_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useRead } from '../../../platform/read'
import { useUserId } from '../../../platform/session'
import { useWrite } from '../../../platform/write'
import { savedText } from '../../ground/content/pending-content'

/** A card as the server takes it. */
export type CardForm = Input<typeof cards.saveCard>['body']

/** The fields of a card that its owner edits. */
export function formOf(card: cards.BusinessCard): CardForm {
  const { templateId, name, title, company, phone, email, address, introduction, avatar } = card
  return { templateId, name, title, company, phone, email, address, introduction, avatar }
}

/** The caller's own card: the saved one, else one derived from the profile. */
export function useOwnCard() {
  const input = { body: { userIds: [useUserId() ?? ''] } }
  return useRead(OWN_CARD_KEY, cards.multiCards, input, { select: ([card]) => card ?? null })
}

/** Saves the caller's card. It takes a minimum time so that the user sees the saving. Source: specification §9 */
export function useSaveCard() {
  return useWrite(cards.saveCard, {
    stale: [PLAYER_CARDS_KEY, OWN_CARD_KEY],
    says: (card: cards.BusinessCard) => savedText(card, '保存成功'),
    send: async (body: CardForm, idempotencyKey) => {
      const [card] = await Promise.all([call(cards.saveCard, { body }, { idempotencyKey }), aMoment()])
      return card
    },
  })
}

function aMoment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, CARD_SAVE_MS))
}

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
