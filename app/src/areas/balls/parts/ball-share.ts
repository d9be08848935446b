import type { BallDetail } from '@paidang/api/areas/balls'
import { dayOf } from '@paidang/domain/kernel/day'
import { ballDetailPath, homePath } from '../../../paths'
import { ballWhen, freeSeats } from './ball-words'

const APP_TITLE = '拍档，约课、约球、穿线'

/** What a shared game is called: 明天 08:00–10:00 周六早场，缺 1 人. */
function ballShareTitle(ball: BallDetail, now: Date): string {
  const free = freeSeats(ball)
  const seats = ball.status === 'OPEN' && free > 0 ? `，缺 ${free} 人` : ''
  return `${ballWhen(ball, dayOf(now), 'short')} ${ball.title}${seats}`
}

/**
 * What is handed on from a game's page: the game with the token that this reader has, or came with; a public game needs
 * none. The app's home where there is nothing to hand on.
 */
export function ballShareCard(
  ball: BallDetail | undefined,
  share: string | null,
  now: Date,
): { title: string; path: string } {
  if (!ball) return { title: APP_TITLE, path: homePath() }
  const token = ball.share ?? share
  if (token === null && !ball.isPublic) return { title: APP_TITLE, path: homePath() }
  return { title: ballShareTitle(ball, now), path: ballDetailPath(ball.id, token ?? undefined) }
}

/** The same for everybody's timeline, where nobody is logged in: a public game only, without its token. */
export function ballTimelineCard(ball: BallDetail | undefined, now: Date): { title: string; query: string } {
  if (!ball?.isPublic) return { title: APP_TITLE, query: '' }
  return { title: ballShareTitle(ball, now), query: `id=${ball.id}` }
}

/** Whether this reader may have a short id made for the game, which brings its picture along. */
export function mayMakeShareId(ball: BallDetail | undefined): boolean {
  if (!ball || ball.viewer.userId === null || ball.status === 'UNPAID') return false
  return ball.isPublic || ball.viewer.role === 'initiator'
}

const TOKEN = /^[A-Za-z0-9_-]{8,40}$/

/** The token of a game's link as it stands in the address; null where it is none, which the server would refuse. */
export function ballShareToken(text: string | undefined): string | null {
  return text !== undefined && TOKEN.test(text) ? text : null
}
