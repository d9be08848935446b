import { dayOf } from '../../../kernel/day.ts'

/** How many hours before a class or a game all its participants are reminded. Source: decision "Messages" */
export const REMINDER_HOURS = [24, 2] as const
export type ReminderHours = (typeof REMINDER_HOURS)[number]

const MS_PER_HOUR = 60 * 60_000
/**
 * How late a reminder may be, in milliseconds. A later one is skipped, for example after a longer stop of the server.
 */
const PATIENCE_MS: Record<ReminderHours, number> = { 24: MS_PER_HOUR, 2: MS_PER_HOUR / 2 }

/** The range of beginnings whose reminder became due recently: after `after`, up to and including `upTo`. */
export function beginningsDue(hours: ReminderHours, now: Date): { after: Date; upTo: Date } {
  const upTo = now.getTime() + hours * MS_PER_HOUR
  return { after: new Date(upTo - PATIENCE_MS[hours]), upTo: new Date(upTo) }
}

/**
 * Whether a person who knows of a beginning since `since` needs this reminder. It is needed if they knew before the
 * reminder time.
 */
export function isReminded({ beginsAt, since }: { beginsAt: Date; since: Date }, hours: ReminderHours): boolean {
  return since.getTime() <= beginsAt.getTime() - hours * MS_PER_HOUR
}

/** The word for the day of a beginning: 今天 or 明天. Reminders look no further ahead. */
export function dayWordOf(beginsAt: Date, now: Date): '今天' | '明天' {
  return dayOf(beginsAt) === dayOf(now) ? '今天' : '明天'
}
