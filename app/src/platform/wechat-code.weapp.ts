import Taro from '@tarojs/taro'

/** The code that stands for the WeChat user of this phone, for the server to exchange. Rejects when WeChat gives none. */
export async function wechatCode(): Promise<string> {
  const { code } = await Taro.login()
  return code
}

/** Whether this is the mini-program: there WeChat says who the user is and what his phone number is. */
export const HAS_WECHAT = true
