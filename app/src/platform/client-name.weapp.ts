import Taro from '@tarojs/taro'

/** The version of the base library, as in WeChat 2.32.3. */
export function clientName(): string {
  return `WeChat ${Taro.getAppBaseInfo().SDKVersion ?? ''}`
}
