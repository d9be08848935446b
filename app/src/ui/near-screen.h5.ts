import { NEAR_PX, type OnNear } from './near-screen-types'

/**
 * Reports whether an element is near the viewport, now and on each change. A focused element counts as near, and the
 * state on a hidden page stays.
 *
 * @returns the function that stops it
 */
export function watchNearScreen(id: string, hear: OnNear): () => void {
  const element = document.getElementById(id)
  if (!element) return () => undefined
  const observer = new IntersectionObserver(
    (entries) => {
      const { isIntersecting = true, boundingClientRect } = entries[entries.length - 1] ?? {}
      if (!boundingClientRect || boundingClientRect.height === 0) return
      hear(isIntersecting || element.contains(document.activeElement), boundingClientRect.height)
    },
    { rootMargin: `${NEAR_PX}px 0px` },
  )
  observer.observe(element)
  // A new width changes the heights, so everything is rendered and measured again.
  const measureAnew = () => {
    hear(true, 0)
    observer.unobserve(element)
    observer.observe(element)
  }
  window.addEventListener('resize', measureAnew)
  return () => {
    window.removeEventListener('resize', measureAnew)
    observer.disconnect()
  }
}
