import Taro from '@tarojs/taro'

/** Opens the device's dialler with a number. Cancelling there is no failure. */
export function callPhone(phoneNumber: string): void {
  Taro.makePhoneCall({ phoneNumber })?.catch(() => undefined)
}
