import { addDays, dayOf, halfHourOfInstant, instantOf } from './day.ts'
import type { HalfHour } from './half-hour.ts'

/** A night that crosses midnight, as half-hour indices. Nothing is due from `beginsAt` until before `endsAt`. */
export type Night = { beginsAt: HalfHour; endsAt: HalfHour }

/** No answer of people is due from 22:00 until before 07:00, but at 21:00 before. */
export const ANSWER_NIGHT: Night = { beginsAt: 44, endsAt: 14 }
export const ANSWER_EVENING: HalfHour = 42

/**
 * No seat is offered and no vacancy told from 21:00 until before 08:00, unless it is for that very day. No game closes
 * then unless its initiator set it.
 */
export const OFFER_NIGHT: Night = { beginsAt: 42, endsAt: 16 }

/** Whether a moment is at night, in Shanghai. */
export function isNight(at: Date, { beginsAt, endsAt }: Night): boolean {
  const halfHour = halfHourOfInstant(at)
  return halfHour >= beginsAt || halfHour < endsAt
}

/** A half-hour of the evening before a moment at night. */
export function eveningBefore(at: Date, { beginsAt }: Night, halfHour: HalfHour): Date {
  const day = dayOf(at)
  return instantOf(halfHourOfInstant(at) >= beginsAt ? day : addDays(day, -1), halfHour)
}

/** A half-hour of the morning after a moment at night. */
export function morningAfter(at: Date, { beginsAt }: Night, halfHour: HalfHour): Date {
  const day = dayOf(at)
  return instantOf(halfHourOfInstant(at) >= beginsAt ? addDays(day, 1) : day, halfHour)
}

/** The moment halfway between two. */
export function halfwayBetween(from: Date, to: Date): Date {
  return new Date((from.getTime() + to.getTime()) / 2)
}
