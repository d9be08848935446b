import { createContext } from 'react'

/** What WeChat hands over only to a press on a button of its own. */
type WechatAsk = 'chooseAvatar' | 'getPhoneNumber' | 'agreePrivacyAuthorization'

/** What it hands over: the path of a picture, or a phone number by a code or encrypted. Without either the user refused. */
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

/** What a button of WeChat's own says to a screen reader: the words of the one below it. */
export const CoverLabel = createContext('')
