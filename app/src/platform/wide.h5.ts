import { useSyncExternalStore } from 'react'

const DESK = '(min-width: 1024px)'

/** Whether the window is a desk's: two columns, and no bar at the foot. Source: design "Desktop and wide". */
export function useWide(): boolean {
  return useSyncExternalStore(
    (tell) => {
      // Older browsers let nobody listen to a media query itself.
      window.addEventListener('resize', tell)
      return () => window.removeEventListener('resize', tell)
    },
    () => matchMedia(DESK).matches,
  )
}
