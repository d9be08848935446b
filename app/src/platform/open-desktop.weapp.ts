import Taro from '@tarojs/taro'
import type { DesktopResult } from './open-desktop.h5'

/** Copies the address of a page for a desktop, because a mini-program cannot open it. */
export async function openOnDesktop(addressOf: () => Promise<string>): Promise<DesktopResult> {
  const address = await addressOf()
  try {
    await Taro.setClipboardData({ data: address })
    return { kind: 'copied', address }
  } catch {
    return { kind: 'shown', address }
  }
}
