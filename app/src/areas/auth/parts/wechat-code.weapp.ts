import Taro from '@tarojs/taro'

/** The code that stands for the WeChat user of this phone, for the server to exchange. Rejects when WeChat gives none. */
export async function wechatCode(): Promise<string> {
  const { code } = await Taro.login()
  return code
}

/** Whether this platform can log in with WeChat. */
export const HAS_WECHAT_LOG_IN = true
