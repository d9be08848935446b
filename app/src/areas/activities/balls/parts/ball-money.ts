import type { BallDetail } from '@paidang/api/areas/activities/balls'
import type { Order } from '@paidang/api/areas/money/payments'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { sharesOf } from '@paidang/domain/areas/activities/balls/fee'
import { REFUND_WAYS, type RefundWish, refundTargetOf } from '@paidang/domain/areas/money/payments/order'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { type Fen, yuanOf } from '@paidang/domain/kernel/fen'
import { momentText } from './ball-labels'

/** Returns the order of this game that the caller can pay now. It is for their seat or for one proposed to them. */
export function orderToPay(
  { viewer, proposals }: Pick<BallDetail, 'viewer' | 'proposals'>,
  now: Date,
): Order | undefined {
  return [viewer.order, ...proposals.map(({ order }) => order)].find(
    (order): order is Order =>
      order !== null && order.state === 'UNPAID' && new Date(order.expiresAt).getTime() > now.getTime(),
  )
}

/** One line of the cost: what, and how much. */
type FeeLine = { name: string; value: string; strong?: boolean }

/** The text of the cost card: its title, the secondary text beside it, and its lines. */
type FeeSummary = { title: string; tail: string; lines: FeeLine[]; note?: string }

type Fee = Pick<
  BallDetail,
  'feeMode' | 'feeFen' | 'courtFeeFen' | 'extrasFen' | 'minPlayers' | 'maxPlayers' | 'status' | 'sharesFen'
>

/** What became of a shared cost, once the game is over. */
const OVER: Partial<Record<BallDetail['status'], string>> & { FINISHED: string } = {
  FINISHED: '已按实结算',
  CANCELLED: '已取消，全额退款',
}

/**
 * Returns the cost of a game and who pays it. Before the game: the prepaid amount and the amount when full. Afterwards:
 * what was paid.
 */
export function feeSummary(ball: Fee): FeeSummary {
  const { feeMode, feeFen, minPlayers, maxPlayers, status, sharesFen } = ball
  const cost = ball.courtFeeFen + ball.extrasFen
  if (cost === 0) return { title: '费用', tail: '免费', lines: [] }
  const parts: FeeLine = { name: costParts(ball), value: `共 ¥${yuanOf(cost)}` }
  if (feeMode === 'INITIATOR') return { title: '费用', tail: '发起人请客', lines: [parts], note: '报名不用付钱' }
  if (status === 'FINISHED' && sharesFen !== null && sharesFen.length > 0) {
    return {
      title: 'AA 费用',
      tail: OVER.FINISHED,
      lines: [parts, { name: `${sharesFen.length} 人均摊`, value: shareText(sharesFen), strong: true }],
    }
  }
  return {
    title: 'AA 费用',
    tail: OVER[status] ?? '赛后按实结算，多退',
    lines: [
      parts,
      { name: `${maxPlayers} 人满员均摊`, value: shareText(sharesOf(cost, maxPlayers)), strong: true },
      { name: '每人报名预付', value: `¥${yuanOf(feeFen)}` },
    ],
    note: minPlayers < maxPlayers && !OVER[status] ? `预付按最少 ${minPlayers} 人算，来的人多就退回差额` : undefined,
  }
}

/** Returns what of an order its payer has to fetch at the front desk, where it was paid; undefined where nothing waits. */
export function atDeskText(order: Pick<Order, 'refunds'> | null): string | undefined {
  const waiting = (order?.refunds ?? []).filter(({ target, state }) => target === 'OFFLINE' && state !== 'DONE')
  const fen = waiting.reduce((sum, { amountFen }) => sum + amountFen, 0)
  return fen > 0 ? `¥${yuanOf(fen)} ${REFUND_WAYS.OFFLINE}` : undefined
}

/** Returns what a reader who left late reads of the money that stays in the game; undefined for everybody else. */
export function keptText({
  status,
  viewer: { seat, order },
}: Pick<BallDetail, 'status' | 'viewer'>): string | undefined {
  if (seat || OVER[status] || order?.state !== 'PAID') return undefined
  const keptFen = order.amountFen - order.refundedFen
  return keptFen > 0 ? `你已退出，有人补上名额后退回 ¥${yuanOf(keptFen)}` : undefined
}

/** Formats 场地 ¥160 + 用球等 ¥32; a part that costs nothing is left out. */
function costParts({ courtFeeFen, extrasFen }: Pick<Fee, 'courtFeeFen' | 'extrasFen'>): string {
  const parts = [
    courtFeeFen > 0 ? `场地 ¥${yuanOf(courtFeeFen)}` : '',
    extrasFen > 0 ? `用球等 ¥${yuanOf(extrasFen)}` : '',
  ]
  return parts.filter(Boolean).join(' + ')
}

/** Formats what each player pays: one amount, or two that differ by a fen. */
function shareText(shares: readonly Fen[]): string {
  const [most = 0, least = most] = [shares[0], shares[shares.length - 1]]
  return most === least ? `¥${yuanOf(most)}` : `¥${yuanOf(least)}–${yuanOf(most)}`
}

/**
 * What leaving costs, before it is done: whether money comes back, how much, and whether the player chooses where to.
 */
type LeaveText = {
  line: string
  facts: { name: string; value: string }[]
  tone: 'ok' | 'wait'
  asksTarget: boolean
}

/** Returns the text of 退出 for the current state; undefined for a reader without a seat. */
export function leaveText(
  { viewer, startsAt }: Pick<BallDetail, 'viewer' | 'startsAt'>,
  now: Date,
): LeaveText | undefined {
  const { leave, order } = viewer
  if (leave === null) return undefined
  const until = momentText(leave.freeUntil, now)
  if (leave.paidFen === 0) {
    return { line: '这场不用付钱，退出后名额让给别人', facts: [], tone: 'ok', asksTarget: false }
  }
  const paid = { name: '已付', value: `¥${yuanOf(leave.paidFen)}` }
  const isStarted = now.getTime() >= new Date(startsAt).getTime()
  if (!leave.isFree || isStarted) {
    return {
      line: `${until} 之后退出，要有人补上你的名额才退款`,
      facts: [paid, { name: '现在退回', value: `¥${yuanOf(leave.refundFen)}` }],
      tone: 'wait',
      asksTarget: false,
    }
  }
  const byCard = order?.method === 'CARD'
  return {
    line: `${until} 之前退出，全额退款`,
    facts: [
      paid,
      { name: '退回', value: `¥${yuanOf(leave.refundFen)}` },
      ...(byCard ? [{ name: '退到', value: '储值卡，立即到账' }] : []),
    ],
    tone: 'ok',
    asksTarget: !byCard,
  }
}

/**
 * Returns the message after a seat was given back: what happens to its money. It uses what was shown before the press.
 */
export function leftText(
  { leave, order, seat, waitingPlace, requestStatus }: BallDetail['viewer'],
  refundTo: RefundWish | undefined,
): string {
  if (!seat && waitingPlace === null && requestStatus === APPROVAL.PENDING) return '申请已撤回'
  const left = outcomes.leaveBall.done
  if (!leave || leave.paidFen === 0) return left
  if (leave.refundFen === 0) return `${left}，有人补位后退款`
  const target = refundTo === 'CARD' ? refundTo : refundTargetOf(order?.method ?? null)
  return `${left}，¥${yuanOf(leave.refundFen)} ${REFUND_WAYS[target]}`
}
