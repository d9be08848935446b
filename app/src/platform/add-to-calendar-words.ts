/** An event as a phone's calendar wants it. */
export type CalendarEvent = {
  title: string
  place: string
  note: string
  startsAt: Date
  endsAt: Date
}

/** The same event as a file (iCalendar). */
export type CalendarFile = { fileName: string; ics: string }

/** How it ended: the file was handed over, the event stands in the calendar, the user changed his mind, or may not. */
export type CalendarEnd = 'downloaded' | 'added' | 'cancelled' | 'denied'

/** An alarm rings this long before the event. */
export const ALARM_BEFORE_S = 3600
