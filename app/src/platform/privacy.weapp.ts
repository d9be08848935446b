import Taro from '@tarojs/taro'
import { holdBack } from './privacy-consent'

/**
 * From now on our own sheet asks for the consent that WeChat requires before some calls: photo, phone number,
 * position.
 */
export function watchPrivacy(): void {
  Taro.onNeedPrivacyAuthorization(holdBack)
}
