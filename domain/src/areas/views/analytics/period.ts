import { addDays, type Day, daysBetween, firstOfMonth } from '../../../kernel/day.ts'

/** The days that figures cover, both included. */
export type Period = { from: Day; until: Day }

/** The most days that one period may cover: a leap year. */
const MAX_PERIOD_DAYS = 366

/** Why a period has no figures. */
export function whyNotPeriod({ from, until }: Period): 'period_invalid' | undefined {
  const days = daysBetween(from, until) + 1
  return days < 1 || days > MAX_PERIOD_DAYS ? 'period_invalid' : undefined
}

/** The month so far: the default period of figures. */
export function monthSoFar(today: Day): Period {
  return { from: firstOfMonth(today), until: today }
}

/**
 * The period to compare with. A period that begins a month and ends within it is compared with the same days of the
 * month before. A whole month is compared with the whole month before. Any other is compared with as many days right
 * before it.
 */
export function periodBefore({ from, until }: Period): Period {
  const isOfOneMonth = from === firstOfMonth(until)
  if (!isOfOneMonth) {
    const days = daysBetween(from, until) + 1
    return { from: addDays(from, -days), until: addDays(from, -1) }
  }
  const last = addDays(from, -1)
  const first = firstOfMonth(last)
  const isWhole = firstOfMonth(addDays(until, 1)) !== from
  const sameDay = addDays(first, daysBetween(from, until))
  return { from: first, until: isWhole || sameDay > last ? last : sameDay }
}
