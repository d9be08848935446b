import type { BallDetail } from '@paidang/api/areas/activities/balls'
import { errors } from '@paidang/api/catalogue/errors'
import { dayOf, monthDotDay } from '@paidang/domain/kernel/day'
import type { Fen } from '@paidang/domain/kernel/fen'
import { freeSeats, GENDER_NAMES, leftText, levelRange, minutesUntil, momentText } from './ball-labels'
import { orderToPay } from './ball-money'

/** What a button of the bar does. */
export type BallPress =
  | 'login'
  | 'take'
  | 'request'
  | 'wait'
  | 'pay'
  | 'leave'
  | 'unwait'
  | 'unrequest'
  | 'release'
  | 'manage'
  | 'invite'
  | 'answer'
  | 'others'
  | 'again'

type BarButton = { key: BallPress; text: string; kind?: 'filled' | 'plain'; disabled?: boolean; reason?: string }

/** The bar at the foot of a game: the amount to pay, a line to read before the press, buttons. */
type BallBar = { amountFen?: Fen; line?: string; buttons: BarButton[] }

/** The reader and the time: whether they came by the game's link, and whether the platform takes payments for games, if that is known. */
type Looker = { isLoggedIn: boolean; hasShare: boolean; takesPayments: boolean | undefined; now: Date }

/** Returns what this reader can do with a game now, or after it. Source: design "球局详情" */
export function ballBar(ball: BallDetail, looker: Looker): BallBar | undefined {
  const { now } = looker
  const { viewer, status } = ball
  if (status === 'CANCELLED') return overBar(ball, now)
  const own = viewer.seat && ball.seats.find(({ id }) => id === viewer.seat?.id)
  if (own?.noShowAt && !own.noShowAnswer)
    return { line: '发起人标记你未到', buttons: [{ key: 'answer', text: '未到说明' }] }
  if (viewer.role === 'initiator') return initiatorBar(ball, now)
  if (isOver(ball, now)) return overBar(ball, now)
  if (hasBegun(ball, now)) return runningBar(ball, now)
  return seatBar(ball, now) ?? joinBar(ball, looker)
}

/** Whether the game has begun: nobody can join any more. */
export function hasBegun({ startsAt }: Pick<BallDetail, 'startsAt'>, now: Date): boolean {
  return now.getTime() >= new Date(startsAt).getTime()
}

/** Whether the game has ended, also in the minutes before the server closes it. */
function isOver({ status, endsAt }: Pick<BallDetail, 'status' | 'endsAt'>, now: Date): boolean {
  return status === 'FINISHED' || now.getTime() >= new Date(endsAt).getTime()
}

/** A game that is cancelled, runs or has ended leads on: to the games of its day, or of all days once that is over. */
function overBar({ activityDate, viewer }: BallDetail, now: Date): BallBar {
  const text = activityDate < dayOf(now) ? '看其他球局' : `看 ${monthDotDay(activityDate)} 的球局`
  if (viewer.role !== 'initiator') return { buttons: [{ key: 'others', text }] }
  return { buttons: [{ key: 'others', text, kind: 'plain' }, AGAIN] }
}

/** A running game waits for its players, and leads everybody else on. */
function runningBar(ball: BallDetail, now: Date): BallBar {
  const line = errors.ball_started.message
  if (ball.viewer.seat?.state === 'CONFIRMED') return { buttons: [{ key: 'take', text: line, disabled: true }] }
  return { line, ...overBar(ball, now) }
}

const AGAIN = { key: 'again', text: '再发起一场' } as const

function initiatorBar(ball: BallDetail, now: Date): BallBar | undefined {
  if (ball.status === 'UNPAID') {
    const order = orderToPay(ball, now)
    if (!order) return { line: '支付超时，球局将取消', buttons: [{ key: 'manage', text: '管理球局', kind: 'plain' }] }
    return {
      amountFen: order.amountFen,
      line: `还剩 ${minutesUntil(order.expiresAt, now)} 分钟，支付后发布`,
      buttons: [
        { key: 'manage', text: '管理', kind: 'plain' },
        { key: 'pay', text: '去支付' },
      ],
    }
  }
  const manage = { key: 'manage', text: '管理球局' } as const
  if (isOver(ball, now)) return { buttons: [{ ...manage, kind: 'plain' }, AGAIN] }
  if (hasBegun(ball, now) || freeSeats(ball) === 0) return { buttons: [manage] }
  return {
    buttons: [
      { ...manage, kind: 'plain' },
      { key: 'invite', text: '邀请球友' },
    ],
  }
}

