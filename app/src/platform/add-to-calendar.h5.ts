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

/**
 * Downloads the event as a file, which the calendar opens: a browser cannot access a calendar.
 *
 * @throws as `fetchFile`
 */
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
  // Some browsers start to read only after this task.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
  return 'downloaded'
}

/** Does nothing: in a browser there is no permission to give. */
export function openCalendarSettings(): Promise<void> {
  return Promise.resolve()
}
