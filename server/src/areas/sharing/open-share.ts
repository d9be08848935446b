import type { BusinessCard } from '@paidang/api/areas/business-cards'
import type { PlayerView } from '@paidang/api/areas/profile'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { type OpenBall, openBall } from '../balls/open-ball.ts'
import { readCardOf } from '../business-cards/read-card-of.ts'
import { viewPlayer } from '../profile/view-player.ts'
import { findLink, type ShareLink } from './queries.ts'

/** A page behind a short id, with what its picture shows. */
export type OpenShare =
  | { kind: 'home'; shareId: string }
  | { kind: 'card'; shareId: string; player: PlayerView; card: BusinessCard }
  | { kind: 'ball'; shareId: string; ball: OpenBall['view']; opensPrivate: boolean }

type Opening = {
  shareId: string
  /** Undefined: a guest. */
  by: string | undefined
  now: Date
  origin: string
}

/**
 * Where a short id leads. A game that is not public opens only to an id that its initiator made; a card to nobody on its
 * owner's blacklist.
 *
 * @throws ApiError share_not_found, the same for an id that nobody made and one whose page is gone, or not for him to see
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
 * The same for a short id that was just made or found.
 *
 * @throws ApiError user_not_found, ball_not_found
 */
export async function openLink(
  db: Database,
  { id: shareId, kind, objectId, sharerId }: ShareLink,
  { by, now, origin }: Omit<Opening, 'shareId'>,
): Promise<OpenShare> {
  if (kind === 'home' || objectId === null) return { kind: 'home', shareId }
  if (kind === 'card') {
    const player = await viewPlayer(db, { userId: objectId, by, now, origin })
    return { kind, shareId, player, card: await readCardOf(db, objectId) }
  }
  const { view: ball } = await openBall(db, { ballId: objectId, by, hasLink: true })
  const opensPrivate = ball.initiatorId === sharerId
  if (!opensPrivate && !ball.isPublic) throw new ApiError('ball_not_found')
  return { kind, shareId, ball, opensPrivate }
}