/** Returns the bar of a reader with a seat, an offer, an order or a place on the waiting list. */
function seatBar(ball: BallDetail, now: Date): BallBar | undefined {
  const { seat, waitingPlace } = ball.viewer
  const order = orderToPay(ball, now)
  const isKept = seat?.heldUntil ? minutesUntil(seat.heldUntil, now) > 0 : false
  if (seat?.state === 'CONFIRMED') {
    const leave = { key: 'leave', text: '退出', kind: 'plain' } as const
    // The initiator paid the whole cost and has handed over the game since.
    const bearsAll = ball.feeMode === 'INITIATOR' && ball.viewer.order?.kind === 'BALL_PUBLISH'
    const reason = errors.ball_bearer_stays.message
    return { line: '已报名，到时见', buttons: [bearsAll ? { ...leave, disabled: true, reason } : leave] }
  }
  if (order) {
    return {
      amountFen: order.amountFen,
      line: `还剩 ${minutesUntil(order.expiresAt, now)} 分钟，超时名额释放`,
      buttons: [
        ...(seat ? [{ key: 'release', text: '放弃', kind: 'plain' } as const] : []),
        { key: 'pay', text: '去支付' },
      ],
    }
  }
  if (seat?.state === 'OFFERED' && seat.heldUntil && isKept) {
    return {
      amountFen: ball.feeFen > 0 ? ball.feeFen : undefined,
      line: `名额为你留到 ${momentText(seat.heldUntil, now)}`,
      buttons: [
        { key: 'release', text: '放弃', kind: 'plain' },
        { key: 'take', text: ball.feeFen > 0 ? '支付并报名' : '接受名额' },
      ],
    }
  }
  if (waitingPlace !== null) {
    return { line: `候补中，排到第 ${waitingPlace} 位`, buttons: [{ key: 'unwait', text: '退出候补', kind: 'plain' }] }
  }
  return undefined
}

/** Returns the bar of a reader who is not in the game. */
function joinBar(ball: BallDetail, { isLoggedIn, hasShare, takesPayments, now }: Looker): BallBar | undefined {
  const { viewer, feeFen } = ball
  const amountFen = feeFen > 0 ? feeFen : undefined
  const isFull = freeSeats(ball) === 0
  const closes = `${leftText(ball.startsAt, now)}后开球`
  if (feeFen > 0 && takesPayments === undefined) return undefined
  if (feeFen > 0 && !takesPayments) {
    const reason = errors.ball_payments_off.message
    return { buttons: [{ key: 'take', text: '报名', disabled: true, reason }] }
  }
  if (!isLoggedIn) return { amountFen, line: '登录后可以报名', buttons: [{ key: 'login', text: '登录' }] }
  if (!viewer.isGenderFit && !viewer.genderIsUnsaid) {
    const reason = `这场球局${GENDER_NAMES[ball.genderRule]}。性别填错了，可以在个人资料里改`
    return { buttons: [{ key: 'take', text: '报名', disabled: true, reason }] }
  }
  const isLetIn = viewer.isLevelFit || viewer.requestStatus === 1 || hasShare
  if (!isLetIn) return requestBar(ball, isFull)
  if (isFull) {
    return { line: `已满员，候补排到第 ${ball.waitingCount + 1} 位`, buttons: [{ key: 'wait', text: '加入候补' }] }
  }
  const wasHeld = viewer.seat?.state === 'HELD' || viewer.seat?.state === 'OFFERED'
  const line = wasHeld ? '名额已释放，可以重新报名' : closes
  return { amountFen, line, buttons: [{ key: 'take', text: amountFen === undefined ? '报名' : '支付并报名' }] }
}

