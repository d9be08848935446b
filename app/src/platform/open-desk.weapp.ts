import Taro from '@tarojs/taro'
import type { DeskEnd } from './open-desk-words'

/** Copies the address of a page for a desk, which a mini-program cannot open. */
export async function openDesk(addressOf: () => Promise<string>): Promise<DeskEnd> {
  const address = await addressOf()
  try {
    await Taro.setClipboardData({ data: address })
    return { kind: 'copied', address }
  } catch {
    return { kind: 'shown', address }
  }
}
