import Taro from '@tarojs/taro'

/** The code of this phone's WeChat user, which the server exchanges. Rejects when WeChat gives none. */
export async function wechatCode(): Promise<string> {
  const { code } = await Taro.login()
  return code
}

/** Whether this is the mini-program: there WeChat knows the user and the phone number. */
export const HAS_WECHAT = true
