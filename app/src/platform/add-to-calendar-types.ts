/** An event in the form that a phone's calendar takes. */
export type CalendarEvent = {
  title: string
  place: string
  note: string
  startsAt: Date
  endsAt: Date
}

/** The same event as a file (iCalendar). */
export type CalendarFile = { fileName: string; ics: string }

/** The result: the file was downloaded, the event was added, the user cancelled, or the permission is missing. */
export type CalendarEnd = 'downloaded' | 'added' | 'cancelled' | 'denied'

/** How many seconds before the event the alarm rings. */
export const ALARM_BEFORE_S = 3600
