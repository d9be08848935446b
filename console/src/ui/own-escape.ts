import { useEffect } from 'react'

/** While this is so, Escape does not also close a window around it, or behind it. */
export function useOwnEscape(isOwn: boolean): void {
  useEffect(() => {
    if (!isOwn) return
    const keep = (event: KeyboardEvent) => {
      // The window component listens on an outer element.
      if (event.key === 'Escape') event.stopPropagation()
    }
    document.addEventListener('keydown', keep)
    return () => document.removeEventListener('keydown', keep)
  }, [isOwn])
}
