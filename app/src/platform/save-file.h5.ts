/** A file from the server. */
export type SavedFile = { fileName: string; contentType: string; base64: string }

/** A file that is ready to be opened, downloaded or shared; with `needsPress` only inside a press. */
export type ReadyFile = { needsPress: boolean; hand: () => Promise<void> }

/** Prepares a file for download; a browser can download it at any time. */
export async function prepareFile({ fileName, contentType, base64 }: SavedFile): Promise<ReadyFile> {
  return { needsPress: false, hand: async () => download(blobOf({ contentType, base64 }), fileName) }
}

function blobOf({ contentType, base64 }: Omit<SavedFile, 'fileName'>): Blob {
  const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  return new Blob([content], { type: contentType })
}

function download(content: Blob, fileName: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
  // Some browsers start to read only after this task.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** A picture to save: its full address, or the picture itself. */
export type SavedPicture = { address: string; fileName: string } | SavedFile

/**
 * The result of saving a picture.
 * - album, downloaded: saved.
 * - cancelled: the user turned back.
 * - denied: the permission is missing; the settings can give it.
 * - shown: the device can only show it, for a long press.
 */
export type SaveResult = 'album' | 'downloaded' | 'cancelled' | 'denied' | 'shown'

/**
 * Downloads the picture. WeChat's own browser cannot download: there it can only be shown.
 *
 * @throws Error when the picture cannot be loaded
 */
export async function savePicture(picture: SavedPicture): Promise<SaveResult> {
  const { fileName } = picture
  if (/MicroMessenger/i.test(navigator.userAgent)) return 'shown'
  if ('base64' in picture) {
    download(blobOf(picture), fileName)
    return 'downloaded'
  }
  // The browser's cached copy may be older than the user's last change.
  const answer = await fetch(picture.address, { cache: 'no-cache' })
  if (!answer.ok) throw new Error(`The picture did not come: ${answer.status}`)
  download(await answer.blob(), fileName)
  return 'downloaded'
}

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
  download(new Blob([ics], { type: 'text/calendar;charset=utf-8' }), fileName)
  return 'downloaded'
}

/** Does nothing: a browser asks for permissions itself. */
export function openSettings(): Promise<void> {
  return Promise.resolve()
}
