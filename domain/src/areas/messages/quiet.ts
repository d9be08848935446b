import { addDays, dayOf, instantOf } from '../../kernel/day.ts'
import type { HalfHour } from '../../kernel/half-hour.ts'

/** When somebody wants no message on his phone; over midnight where `to`, exclusive, is the smaller. Never the same twice. */
export type QuietSpan = { from: HalfHour; to: HalfHour }

/** Why this is no quiet span, or nothing; no span at all is none. */
export function whyNotQuiet(from: HalfHour | null, to: HalfHour | null): 'quiet_hours_invalid' | undefined {
  return (from === null) === (to === null) && (from === null || from !== to) ? undefined : 'quiet_hours_invalid'
}

/** When a message may reach a phone: now, or when the quiet span that contains this moment ends. @throws RangeError for an invalid Date */
export function afterQuiet(now: Date, { from, to }: QuietSpan): Date {
  const today = dayOf(now)
  // One that began yesterday and goes over midnight is met by the first day, one that begins today by the second.
  for (const day of [addDays(today, -1), today]) {
    const end = instantOf(from < to ? day : addDays(day, 1), to)
    if (instantOf(day, from) <= now && now < end) return end
  }
  return now
}
