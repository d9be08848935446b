import Taro from '@tarojs/taro'
import type { Place, PlaceEnd } from './open-place-words'

/** Shows a place on WeChat's map; one without coordinates has its address copied. */
export async function openPlace({ name, address, latitude, longitude }: Place): Promise<PlaceEnd> {
  if (latitude === null || longitude === null) {
    await Taro.setClipboardData({ data: address })
    return 'copied'
  }
  await Taro.openLocation({ name, address, latitude, longitude })
  return 'opened'
}

/** What the button is called. */
export const PLACE_ACTION = '地图'
