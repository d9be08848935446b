import type { SharedLink, ShareEnd } from './share-words'

/**
 * Hands a page of the app to somebody: by the browser's own share list where it has one, else the link is copied.
 *
 * @throws Error when the browser can do neither
 */
export async function shareLink({ title, path }: SharedLink): Promise<ShareEnd> {
  const { origin, pathname } = window.location
  const url = `${origin}${pathname}#${path}`
  // A desktop's share list leads nowhere where friends are; there the link itself is what is wanted.
  if (navigator.share && matchMedia('(pointer: coarse)').matches) {
    try {
      await navigator.share({ title, url })
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled'
    }
  }
  // The clipboard belongs to pages that came over https, or from this machine.
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
