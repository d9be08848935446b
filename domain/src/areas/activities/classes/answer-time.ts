import { dayOf, formatDateTime, monthDotDay } from '../../../kernel/day.ts'
import { ANSWER_EVENING, ANSWER_NIGHT, eveningBefore, halfwayBetween, isNight } from '../../../kernel/night.ts'
import { FINISHED_BY_CLOCK_AFTER_MS, type Invitation } from './invitation.ts'

const HOUR_MS = 3_600_000
/** How long a request waits for its answer, and how long before the start the answer is due at the latest. */
const ANSWER_WITHIN_MS = 24 * HOUR_MS
const ANSWER_BEFORE_START_MS = 2 * HOUR_MS
/** How long before it is due the answer is reminded of. */
const REMINDED_BEFORE_MS = 2 * HOUR_MS
/** A time that is nearer than this gives way to half of the time that is left. */
const LEAST_MS = HOUR_MS

/** When a request expires, and when the people who must answer are reminded once. */
export type AnswerTimes = { expiresAt: Date; remindAt: Date | null }

/**
 * The times of a request that becomes PENDING at `now`. Its answer is due after 24 hours, or 2 hours before the start
 * if that is first. A time at night moves to 21:00 before. Where that leaves less than an hour, it is due after half of
 * the time until the start. From the start on nothing is left.
 *
 * Source: decision "The life of a class invitation", EXPIRED
 */
export function answerTimes(now: Date, startsAt: Date): AnswerTimes {
  if (startsAt <= now) return { expiresAt: startsAt, remindAt: null }
  const due = Math.min(now.getTime() + ANSWER_WITHIN_MS, startsAt.getTime() - ANSWER_BEFORE_START_MS)
  const expiresAt = byDayOrHalfway(new Date(due), { from: now, to: startsAt })
  return { expiresAt, remindAt: reminderOf(now, expiresAt) }
}

/**
 * The times of an active class that the coach's side changes at `now`. It may still be taught, and players may agree on
 * the court. So it expires when the clock would complete it, unless its answer is due a day before it begins. Its
 * players are reminded before the start. Source: decision record 025
 */
export function answerTimesOnceChanged(
  now: Date,
  { startsAt, endsAt }: Pick<Invitation, 'startsAt' | 'endsAt'>,
): AnswerTimes {
  if (now.getTime() + ANSWER_WITHIN_MS < startsAt.getTime()) return answerTimes(now, startsAt)
  const expiresAt = new Date(endsAt.getTime() + FINISHED_BY_CLOCK_AFTER_MS)
  return { expiresAt, remindAt: startsAt <= now ? null : reminderOf(now, startsAt) }
}

/** How long players may object to a class that their coach entered after it was held (补录). */
const PAST_ANSWER_WITHIN_MS = 48 * HOUR_MS

/** The times of a class that is entered at `now` after it was held: 48 hours, with a reminder in the middle. */
export function pastAnswerTimes(now: Date): AnswerTimes {
  const expiresAt = new Date(now.getTime() + PAST_ANSWER_WITHIN_MS)
  return { expiresAt, remindAt: byDayOrHalfway(halfwayBetween(now, expiresAt), { from: now, to: expiresAt }) }
}

/** The time until which an answer is due, as messages name it: 5.2 21:00. */
export function answerDueText(expiresAt: Date): string {
  return `${monthDotDay(dayOf(expiresAt))} ${formatDateTime(expiresAt).slice(11, 16)}`
}

/** Null where the reminder would come at night: nobody is woken for a request that came the evening before. */
function reminderOf(askedAt: Date, due: Date): Date | null {
  const planned = new Date(due.getTime() - REMINDED_BEFORE_MS)
  const remindAt = byDayOrHalfway(planned, { from: askedAt, to: due })
  return isNight(remindAt, ANSWER_NIGHT) ? null : remindAt
}

/**
 * The planned time, at night the evening before. Halfway between the two where it leaves less than an hour, so that
 * nobody has a minute for an answer, and no reminder follows at once.
 */
function byDayOrHalfway(planned: Date, { from, to }: { from: Date; to: Date }): Date {
  const byDay = isNight(planned, ANSWER_NIGHT) ? eveningBefore(planned, ANSWER_NIGHT, ANSWER_EVENING) : planned
  return byDay.getTime() - from.getTime() >= LEAST_MS ? byDay : halfwayBetween(from, to)
}
