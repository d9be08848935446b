import type { BallDetail } from '@paidang/api/areas/activities/balls'
import { dayOf } from '@paidang/domain/kernel/day'
import { useState } from 'react'
import { ballDetailPath, homePath } from '../../../../paths'
import { shareLink } from '../../../../platform/share'
import { showToast } from '../../../../platform/toast'
import { ballWhen, freeSeats } from './ball-labels'

const APP_TITLE = '拍档，约课、约球、穿线'

/** Returns the title of a shared game: 明天 08:00–10:00 周六早场，缺 1 人. */
function ballShareTitle(ball: BallDetail, now: Date): string {
  const free = freeSeats(ball)
  const seats = ball.status === 'OPEN' && free > 0 ? `，缺 ${free} 人` : ''
  return `${ballWhen(ball, dayOf(now), 'short')} ${ball.title}${seats}`
}

/**
 * Returns what is shared from a game's page: the game, with the token that this reader has or came with. A public game
 * needs no token. Without anything to share it is the app's home.
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

/** Returns the same for the timeline, where nobody is logged in: only a public game, without its token. */
export function ballTimelineCard(ball: BallDetail | undefined, now: Date): { title: string; query: string } {
  if (!ball?.isPublic) return { title: APP_TITLE, query: '' }
  return { title: ballShareTitle(ball, now), query: `id=${ball.id}` }
}

/** Whether this reader may create a short id for the game, which includes its picture. */
export function mayMakeShareId(ball: BallDetail | undefined): boolean {
  if (!ball || ball.viewer.userId === null || ball.status === 'UNPAID') return false
  return ball.isPublic || ball.viewer.role === 'initiator'
}

const TOKEN = /^[A-Za-z0-9_-]{8,40}$/

/** Returns the token of a game's link from the address; null where it is invalid and the server would refuse it. */
export function ballShareToken(text: string | undefined): string | null {
  return text !== undefined && TOKEN.test(text) ? text : null
}

/** Shares a game by the share list of the device, else copies its link. */
export function useShareBall(ball: BallDetail, share: string | null) {
  const [isBusy, setIsBusy] = useState(false)
  const hand = async () => {
    setIsBusy(true)
    try {
      const end = await shareLink(ballShareCard(ball, share, new Date()))
      if (end === 'copied') showToast('链接已复制，发给球友即可', { tone: 'done' })
    } catch {
      showToast('没有复制成功，请重试', { tone: 'failed' })
    } finally {
      setIsBusy(false)
    }
  }
  return { hand, isBusy }
}
