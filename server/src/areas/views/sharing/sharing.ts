import { randomInt } from 'node:crypto'
import type { PlayerView } from '@paidang/api/areas/people/profile'
import type { BusinessCard } from '@paidang/api/areas/views/business-cards'
import * as api from '@paidang/api/areas/views/sharing'
import { ApiError } from '@paidang/api/catalogue/errors'
import { coachTitle } from '@paidang/domain/areas/people/profile/nickname'
import { USER_TYPES } from '@paidang/domain/kernel/access'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { originOf } from '../../../http/origin.ts'
import { API_PREFIX } from '../../../http/serve.ts'
import { type OpenBall, openBall, renewBallLink } from '../../activities/balls/open-ball.ts'
import { renewClassLink } from '../../activities/classes/share-link.ts'
import {
  deleteLinksTo,
  findLink,
  findLinkOf,
  insertLink,
  type SharedPage,
  type ShareLink,
} from '../../ground/share-links/share-links.ts'
import { viewPlayer } from '../../people/profile/view-player.ts'
import { readCardOf } from '../business-cards/card.ts'

/** The page of a short id, with the data of its picture. */
export type OpenShare =
  | { kind: 'home'; shareId: string }
  | { kind: 'card'; shareId: string; player: PlayerView; card: BusinessCard }
  | { kind: 'coach'; shareId: string; player: PlayerView; card: BusinessCard }
  | { kind: 'ball'; shareId: string; ball: OpenBall['view']; opensPrivate: boolean }

/** Who opens a page; undefined for a guest. */
type Opening = { actorId: string | undefined; now: Date; origin: string }

/** The pages of the app for shared things, without the leading slash, as in WeChat. Source: specification §2 */
export const PAGES = {
  home: 'pages/home/index',
  card: 'pages/user_card/index',
  coach: 'bookingClass/pages/coach_page/index',
  ball: 'bookingBall/pages/ballDetail/index',
} as const

/** The title of the home page when it is shared. */
const HOME_TITLE = '约课、约球、穿线，一个拍档'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const LENGTH = 8
/** The last attempt only reads. Three taken ids in a row mean a fault, not chance. */
const MAX_ATTEMPTS = 4

/**
 * Opens the page of a short id. A game that is not public opens only by an id from its initiator. A card does not open
 * for a user whom its owner blocked.
 *
 * @throws ApiError share_not_found, the same for an unknown id, an absent page and a forbidden page
 * Source: decision record 019
 */
export async function openShare(db: Database, shareId: string, opening: Opening): Promise<OpenShare> {
  const link = await findLink(db, shareId)
  if (!link) throw new ApiError('share_not_found')
  return openLink(db, link, opening).catch((error: unknown) => {
    const isGone = error instanceof ApiError && error.status === 404
    throw isGone ? new ApiError('share_not_found') : error
  })
}

/** @throws ApiError user_not_found, ball_not_found */
async function openLink(
  db: Database,
  { id: shareId, kind, objectId, sharerId }: ShareLink,
  { actorId, now, origin }: Opening,
): Promise<OpenShare> {
  if (kind === 'home' || objectId === null) return { kind: 'home', shareId }
  if (kind === 'card' || kind === 'coach') {
    const player = await viewPlayer(db, { userId: objectId, actorId, now, origin })
    if (kind === 'coach' && player.userType === USER_TYPES.PLAYER) throw new ApiError('user_not_found')
    return { kind, shareId, player, card: await readCardOf(db, objectId) }
  }
  const { view: ball } = await openBall(db, { ballId: objectId, actorId, hasLink: true })
  const opensPrivate = ball.initiatorId === sharerId
  if (!opensPrivate && !ball.isPublic) throw new ApiError('ball_not_found')
  return { kind, shareId, ball, opensPrivate }
}

/** Presents a shared page; `ballTokenOf` makes the token that opens a game that is not public. */
function present(shared: OpenShare, ballTokenOf: (ballId: string, version: number) => string): api.Shared {
  const { kind, shareId } = shared
  const below = `${API_PREFIX}/share/${shareId}`
  const common = { shareId, picture: `${below}/picture.png`, code: `${below}/code.png`, poster: null }
  if (kind === 'home') return { ...common, kind, objectId: null, title: HOME_TITLE, path: `/${PAGES.home}` }
  if (kind === 'card' || kind === 'coach') {
    const { player, card } = shared
    const poster = `${below}/poster.png`
    // The page of a coach is open to everybody, so its address needs no short id.
    const path = `/${PAGES[kind]}?id=${player.id}${kind === 'card' ? `&i=${shareId}` : ''}`
    const title = kind === 'card' ? `${card.name}的球员名片` : coachTitle(card.name)
    return { ...common, kind, objectId: player.id, title, path, poster }
  }
  const { ball, opensPrivate } = shared
  const token = opensPrivate ? `&share=${ballTokenOf(ball.id, ball.shareVersion)}` : ''
  return { ...common, kind, objectId: ball.id, title: ball.title, path: `/${PAGES.ball}?id=${ball.id}${token}` }
}

/** Only its initiator may share a game that is not public, once it is published. */
async function assertMayShare(
  db: Database,
  { kind, objectId, sharerId: actorId }: SharedPage,
  { now, origin }: Opening,
): Promise<void> {
  if (objectId === null) return
  if (kind === 'card' || kind === 'coach') {
    const { userType } = await viewPlayer(db, { userId: objectId, actorId, now, origin })
    if (kind === 'coach' && userType === USER_TYPES.PLAYER) throw new ApiError('user_not_found')
    return
  }
  const { view } = await openBall(db, { ballId: objectId, actorId })
  if (view.status === 'UNPAID' || (!view.isPublic && view.initiatorId !== actorId))
    throw new ApiError('action_forbidden')
}

/** The short id of this person for a page, the same each time. It is random with 47 bits, too many to guess. */
async function linkOf(tx: Database, page: SharedPage, now: Date): Promise<ShareLink> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const link = await findLinkOf(tx, page)
    if (link) return link
    const id = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
    await insertLink(tx, { ...page, id, now })
  }
  throw new Error('every short id was taken')
}

export default plugin([
  handle(api.sharePage, async ({ body: { kind, objectId }, user: { id: sharerId }, db, now, app, request }) => {
    if (kind !== 'home' && objectId === undefined) throw new ApiError('input_invalid')
    const page = { kind, objectId: kind === 'home' ? null : (objectId ?? null), sharerId }
    const opening = { actorId: sharerId, now, origin: originOf(request) }
    await assertMayShare(db, page, opening)
    const shared = await db.transaction(async (tx) => openLink(tx, await linkOf(tx, page, now), opening))
    return present(shared, app.ballShareTokens.of)
  }),

  // Links and short ids that were shared before no longer open the page.
  handle(api.renewShare, async ({ body: { kind, objectId }, user: { id: actorId }, db }) => {
    if (kind === 'card' && objectId !== actorId) throw new ApiError('data_of_others')
    await db.transaction(async (tx) => {
      if (kind === 'class') return renewClassLink(tx, { invitationId: objectId, actorId })
      if (kind === 'ball') await renewBallLink(tx, { ballId: objectId, actorId })
      await deleteLinksTo(tx, { kind, objectId })
    })
    return null
  }),

  handle(api.openShare, async ({ params: { shareId }, user, db, now, app, request }) =>
    present(
      await openShare(db, shareId, { actorId: user?.id, now, origin: originOf(request) }),
      app.ballShareTokens.of,
    ),
  ),
])
