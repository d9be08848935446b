import { DATE_WINDOW_DAYS, type Day, dayOf, daysBetween, instantOf } from '../../../kernel/day.ts'
import type { Fen } from '../../../kernel/fen.ts'
import { type HalfHour, MINUTES_PER_HALF_HOUR } from '../../../kernel/half-hour.ts'

/**
 * The states of a trial lesson (体验课). UNPAID waits for its money, PAID for the coach, CONFIRMED is a class. CLOSED was
 * never paid. CANCELLED_LATE was cancelled by its player after the free time, and the club keeps half. All others that
 * ended gave everything back.
 */
export const TRIAL_STATES = [
  'UNPAID',
  'PAID',
  'CONFIRMED',
  'CLOSED',
  'REFUSED',
  'WITHDRAWN',
  'EXPIRED',
  'CANCELLED',
  'CANCELLED_LATE',
] as const
export type TrialState = (typeof TRIAL_STATES)[number]

/** Who takes a step. PAYMENT is the order: paid, or closed. CLASS is the class that the coach confirmed. */
type By = 'PAYMENT' | 'COACH' | 'PLAYER' | 'CLOCK' | 'CLASS'
/** What goes back to the payer. */
type Back = 'NOTHING' | 'ALL' | 'HALF'

/** Every step with who takes it, and what becomes of the money. Source: decision record 055 */
export const TRIAL_STEPS = {
  PAY: { by: 'PAYMENT', from: 'UNPAID', to: 'PAID', back: 'NOTHING' },
  CLOSE: { by: 'PAYMENT', from: 'UNPAID', to: 'CLOSED', back: 'NOTHING' },
  ACCEPT: { by: 'COACH', from: 'PAID', to: 'CONFIRMED', back: 'NOTHING' },
  REFUSE: { by: 'COACH', from: 'PAID', to: 'REFUSED', back: 'ALL' },
  WITHDRAW: { by: 'PLAYER', from: 'PAID', to: 'WITHDRAWN', back: 'ALL' },
  EXPIRE: { by: 'CLOCK', from: 'PAID', to: 'EXPIRED', back: 'ALL' },
  CANCEL: { by: 'CLASS', from: 'CONFIRMED', to: 'CANCELLED', back: 'ALL' },
  CANCEL_LATE: { by: 'CLASS', from: 'CONFIRMED', to: 'CANCELLED_LATE', back: 'HALF' },
} as const satisfies Record<string, { by: By; from: TrialState; to: TrialState; back: Back }>
export type TrialStep = keyof typeof TRIAL_STEPS

/** What the trail of a trial lesson records: that it was asked for, that this changed, and each step. */
export const TRIAL_TRAIL = [
  'MADE',
  'CHANGE',
  'PAY',
  'CLOSE',
  'ACCEPT',
  'REFUSE',
  'WITHDRAW',
  'EXPIRE',
  'CANCEL',
  'CANCEL_LATE',
] as const satisfies ('MADE' | 'CHANGE' | TrialStep)[]

/**
 * The states that use up the one trial lesson of a person with a club: it is paid, or may still be. What was given back
 * whole counts for nothing.
 */
export const USED_TRIAL_STATES = ['UNPAID', 'PAID', 'CONFIRMED', 'CANCELLED_LATE'] as const satisfies TrialState[]

/** What a step gives back of the price, in fen. Half a fen goes to the payer. */
export function trialRefundOf(step: TrialStep, priceFen: Fen): Fen {
  const { back } = TRIAL_STEPS[step]
  if (back === 'NOTHING') return 0
  return back === 'ALL' ? priceFen : Math.ceil(priceFen / 2)
}

/** What cancelling a confirmed trial lesson costs its player, in fen. */
export const trialCostOf = (isLate: boolean, priceFen: Fen): Fen =>
  priceFen - trialRefundOf(isLate ? 'CANCEL_LATE' : 'CANCEL', priceFen)

/** How many hours a player may wish for. The coach confirms one of them, and none is held. */
export const MAX_TRIAL_WISHES = 3
/** How long an unpaid one waits for its money. */
export const TRIAL_MINUTES_TO_PAY = 15

const MINUTE_MS = 60_000
const ANSWER_MS = 12 * 60 * MINUTE_MS
const REMINDED_BEFORE_MS = 2 * 60 * MINUTE_MS

/** An hour that the player wishes for, at a venue at which the coach and a court were free. */
export type TrialWish = { date: Day; beginTimeSlot: HalfHour; stadiumId: string }

/** How many half-hours a trial lesson takes. */
export const trialHalfHours = (minutes: number): number => Math.ceil(minutes / MINUTES_PER_HALF_HOUR)

export const trialWishStart = ({ date, beginTimeSlot }: TrialWish): Date => instantOf(date, beginTimeSlot)

const lastStartOf = (wishes: readonly TrialWish[]): number =>
  Math.max(...wishes.map((wish) => trialWishStart(wish).getTime()))

/** Until when an order that is made now can be paid: not past the last hour that the player wishes for. */
export function trialPayUntil(wishes: readonly TrialWish[], now: Date): Date {
  return new Date(Math.min(now.getTime() + TRIAL_MINUTES_TO_PAY * MINUTE_MS, lastStartOf(wishes)))
}

/**
 * Until when the coach answers what was paid at `paidAt`: 12 hours, but not past the last hour. The coach is reminded two
 * hours before, or halfway where less is left than four.
 */
export function trialAnswerTimes(wishes: readonly TrialWish[], paidAt: Date): { expiresAt: Date; remindAt: Date } {
  const end = Math.min(paidAt.getTime() + ANSWER_MS, lastStartOf(wishes))
  const before = Math.min(REMINDED_BEFORE_MS, (end - paidAt.getTime()) / 2)
  return { expiresAt: new Date(end), remindAt: new Date(end - before) }
}

type Trial = { state: TrialState; coachId: string; playerId: string; expiresAt: Date | null }

/** The state at an instant. Past its time it has expired, whether or not a job gave the money back. */
export function trialStateAt({ state, expiresAt }: Pick<Trial, 'state' | 'expiresAt'>, now: Date): TrialState {
  return state === 'PAID' && expiresAt !== null && now >= expiresAt ? 'EXPIRED' : state
}

/** Why a person may not take a step now; undefined if they may. */
export function trialStepFault(step: 'ACCEPT' | 'REFUSE' | 'WITHDRAW', trial: Trial, userId: string, now: Date) {
  const { by, from } = TRIAL_STEPS[step]
  if (userId !== (by === 'COACH' ? trial.coachId : trial.playerId)) return 'action_forbidden' as const
  const state = trialStateAt(trial, now)
  if (state === from) return undefined
  return state === 'EXPIRED' ? ('trial_expired' as const) : ('trial_settled' as const)
}

/** Why hours cannot be wished for; undefined if they can. Whether they are free is not known here. */
export function trialWishesFault(wishes: readonly TrialWish[], now: Date) {
  const isSame = (one: TrialWish, other: TrialWish) => trialWishStart(one).getTime() === trialWishStart(other).getTime()
  const isRepeated = wishes.some((wish, at) => wishes.findIndex((other) => isSame(wish, other)) !== at)
  if (wishes.length < 1 || wishes.length > MAX_TRIAL_WISHES || isRepeated) return 'trial_wishes_invalid' as const
  const isFar = ({ date }: TrialWish) => daysBetween(dayOf(now), date) >= DATE_WINDOW_DAYS
  if (wishes.some(isFar)) return 'invitation_outside_window' as const
  return wishes.some((wish) => trialWishStart(wish) <= now) ? ('trial_time_past' as const) : undefined
}
