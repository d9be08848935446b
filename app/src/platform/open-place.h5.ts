import Taro from '@tarojs/taro'
import type { Place, PlaceEnd } from './open-place-words'

/** Copies the address: a browser has no map of its own, and no foreign one is loaded. */
export async function openPlace({ name, address }: Place): Promise<PlaceEnd> {
  await Taro.setClipboardData({ data: `${address} ${name}`.trim() })
  return 'copied'
}

/** What the button is called. */
export const PLACE_ACTION = '复制地址'
