import type { KeepEnd, KeptPicture } from './save-picture-words'

/**
 * A browser downloads the picture. That of WeChat downloads nothing: there it can only be shown.
 *
 * @throws Error when the picture does not come
 */
export async function savePicture({ address, fileName }: KeptPicture): Promise<KeepEnd> {
  if (/MicroMessenger/i.test(navigator.userAgent)) return 'shown'
  // What the browser keeps may be older than what the user has just changed.
  const answer = await fetch(address, { cache: 'no-cache' })
  if (!answer.ok) throw new Error(`The picture did not come: ${answer.status}`)
  const own = URL.createObjectURL(await answer.blob())
  const link = document.createElement('a')
  link.href = own
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
  // Some browsers begin to read only after this task.
  setTimeout(() => URL.revokeObjectURL(own), 60_000)
  return 'downloaded'
}

/** A browser asks by itself. */
export async function openPictureSettings(): Promise<void> {
  return
}
