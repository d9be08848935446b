import type { WechatCoverProps } from './wechat-cover-words'

/** On the web there is nobody to ask: our own button is pressed. */
export function WechatCover(_props: WechatCoverProps) {
  return null
}
