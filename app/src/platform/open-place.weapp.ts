import Taro from '@tarojs/taro'
import type { Place, PlaceEnd } from './open-place-types'

/** Shows a place on WeChat's map; without coordinates it copies the address. */
export async function openPlace({ name, address, latitude, longitude }: Place): Promise<PlaceEnd> {
  if (latitude === null || longitude === null) {
    await Taro.setClipboardData({ data: address })
    return 'copied'
  }
  await Taro.openLocation({ name, address, latitude, longitude })
  return 'opened'
}

/** The label of the button. */
export const PLACE_ACTION = '地图'
