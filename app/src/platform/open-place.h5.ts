import Taro from '@tarojs/taro'
import type { Place, PlaceEnd } from './open-place-types'

/** Copies the address: a browser has no map of its own, and the app loads no foreign one. */
export async function openPlace({ name, address }: Place): Promise<PlaceEnd> {
  await Taro.setClipboardData({ data: `${address} ${name}`.trim() })
  return 'copied'
}

/** The label of the button. */
export const PLACE_ACTION = '复制地址'
