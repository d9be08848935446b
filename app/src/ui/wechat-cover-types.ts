import { createContext } from 'react'

/** Data that WeChat returns only to a press on its own button. */
type WechatAsk = 'chooseAvatar' | 'getPhoneNumber' | 'agreePrivacyAuthorization'

/**
 * The returned data: the path of a picture, or a phone number by a code or encrypted. Without any of them the user
 * refused.
 */
export type WechatAnswer = {
  errMsg?: string
  avatarUrl?: string
  code?: string
  encryptedData?: string
  iv?: string
}

export type WechatCoverProps = {
  ask: WechatAsk
  id?: string
  onAnswer: (answer: WechatAnswer) => void
}

/** The text of WeChat's own button for screen readers: that of the button below it. */
export const CoverLabel = createContext('')
