import Taro from '@tarojs/taro'
import { type HearNear, NEAR_PX } from './near-screen-words'

/** Tells whether an element of the page on top is near what can be seen, now and from now on. @returns the function that ends it */
export function watchNearScreen(id: string, hear: HearNear): () => void {
  const { page } = Taro.getCurrentInstance()
  if (!page) return () => undefined
  const observer = Taro.createIntersectionObserver(page, { thresholds: [0] })
  // WeChat finds an element only after it has been handed over.
  Taro.nextTick(() => {
    observer
      .relativeToViewport({ top: NEAR_PX, bottom: NEAR_PX })
      .observe(`#${id}`, ({ intersectionRatio = 0, boundingClientRect: { height = 0 } = {} }) => {
        if (height > 0) hear(intersectionRatio > 0, height)
      })
  })
  return () => observer.disconnect()
}
