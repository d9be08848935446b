import type { BusinessCard } from '@paidang/api/areas/business-cards'
import type { PlayerView } from '@paidang/api/areas/profile'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { type OpenBall, openBall } from '../../activities/balls/open-ball.ts'
import { findLink, type ShareLink } from '../../ground/share-links/share-links.ts'
import { viewPlayer } from '../../people/profile/view-player.ts'
import { readCardOf } from '../business-cards/card.ts'

/** The page of a short id, with the data of its picture. */
export type OpenShare =
  | { kind: 'home'; shareId: string }
  | { kind: 'card'; shareId: string; player: PlayerView; card: BusinessCard }
  | { kind: 'ball'; shareId: string; ball: OpenBall['view']; opensPrivate: boolean }

type Opening = {
  shareId: string
  /** Undefined for a guest. */
  actorId: string | undefined
  now: Date
  origin: string
}

/**
 * Opens the page of a short id. A game that is not public opens only by an id from its initiator. A card does not open
 * for a user whom its owner blocked.
 *
 * @throws ApiError share_not_found, the same for an unknown id, an absent page and a forbidden page
 * Source: decision record 019
 */
export async function openShare(db: Database, { shareId, ...opening }: Opening): Promise<OpenShare> {
  const link = await findLink(db, shareId)
  if (!link) throw new ApiError('share_not_found')
  return openLink(db, link, opening).catch((error: unknown) => {
    const isGone = error instanceof ApiError && error.status === 404
    throw isGone ? new ApiError('share_not_found') : error
  })
}

/**
 * Opens the page of a short id that was just made or found.
 *
 * @throws ApiError user_not_found, ball_not_found
 */
export async function openLink(
  db: Database,
  { id: shareId, kind, objectId, sharerId }: ShareLink,
  { actorId, now, origin }: Omit<Opening, 'shareId'>,
): Promise<OpenShare> {
  if (kind === 'home' || objectId === null) return { kind: 'home', shareId }
  if (kind === 'card') {
    const player = await viewPlayer(db, { userId: objectId, actorId, now, origin })
    return { kind, shareId, player, card: await readCardOf(db, objectId) }
  }
  const { view: ball } = await openBall(db, { ballId: objectId, actorId, hasLink: true })
  const opensPrivate = ball.initiatorId === sharerId
  if (!opensPrivate && !ball.isPublic) throw new ApiError('ball_not_found')
  return { kind, shareId, ball, opensPrivate }
}
