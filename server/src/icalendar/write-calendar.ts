import { addDays, type Day } from '@paidang/domain/kernel/day'
import { plainText } from '@paidang/domain/kernel/plain-text'
import ical, { ICalAlarmType, type ICalCalendar, ICalEventStatus } from 'ical-generator'

/** The three states of the iCalendar format: waiting entries are tentative, failed ones are cancelled. */
export type CalendarStatus = 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED'

/**
 * One entry of a calendar. The UID never changes. The sequence grows with every change, so a newer file replaces an
 * older one. An entry has a time or takes a whole day. The reminder comes `alarm` seconds before.
 */
export type CalendarEvent = {
  uid: string
  sequence: number
  createdAt: Date
  changedAt?: Date
  when: { startsAt: Date; endsAt: Date } | { day: Day }
  title: string
  place: { name: string; address?: string }
  /** Who and what it is about, and what changed last, a line for each. */
  notes: string[]
  status: CalendarStatus
  alarm?: number
}

/** An hour before, in seconds. */
export const ALARM_SECONDS_BEFORE = 3_600

/** Calendar programs refresh once an hour. */
const REFRESH_SECONDS = 3_600

/**
 * Writes entries as a calendar file (iCalendar, RFC 5545). With `name` it gets the name and the refresh interval of a
 * subscribed calendar. Times are in UTC. Lines end with CRLF and are folded at 75 octets.
 */
export function writeCalendar(events: readonly CalendarEvent[], { name, now }: { name?: string; now: Date }): string {
  const calendar = ical({ prodId: { company: 'paidang', product: 'paidang', language: 'ZH' } })
  if (name !== undefined) calendar.name(name).ttl(REFRESH_SECONDS)
  for (const event of events) addEvent(calendar, event, now)
  return `${calendar.toString()}\r\n`
}

function addEvent(calendar: ICalCalendar, event: CalendarEvent, now: Date): void {
  const { uid, sequence, createdAt, changedAt, title, place, notes, status, alarm } = event
  const added = calendar.createEvent({
    id: uid,
    sequence,
    stamp: now,
    created: createdAt,
    lastModified: changedAt,
    ...spanOf(event),
    summary: plainText(title),
    location: [place.name, place.address ?? ''].map(plainText).filter(Boolean).join('\n') || null,
    description: notes.map(plainText).join('\n') || null,
    status: ICalEventStatus[status],
  })
  if (alarm !== undefined && status !== 'CANCELLED') {
    added.createAlarm({ type: ICalAlarmType.display, trigger: alarm })
  }
}

/** A whole day ends on the next day, since ends are exclusive. The generator reads days in UTC. */
function spanOf({ when }: CalendarEvent) {
  if (!('day' in when)) return { start: when.startsAt, end: when.endsAt }
  const midnight = (day: Day) => new Date(`${day}T00:00:00Z`)
  return { start: midnight(when.day), end: midnight(addDays(when.day, 1)), allDay: true }
}
