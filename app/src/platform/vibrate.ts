import Taro from '@tarojs/taro'

/**
 * Vibrates lightly for a success. Devices without vibration lose nothing, because the ball animation shows the same.
 */
export function vibrateLightly(): void {
  Taro.vibrateShort({ type: 'light', fail: () => undefined })?.catch(() => undefined)
}
