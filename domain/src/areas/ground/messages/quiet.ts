import { addDays, dayOf, instantOf } from '../../../kernel/day.ts'
import type { HalfHour } from '../../../kernel/half-hour.ts'

/** A person's quiet hours. They cross midnight when `to`, exclusive, is smaller. The two ends always differ. */
export type QuietSpan = { from: HalfHour; to: HalfHour }

/** Why this is no valid quiet span; undefined when it is. No span at all is valid. */
export function whyNotQuiet(from: HalfHour | null, to: HalfHour | null): 'quiet_hours_invalid' | undefined {
  return (from === null) === (to === null) && (from === null || from !== to) ? undefined : 'quiet_hours_invalid'
}

/**
 * When a message may reach a phone: now, or when the quiet span that contains this moment ends. @throws RangeError for
 * an invalid Date
 */
export function afterQuiet(now: Date, { from, to }: QuietSpan): Date {
  const today = dayOf(now)
  // The first day covers a span that began yesterday and crosses midnight. The second covers one that begins today.
  for (const day of [addDays(today, -1), today]) {
    const end = instantOf(from < to ? day : addDays(day, 1), to)
    if (instantOf(day, from) <= now && now < end) return end
  }
  return now
}
