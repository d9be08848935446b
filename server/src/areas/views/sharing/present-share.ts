import type { Shared } from '@paidang/api/areas/sharing'
import { API_PREFIX } from '../../../http/serve.ts'
import type { OpenShare } from './open-share.ts'

/** The title of the home page when it is shared. */
const HOME_TITLE = '约课、约球、穿线，一个拍档'

/** Converts a shared page to its answer; `ballTokenOf` makes the token that opens a game that is not public. */
export function presentShare(shared: OpenShare, ballTokenOf: (ballId: string, version: number) => string): Shared {
  const below = `${API_PREFIX}/share/${shared.shareId}`
  return {
    shareId: shared.shareId,
    kind: shared.kind,
    objectId: objectIdOf(shared),
    title: titleOf(shared),
    path: pathOf(shared, ballTokenOf),
    picture: `${below}/picture.png`,
    code: `${below}/code.png`,
    poster: shared.kind === 'card' ? `${below}/poster.png` : null,
  }
}

function objectIdOf(shared: OpenShare): string | null {
  if (shared.kind === 'card') return shared.player.id
  return shared.kind === 'ball' ? shared.ball.id : null
}

function titleOf(shared: OpenShare): string {
  if (shared.kind === 'card') return `${shared.card.name}的球员名片`
  return shared.kind === 'ball' ? shared.ball.title : HOME_TITLE
}

function pathOf(shared: OpenShare, ballTokenOf: (ballId: string, version: number) => string): string {
  if (shared.kind === 'home') return `/${PAGES.home}`
  if (shared.kind === 'card') return `/${PAGES.card}?id=${shared.player.id}&i=${shared.shareId}`
  const { ball, opensPrivate } = shared
  return `/${PAGES.ball}?id=${ball.id}${opensPrivate ? `&share=${ballTokenOf(ball.id, ball.shareVersion)}` : ''}`
}

/** The pages of the app for shared things, without the leading slash, as in WeChat. Source: specification §2 */
export const PAGES = {
  home: 'pages/home/index',
  card: 'pages/user_card/index',
  ball: 'bookingBall/pages/ballDetail/index',
} as const
