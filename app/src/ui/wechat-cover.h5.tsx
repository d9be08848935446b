import type { WechatCoverProps } from './wechat-cover-types'

/** Nothing on the web: our own button is pressed. */
export function WechatCover(_props: WechatCoverProps) {
  return null
}
