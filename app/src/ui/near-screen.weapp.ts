import Taro from '@tarojs/taro'
import type { OnNear } from './near-screen.h5'

/**
 * Reports whether an element of the top page is within `nearPx` of the viewport, now and on each change.
 *
 * @returns the function that stops it
 */
export function watchNearScreen(id: string, nearPx: number, hear: OnNear): () => void {
  const { page } = Taro.getCurrentInstance()
  if (!page) return () => undefined
  const observer = Taro.createIntersectionObserver(page, { thresholds: [0] })
  // WeChat finds an element only after it has been sent.
  Taro.nextTick(() => {
    observer
      .relativeToViewport({ top: nearPx, bottom: nearPx })
      .observe(`#${id}`, ({ intersectionRatio = 0, boundingClientRect: { height = 0 } = {} }) => {
        if (height > 0) hear(intersectionRatio > 0, height)
      })
  })
  return () => observer.disconnect()
}
