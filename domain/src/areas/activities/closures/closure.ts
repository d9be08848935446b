import { addDays, type Day, dayOf, daysBetween, halfHourOfInstant, hasBegun } from '../../../kernel/day.ts'
import { type HalfHour, whenOf } from '../../../kernel/half-hour.ts'

/** Why a venue closes courts, by the names that managers press and the words that messages carry. */
export const CLOSURE_REASON_NAMES = { RAIN: '下雨', WATER: '积水', POWER: '停电', OTHER: '其他' } as const
export type ClosureReason = keyof typeof CLOSURE_REASON_NAMES
export const CLOSURE_REASONS = Object.keys(CLOSURE_REASON_NAMES) as [ClosureReason, ...ClosureReason[]]

/** What a booking's people read as the cause: 星湖网球中心下雨闭馆. */
export const closureCause = (venueName: string, reason: ClosureReason): string =>
  `${venueName}${reason === 'OTHER' ? '临时' : CLOSURE_REASON_NAMES[reason]}闭馆`

/** 1号场、7号场, or 全部场地: which of a venue's courts a manager is asked about. */
export function courtsText<Court extends { name: string }>(
  all: readonly Court[],
  isChosen: (court: Court, index: number) => boolean,
) {
  const chosen = all.filter(isChosen)
  return chosen.length === all.length ? '全部场地' : chosen.map(({ name }) => name).join('、')
}

/** A class or game of a closure waits to be settled, was settled, or could not be. */
export const CLOSURE_ITEM_STATES = ['WAITING', 'DONE', 'FAILED'] as const
export type ClosureItemState = (typeof CLOSURE_ITEM_STATES)[number]

/** How a settled one ended: by the closure, or otherwise before it came to it. */
export const CLOSURE_OUTCOMES = ['CALLED_OFF', 'ENDED_BEFORE'] as const
export type ClosureOutcome = (typeof CLOSURE_OUTCOMES)[number]

/** How often the job tries before people have to look at it. */
export const CLOSURE_TRIES = 3

/** The state after one more failure. */
export const stateAfterFailure = (tries: number): ClosureItemState => (tries >= CLOSURE_TRIES ? 'FAILED' : 'WAITING')

/** What is said of a closure that concerned no class and no game. */
export const NOTHING_CONCERNED = '没有受影响的课和球局'

/** How many days ahead a venue can close, as for the leave of a coach. */
export const CLOSE_AHEAD_DAYS = 180

export type ClosureRefusal = 'closure_courts_missing' | 'closure_time_invalid' | 'closure_in_past' | 'closure_too_far'

/** The half-hours of a day, end exclusive, and the courts that a venue wants to close. */
type ClosureInput = { day: Day; beginTimeSlot: HalfHour; endTimeSlot: HalfHour; courts: number }

/** What is said of today once its last half-hour has begun. */
export const NOTHING_LEFT_TO_CLOSE = '今天的开放时间已过，请换一天'

/** The first half-hour of a day that a venue can still close; undefined once none is left. */
export function firstToClose(
  day: Day,
  { firstStart, lastStart }: { firstStart: HalfHour; lastStart: HalfHour },
  now: Date,
): HalfHour | undefined {
  const first = day === dayOf(now) ? Math.max(firstStart, halfHourOfInstant(now) + 1) : firstStart
  return first <= lastStart ? first : undefined
}

/** The chosen day, unless it passed meanwhile; without a choice the first day that can still be closed. */
export function dayToClose(
  chosen: Day | undefined,
  hours: { firstStart: HalfHour; lastStart: HalfHour },
  now: Date,
): Day {
  const today = dayOf(now)
  if (chosen !== undefined && chosen >= today) return chosen
  return firstToClose(today, hours, now) === undefined ? addDays(today, 1) : today
}

/**
 * Why these courts cannot be closed in this span; undefined when they can. A half-hour that has begun is past. The span
 * touches the venue's opening hours, of which `lastStart` is the last half-hour.
 */
export function whyNotClose(
  { day, beginTimeSlot, endTimeSlot, courts }: ClosureInput,
  { firstStart, lastStart }: { firstStart: HalfHour; lastStart: HalfHour },
  now: Date,
): ClosureRefusal | undefined {
  if (courts === 0) return 'closure_courts_missing'
  const isInside = firstStart <= beginTimeSlot && endTimeSlot <= lastStart + 1
  if (endTimeSlot <= beginTimeSlot || !isInside) return 'closure_time_invalid'
  if (daysBetween(dayOf(now), day) > CLOSE_AHEAD_DAYS) return 'closure_too_far'
  return hasBegun(day, beginTimeSlot, now) ? 'closure_in_past' : undefined
}

/** What other closures keep closed of one that is opened early; undefined where they keep nothing. */
export function stillClosedText(
  others: readonly { courtNames: readonly string[]; beginTimeSlot: HalfHour; endTimeSlot: HalfHour }[],
): string | undefined {
  if (others.length === 0) return undefined
  const parts = others.map((one) => `${one.courtNames.join('、')} ${whenOf(one.beginTimeSlot, one.endTimeSlot)}`)
  return `${parts.join('，')} 另有闭馆，仍不开放`
}

/** What is summed over the classes and games of a closure. */
type Summed = { kind: 'class' | 'game'; sessions: number; fen: number; waiting: number }

/** The sums of a list: classes with hours, games with the people who wait for a seat, and money of both. */
export function closureSums(items: readonly Summed[]) {
  const sum = (of: (item: Summed) => number) => items.reduce((total, item) => total + of(item), 0)
  return {
    classes: items.filter(({ kind }) => kind === 'class').length,
    games: items.filter(({ kind }) => kind === 'game').length,
    sessions: sum(({ sessions }) => sessions),
    fen: sum(({ fen }) => fen),
    waiting: sum(({ waiting }) => waiting),
  }
}
