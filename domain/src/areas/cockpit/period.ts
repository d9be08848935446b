import { addDays, type Day, daysBetween, firstOfMonth } from '../../kernel/day.ts'

/** Days of which figures are taken together, both included. */
export type Period = { from: Day; until: Day }

/** As many days as one look may take together: a leap year. */
const MAX_PERIOD_DAYS = 366

/** Why figures cannot be had of a period. */
export function whyNotPeriod({ from, until }: Period): 'period_invalid' | undefined {
  const days = daysBetween(from, until) + 1
  return days < 1 || days > MAX_PERIOD_DAYS ? 'period_invalid' : undefined
}

/** The month so far: what figures are taken of unless somebody says otherwise. */
export function monthSoFar(today: Day): Period {
  return { from: firstOfMonth(today), until: today }
}

/**
 * What a period is compared with. One that begins a month and ends within it: the same days of the month before, a whole month
 * with the whole one. Any other: as many days right before it.
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
