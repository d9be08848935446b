/** On the web there is no WeChat log-in: the page does not offer it. */
export async function wechatCode(): Promise<string> {
  throw new Error('WeChat log-in exists in the mini-program only')
}

/** Whether this platform can log in with WeChat. */
export const HAS_WECHAT_LOG_IN = false
