/** On the web there is no WeChat log-in: the page does not offer it. */
export async function wechatCode(): Promise<string> {
  throw new Error('WeChat log-in exists in the mini-program only')
}

/** Whether this is the mini-program: there WeChat knows the user and the phone number. */
export const HAS_WECHAT = false
