import Taro from '@tarojs/taro'
import type { Point } from './locate-words'

/**
 * Where the user is, roughly, after WeChat has asked him: for what is near that is enough, and less is asked of him.
 *
 * @throws Error when he refuses, or the device does not know
 */
export async function locate(): Promise<Point> {
  const { latitude, longitude } = await Taro.getFuzzyLocation({ type: 'gcj02' })
  return { latitude, longitude }
}
