import { type HearNear, NEAR_PX } from './near-screen-words'

/**
 * Tells whether an element is near what can be seen, now and from now on. What has the focus counts as near, and what a hidden
 * page holds stays as it was.
 *
 * @returns the function that ends it
 */
export function watchNearScreen(id: string, hear: HearNear): () => void {
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
  // Another width has other heights: it is drawn, and measured anew.
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
