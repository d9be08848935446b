/** A picture of the server: its full address, and its file name. */
export type SavedPicture = { address: string; fileName: string }

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
export async function savePicture({ address, fileName }: SavedPicture): Promise<SaveResult> {
  if (/MicroMessenger/i.test(navigator.userAgent)) return 'shown'
  // The browser's cached copy may be older than the user's last change.
  const answer = await fetch(address, { cache: 'no-cache' })
  if (!answer.ok) throw new Error(`The picture did not come: ${answer.status}`)
  const own = URL.createObjectURL(await answer.blob())
  const link = document.createElement('a')
  link.href = own
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
  // Some browsers start to read only after this task.
  setTimeout(() => URL.revokeObjectURL(own), 60_000)
  return 'downloaded'
}

/** Does nothing: a browser asks for permissions itself. */
export async function openPictureSettings(): Promise<void> {
  return
}
