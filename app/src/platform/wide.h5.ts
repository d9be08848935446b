import { useSyncExternalStore } from 'react'

const DESK = '(min-width: 1024px)'

/**
 * Whether the window is as wide as a desktop: two columns, and no bar at the foot. Source: design "Desktop and wide".
 */
export function useWide(): boolean {
  return useSyncExternalStore(
    (notify) => {
      // Older browsers do not support listening to a media query.
      window.addEventListener('resize', notify)
      return () => window.removeEventListener('resize', notify)
    },
    () => matchMedia(DESK).matches,
  )
}
