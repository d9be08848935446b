import Taro from '@tarojs/taro'

/** A light touch for what was won. Many devices cannot, and the ball says the same: nothing is lost. */
export function vibrateLightly(): void {
  Taro.vibrateShort({ type: 'light', fail: () => undefined })?.catch(() => undefined)
}
