import type { SavedPicture, SaveResult } from './save-picture-types'

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
