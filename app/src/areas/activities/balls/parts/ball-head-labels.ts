import type { BallDetail } from '@paidang/api/areas/balls'
import { freeLeaveUntil, isFreeToLeave } from '@paidang/domain/areas/balls/seat-rules'
import { SPORT_NAMES } from '@paidang/domain/kernel/sport'
import type { IconName } from '../../../../ui/icon'
import type { TagKind } from '../../../../ui/tag'
import { timeLeft } from '../../../money/payments/pay-labels'
import {
  CANCEL_LABELS,
  confirmedSeats,
  freeSeats,
  GENDER_NAMES,
  leftText,
  levelRange,
  matchTypeName,
  momentText,
} from './ball-labels'

type HeadTag = { text: string; kind: TagKind; icon?: IconName | null }

/** Returns the tags below the title of a game: what is played, its state, and until when leaving is free. */
export function headTags(ball: BallDetail, now: Date): HeadTag[] {
  const facts: HeadTag[] = [
    { text: SPORT_NAMES[ball.sport], kind: 'line' },
    { text: matchTypeName(ball.matchType), kind: 'line' },
    { text: levelRange(ball), kind: 'line' },
  ]
  if (ball.genderRule !== 'ANY') facts.push({ text: GENDER_NAMES[ball.genderRule], kind: 'line' })
  if (!ball.isPublic) facts.push({ text: '仅链接', kind: 'line' })
  return [...facts, ...stateTags(ball, now)]
}

/** Until when the reader's own seat is held for its payment; null without such a seat. */
export function seatToPay({ viewer: { seat } }: Pick<BallDetail, 'viewer'>, now: Date): string | null {
  const isHeld = seat?.state === 'HELD' && seat.heldUntil !== null && new Date(seat.heldUntil) > now
  return isHeld ? seat.heldUntil : null
}

function stateTags(ball: BallDetail, now: Date): HeadTag[] {
  if (ball.status === 'CANCELLED') return [{ text: '已取消', kind: 'mute' }]
  if (ball.status === 'FINISHED') return [{ text: '已结束', kind: 'mute' }]
  if (ball.status === 'UNPAID') return [{ text: '待支付', kind: 'wait' }]
  const free = freeSeats(ball)
  const startsAt = new Date(ball.startsAt)
  if (now.getTime() >= startsAt.getTime()) return [{ text: '进行中', kind: 'ok', icon: null }]
  const seats: HeadTag =
    free > 0
      ? { text: `缺 ${free} 人`, kind: 'wait', icon: null }
      : seatToPay(ball, now)
        ? { text: '名额为您保留', kind: 'wait', icon: null }
        : { text: ball.waitingCount > 0 ? `已满员，${ball.waitingCount} 人候补` : '已满员', kind: 'mute' }
  if (ball.feeFen === 0) return [seats]
  const limit = isFreeToLeave(startsAt, now)
    ? `${momentText(freeLeaveUntil(startsAt), now)} 前可退`
    : '退出需有人补位才退款'
  return [seats, { text: limit, kind: 'mute' }]
}

/**
 * Returns whether the game will take place, as far as known: what is missing, until when, and what happens otherwise.
 */
export function standingText(ball: BallDetail, now: Date): { text: string; tone: 'ok' | 'wait' | 'bad' } | undefined {
  if (ball.status === 'CANCELLED') {
    const back = ball.feeFen > 0 && ball.cancelReason !== 'UNPAID' ? '，已付的钱全额退回' : ''
    return { text: `${CANCEL_LABELS[ball.cancelReason ?? 'INITIATOR']}${back}`, tone: 'bad' }
  }
  if (ball.status !== 'OPEN' && ball.status !== 'FULL') return undefined
  const heldUntil = seatToPay(ball, now)
  if (heldUntil !== null) return { text: `为您保留 ${timeLeft(heldUntil, now)}，支付后才算报名`, tone: 'wait' }
  const missing = ball.minPlayers - confirmedSeats(ball).length
  const isOpen = now.getTime() < new Date(ball.closesAt).getTime()
  if (missing <= 0) {
    const begun = now.getTime() >= new Date(ball.startsAt).getTime()
    return begun ? undefined : { text: `已成局，距开球 ${leftText(ball.startsAt, now)}`, tone: 'ok' }
  }
  if (!isOpen) return undefined
  const until = `${momentText(ball.closesAt, now)} 截止（还有 ${leftText(ball.closesAt, now)}）`
  return {
    text: `还差 ${missing} 人成局，${until}，人不够自动取消${ball.feeFen > 0 ? '并全额退款' : ''}`,
    tone: 'wait',
  }
}
