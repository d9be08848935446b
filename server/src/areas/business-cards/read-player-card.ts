import type { PlayerCard } from '@paidang/api/areas/business-cards'
import { ApiError } from '@paidang/api/catalogue/errors'
import { withoutContacts } from '@paidang/domain/areas/business-cards/business-card'
import type { Database } from '../../db/database.ts'
import { listPending } from '../content/list-pending.ts'
import { viewPlayer } from '../profile/view-player.ts'
import { lookAtPeople } from '../relations/look-at-people.ts'
import { findBlacklistId, findSharedClass } from './queries.ts'
import { readCardOf } from './read-card-of.ts'

type Reading = {
  userId: string
  /** Undefined: a guest. */
  by: string | undefined
  /** Whether the caller came by a short id that leads to this card. */
  hasLink: boolean
  now: Date
  origin: string
}

/**
 * The card that a player hands on: for whoever is logged in and not on his blacklist, and for a guest who came by a short id of
 * it. He sees whom he has on his own. Without a short id only those who have to do with him read how to reach him.
 *
 * @throws ApiError session_expired (a guest without a short id), user_not_found, strangers_too_many
 * Source: specification §1, permission matrix, decision records 019 and 023
 */
export async function readPlayerCard(db: Database, { userId, by, hasLink, now, origin }: Reading): Promise<PlayerCard> {
  if (by === undefined && !hasLink) throw new ApiError('session_expired')
  const isTied =
    hasLink || by === undefined || (await lookAtPeople(db, { userIds: [userId], actorId: by, now })).has(userId)
  const player = await viewPlayer(db, { userId, by, isTied, now, origin })
  const whole = await readCardOf(db, userId)
  const card = isTied ? whole : withoutContacts(whole)
  if (by === undefined) return { player, card, like: null, blacklistId: null, isOwn: false }
  if (by === userId) {
    const pending = await listPending(db, { kind: 'card', objectId: userId, by: userId })
    return { player, card: { ...card, pending }, like: null, blacklistId: null, isOwn: true }
  }
  return {
    player,
    card,
    like: await findSharedClass(db, { by, targetId: userId }),
    blacklistId: await findBlacklistId(db, { ownerId: by, targetId: userId }),
    isOwn: false,
  }
}
