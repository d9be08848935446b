/** Called when a piece of a page comes near the screen, or goes far away. Far away, it passes the height in px. */
export type OnNear = (isNear: boolean, height: number) => void

/**
 * Reports whether an element is within `nearPx` of the viewport, now and on each change. A focused element counts as
 * near, and the state on a hidden page stays.
 *
 * @returns the function that stops it
 */
export function watchNearScreen(id: string, nearPx: number, hear: OnNear): () => void {
  const element = document.getElementById(id)
  if (!element) return () => undefined
  const observer = new IntersectionObserver(
    (entries) => {
      const { isIntersecting = true, boundingClientRect } = entries[entries.length - 1] ?? {}
      if (!boundingClientRect || boundingClientRect.height === 0) return
      hear(isIntersecting || element.contains(document.activeElement), boundingClientRect.height)
    },
    { rootMargin: `${nearPx}px 0px` },
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
