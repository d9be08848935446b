/** A page of the app to share: `path` is absolute, with its query. */
export type SharedLink = { title: string; path: string }

/** The result of sharing: `native` if the platform's own button does everything. */
export type ShareEnd = 'shared' | 'copied' | 'cancelled' | 'native'

/**
 * Shares a page of the app: by the browser's share list if it has one, else by copying the link.
 *
 * @throws Error when the browser can do neither
 */
export async function shareLink({ title, path }: SharedLink): Promise<ShareEnd> {
  const { origin, pathname } = window.location
  const url = `${origin}${pathname}#${path}`
  // On a desktop the share list does not reach friends; there copying the link is more useful.
  if (navigator.share && matchMedia('(pointer: coarse)').matches) {
    try {
      await navigator.share({ title, url })
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled'
    }
  }
  // The clipboard is available only to pages over https, or from this machine.
  if (navigator.clipboard) await navigator.clipboard.writeText(url)
  else copySelected(url)
  return 'copied'
}

function copySelected(text: string): void {
  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  field.style.opacity = '0'
  document.body.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (!isCopied) throw new Error('The browser does not copy')
}
