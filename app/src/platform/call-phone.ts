import Taro from '@tarojs/taro'

/** Opens the device's dialler with a number; whoever turns back there has lost nothing. */
export function callPhone(phoneNumber: string): void {
  Taro.makePhoneCall({ phoneNumber })?.catch(() => undefined)
}
