import Taro from '@tarojs/taro'
import { holdBack } from './privacy-consent'

/** From now on our own sheet asks for the consent that WeChat demands before a photo, the phone number or the place. */
export function watchPrivacy(): void {
  Taro.onNeedPrivacyAuthorization(holdBack)
}
