import Taro from '@tarojs/taro'

/** Opens the device's dialler with a number. Cancelling there is no failure. */
export function callPhone(phoneNumber: string): void {
  Taro.makePhoneCall({ phoneNumber })?.catch(() => undefined)
}

/**
 * Vibrates lightly for a success. Devices without vibration lose nothing, because the ball animation shows the same.
 */
export function vibrateLightly(): void {
  Taro.vibrateShort({ type: 'light', fail: () => undefined })?.catch(() => undefined)
}
