import Taro from '@tarojs/taro'
import type { Point } from './locate-types'

/**
 * The approximate position of the user, after WeChat has asked for permission. It is enough for a search nearby, and
 * asks the user for less.
 *
 * @throws Error when the user refuses, or the position is unknown
 */
export async function locate(): Promise<Point> {
  const { latitude, longitude } = await Taro.getFuzzyLocation({ type: 'gcj02' })
  return { latitude, longitude }
}
