import type { PlayerCard } from '@paidang/api/areas/business-cards'
import { ApiError } from '@paidang/api/catalogue/errors'
import { withoutContacts } from '@paidang/domain/areas/business-cards/business-card'
import type { Database } from '../../../db/database.ts'
import { listPending } from '../../ground/content/list-pending.ts'
import { viewPlayer } from '../../people/profile/view-player.ts'
import { lookAtPeople } from '../../people/relations/look-at-people.ts'
import { findBlacklistId, findSharedClass } from './queries.ts'
import { readCardOf } from './read-card-of.ts'

type Reading = {
  userId: string
  /** Undefined for a guest. */
  actorId: string | undefined
  /** Whether the caller used a short id that leads to this card. */
  hasLink: boolean
  now: Date
  origin: string
}

/**
 * The card that a player shares. Every logged-in user may see it unless its owner has blocked them. A guest needs a
 * short id of the card. Callers also see the cards of people whom they have blocked. Without a short id, contact data
 * is only for people with a tie.
 *
 * @throws ApiError session_expired (a guest without a short id), user_not_found, strangers_too_many
 * Source: specification §1, permission matrix, decision records 019 and 023
 */
export async function readPlayerCard(
  db: Database,
  { userId, actorId, hasLink, now, origin }: Reading,
): Promise<PlayerCard> {
  if (actorId === undefined && !hasLink) throw new ApiError('session_expired')
  const isTied =
    hasLink ||
    actorId === undefined ||
    (await lookAtPeople(db, { userIds: [userId], actorId: actorId, now })).has(userId)
  const player = await viewPlayer(db, { userId, actorId, isTied, now, origin })
  const whole = await readCardOf(db, userId)
  const card = isTied ? whole : withoutContacts(whole)
  if (actorId === undefined) return { player, card, like: null, blacklistId: null, isOwn: false }
  if (actorId === userId) {
    const pending = await listPending(db, { kind: 'card', objectId: userId, actorId: userId })
    return { player, card: { ...card, pending }, like: null, blacklistId: null, isOwn: true }
  }
  return {
    player,
    card,
    like: await findSharedClass(db, { actorId, targetId: userId }),
    blacklistId: await findBlacklistId(db, { ownerId: actorId, targetId: userId }),
    isOwn: false,
  }
}
