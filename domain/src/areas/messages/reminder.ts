import { dayOf } from '../../kernel/day.ts'

/** How many hours before a class or a game everybody who comes is reminded. Source: decision "Messages" */
export const REMINDER_HOURS = [24, 2] as const
export type ReminderHours = (typeof REMINDER_HOURS)[number]

const MS_PER_HOUR = 60 * 60_000
/** How late a reminder still makes sense: after that it is left out, as after a longer stop of the server. */
const PATIENCE_MS: Record<ReminderHours, number> = { 24: MS_PER_HOUR, 2: MS_PER_HOUR / 2 }

/** What begins so many hours after some moment of the last while: after `after`, up to and including `upTo`. */
export function beginningsDue(hours: ReminderHours, now: Date): { after: Date; upTo: Date } {
  const upTo = now.getTime() + hours * MS_PER_HOUR
  return { after: new Date(upTo - PATIENCE_MS[hours]), upTo: new Date(upTo) }
}

/** Whether somebody who knows of a beginning since then is still to be reminded of it: he heard of it before the hour came. */
export function isReminded({ beginsAt, since }: { beginsAt: Date; since: Date }, hours: ReminderHours): boolean {
  return since.getTime() <= beginsAt.getTime() - hours * MS_PER_HOUR
}

/** How a beginning is called from here: 今天 or 明天. Reminders look no further. */
export function dayWordOf(beginsAt: Date, now: Date): '今天' | '明天' {
  return dayOf(beginsAt) === dayOf(now) ? '今天' : '明天'
}
