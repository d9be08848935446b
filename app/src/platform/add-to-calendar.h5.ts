import type { CalendarEnd, CalendarEvent, CalendarFile } from './add-to-calendar-words'

/** A browser reaches no calendar: it downloads the event's file, which the calendar opens. @throws as `fetchFile` */
export async function addToCalendar(
  _event: CalendarEvent,
  fetchFile: () => Promise<CalendarFile>,
): Promise<CalendarEnd> {
  const { fileName, ics } = await fetchFile()
  const address = URL.createObjectURL(new Blob([ics], { type: 'text/calendar;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
  // Some browsers begin to read only after this task.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
  return 'downloaded'
}

/** There is no permission to give in a browser. */
export function openCalendarSettings(): Promise<void> {
  return Promise.resolve()
}
