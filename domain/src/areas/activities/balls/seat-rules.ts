import { dayOf } from '../../../kernel/day.ts'
import { halfwayBetween, isNight, morningAfter, OFFER_NIGHT } from '../../../kernel/night.ts'
import type { GenderRule } from './ball-status.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/**
 * How many minutes a seat waits for its payment, and a new game for its initiator's payment. Source: decision "Ball
 * games"
 */
export const MINUTES_TO_PAY = 15

/** Until this many hours before the start a seat is given back for free. Source: decision "Ball games" */
export const FREE_LEAVE_HOURS = 24

/**
 * How many hours before the start it is decided whether enough players take part. It is later than the free leave ends,
 * so that the number stays.
 */
export const CLOSING_HOURS = { least: 1, usual: 4, most: 24 } as const

/** How many days after the end a no-show can still be marked. Source: decision "Ball games" */
export const MARK_DAYS = 2

/** An offer that would end at night ends at this half-hour of the morning, an hour after the night. */
const MORNING_END = 18

/**
 * Until when a seat is held for its payment, or a new game for its initiator's. It is 15 minutes, but not beyond the
 * start.
 */
export function paymentDeadline(startsAt: Date, since: Date): Date {
  return new Date(Math.min(since.getTime() + MINUTES_TO_PAY * MINUTE_MS, startsAt.getTime()))
}

/** Whether a level is in a game's range. Levels are 1.0 to 7.0 in halves. */
export function isLevelFit(level: number, { levelFrom, levelTo }: { levelFrom: number; levelTo: number }): boolean {
  return levelFrom <= level && level <= levelTo
}

/**
 * Whether a person may play under the gender rule. Gender 0 is female, 1 male, null not stated.
 * Source: specification §3 "Enumerations"
 */
export function isGenderFit(gender: number | null, rule: GenderRule): boolean {
  return rule === 'ANY' || gender === (rule === 'MALE' ? 1 : 0)
}

/** Why a person may not play under the gender rule; undefined when they may. Who never said their gender can say it. */
export function genderRefusal(
  gender: number | null,
  rule: GenderRule,
): 'ball_gender_unfit' | 'ball_gender_unsaid' | undefined {
  if (isGenderFit(gender, rule)) return undefined
  return gender === null ? 'ball_gender_unsaid' : 'ball_gender_unfit'
}

/** Whether a person (undefined: a guest) may read the no-show mark of a seat and its player's answer. */
export function maySeeNoShow(actorId: string | undefined, seat: { userId: string; initiatorId: string }): boolean {
  return actorId !== undefined && (actorId === seat.userId || actorId === seat.initiatorId)
}

/** The last moment at which a seat can be given back for free. */
export function freeLeaveUntil(startsAt: Date): Date {
  return hoursBefore(startsAt, FREE_LEAVE_HOURS)
}

/**
 * Whether a player who gives a seat back now gets the fee back. Otherwise the fee comes back only when another player
 * takes the place.
 */
export function isFreeToLeave(startsAt: Date, now: Date): boolean {
  return now.getTime() <= freeLeaveUntil(startsAt).getTime()
}

/**
 * Whether a player may give a seat back for free: in time, or after others changed the terms (`isChanged`).
 * Source: decision record 024
 */
export function mayLeaveFree({ startsAt, isChanged }: { startsAt: Date; isChanged: boolean }, now: Date): boolean {
  return isChanged || isFreeToLeave(startsAt, now)
}

/**
 * The default number of hours before the start at which a game closes. It is 4, or the next higher number that does not
 * end at night. A game at 07:00 closes at 20:00 the evening before.
 */
export function usualClosingHours(startsAt: Date): number {
  let hours: number = CLOSING_HOURS.usual
  while (isNight(hoursBefore(startsAt, hours), OFFER_NIGHT)) hours += 1
  return hours
}

/**
 * When it is decided whether enough players take part: this many hours before the start.
 * A game created later than that closes halfway between its creation and its start. If that is at night, it closes in
 * the morning, an hour before the start at the latest.
 */
export function closingTime({ startsAt, hours, madeAt }: { startsAt: Date; hours: number; madeAt: Date }): Date {
  const planned = hoursBefore(startsAt, hours)
  if (planned.getTime() > madeAt.getTime()) return planned
  const halfway = halfwayBetween(madeAt, startsAt)
  if (!isNight(halfway, OFFER_NIGHT)) return halfway
  const morning = Math.min(
    morningAfter(halfway, OFFER_NIGHT, OFFER_NIGHT.endsAt).getTime(),
    hoursBefore(startsAt, CLOSING_HOURS.least).getTime(),
  )
  return new Date(Math.max(halfway.getTime(), morning))
}

/**
 * Until when a freed seat is held for the first of the waiting list.
 * It is 24 hours, 2 hours, or 30 minutes as the game comes nearer (three days, one day). It never ends after the start,
 * and an end at night moves to 09:00. Undefined when nothing is offered at this moment: the game has begun, or it is
 * night on another day.
 */
export function offerEndsAt(startsAt: Date, now: Date): Date | undefined {
  const left = startsAt.getTime() - now.getTime()
  if (left <= 0) return undefined
  const gameDay = dayOf(startsAt)
  if (isNight(now, OFFER_NIGHT) && dayOf(now) !== gameDay) return undefined
  const minutes = left >= 72 * HOUR_MS ? 24 * 60 : left >= 24 * HOUR_MS ? 120 : 30
  const end = new Date(now.getTime() + minutes * MINUTE_MS)
  const awake = isNight(end, OFFER_NIGHT) && dayOf(end) !== gameDay ? morningAfter(end, OFFER_NIGHT, MORNING_END) : end
  return new Date(Math.min(awake.getTime(), startsAt.getTime()))
}

function hoursBefore(at: Date, hours: number): Date {
  return new Date(at.getTime() - hours * HOUR_MS)
}