/** Out of the level range: the initiator has to agree first. A full game names its waiting list besides. */
function requestBar({ viewer, levelFrom, levelTo, feeFen, waitingCount }: BallDetail, isFull: boolean): BallBar {
  const waiting = isFull ? `已满员，${waitingCount} 人候补；` : ''
  const amountFen = feeFen > 0 ? feeFen : undefined
  if (viewer.requestStatus === 0) {
    return {
      amountFen,
      line: `${waiting}已申请，等待发起人同意`,
      buttons: [{ key: 'unrequest', text: '撤回申请', kind: 'plain' }],
    }
  }
  if (viewer.requestStatus === 2) {
    const reason = errors.ball_request_refused.message
    return {
      ...(isFull && { line: `已满员，${waitingCount} 人候补` }),
      buttons: [{ key: 'request', text: '申请加入', disabled: true, reason }],
    }
  }
  const own = viewer.level === null ? '还没有等级' : `你的等级 ${viewer.level.toFixed(1)}`
  return {
    amountFen,
    line: `${waiting}${own}，不在 ${levelRange({ levelFrom, levelTo })}`,
    buttons: [{ key: 'request', text: '申请加入' }],
  }
}

/** Returns the call that takes a seat. A free game, or one with its link, is joined. */
export function wayIn({ feeFen }: Pick<BallDetail, 'feeFen'>, hasShare: boolean): 'enroll' | 'join' {
  return feeFen === 0 || hasShare ? 'join' : 'enroll'
}

/** What the initiator can do with their game now, in the order of the menu. */
export type ManageAction = 'edit' | 'public' | 'handOver' | 'swap' | 'noShow' | 'cancel'

type ManageEntry = { key: ManageAction; text: string; note?: string; disabled?: boolean; danger?: boolean }

/** Returns the players who can be asked to give up their seat. Nobody is asked twice at the same time. */
export function swappable({ seats, proposals }: Pick<BallDetail, 'seats' | 'proposals'>): BallDetail['seats'] {
  const isAsked = (userId: string) => proposals.some(({ out }) => out?.id === userId)
  return seats.filter(({ state, isInitiator, user }) => state === 'CONFIRMED' && !isInitiator && !isAsked(user.id))
}

/** How long after the end of a game its initiator can mark who did not come. */
const MARK_MS = 2 * 24 * 60 * 60_000

/** Whether the reader may make the earlier links of a game invalid: its initiator, until it begins. */
export function mayRenewLinks(ball: BallDetail, now: Date): boolean {
  const isOn = ball.status !== 'CANCELLED' && ball.status !== 'UNPAID' && !hasBegun(ball, now)
  return ball.viewer.role === 'initiator' && isOn
}

/** Returns the menu of the initiator; empty once the game is cancelled. */
export function manageEntries(ball: BallDetail, now: Date): ManageEntry[] {
  const others = ball.seats.filter(({ state, isInitiator }) => state === 'CONFIRMED' && !isInitiator)
  if (ball.status === 'CANCELLED') return []
  if (hasBegun(ball, now)) {
    const isOver = now.getTime() > new Date(ball.endsAt).getTime() + MARK_MS
    if (isOver) return [{ key: 'noShow', text: '标记未到', disabled: true, note: errors.ball_mark_too_late.message }]
    return [
      {
        key: 'noShow',
        text: '标记未到',
        disabled: others.length === 0,
        note: others.length === 0 ? '没有别的球友' : undefined,
      },
    ]
  }
  const cancel = { key: 'cancel', text: '取消球局', danger: true } as const
  if (ball.status === 'UNPAID') return [{ key: 'edit', text: '修改球局' }, cancel]
  const nobody = others.length === 0 ? '还没有别的球友报名' : undefined
  const isHandingOver = ball.proposals.some(({ kind }) => kind === 'HAND_OVER')
  const asked = errors.ball_proposal_open.message
  const note = nobody ?? (isHandingOver ? asked : undefined)
  const swapNote =
    nobody ?? (ball.waiting.length === 0 ? '有人候补时可以更换' : swappable(ball).length === 0 ? asked : undefined)
  return [
    { key: 'edit', text: '修改球局' },
    ball.isPublic
      ? { key: 'public', text: '改为仅链接可见', note: '不再出现在约球列表，拿到链接的人仍能报名' }
      : { key: 'public', text: '公开球局', note: '所有人都能在约球列表看到' },
    { key: 'handOver', text: '转让发起人', disabled: note !== undefined, note },
    { key: 'swap', text: '更换球友', disabled: swapNote !== undefined, note: swapNote },
    cancel,
  ]
}
