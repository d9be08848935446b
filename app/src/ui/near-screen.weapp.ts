import Taro from '@tarojs/taro'
import { NEAR_PX, type OnNear } from './near-screen-types'

/**
 * Reports whether an element of the top page is near the viewport, now and on each change.
 *
 * @returns the function that stops it
 */
export function watchNearScreen(id: string, hear: OnNear): () => void {
  const { page } = Taro.getCurrentInstance()
  if (!page) return () => undefined
  const observer = Taro.createIntersectionObserver(page, { thresholds: [0] })
  // WeChat finds an element only after it has been sent.
  Taro.nextTick(() => {
    observer
      .relativeToViewport({ top: NEAR_PX, bottom: NEAR_PX })
      .observe(`#${id}`, ({ intersectionRatio = 0, boundingClientRect: { height = 0 } = {} }) => {
        if (height > 0) hear(intersectionRatio > 0, height)
      })
  })
  return () => observer.disconnect()
}
