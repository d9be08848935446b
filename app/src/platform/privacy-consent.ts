import Taro from '@tarojs/taro'
import { create } from 'zustand'

type Resolve = (answer: Taro.onNeedPrivacyAuthorization.ResolveOption) => void

/** WeChat counts a consent only after a press on a button with this id. */
export const CONSENT_BUTTON_ID = 'privacy-consent'

/** The calls that WeChat holds back until the user has answered our privacy guide. */
const useHeldBack = create<{ resolves: readonly Resolve[] }>(() => ({ resolves: [] }))

/** Whether the page on top has to ask for the consent. */
export function useNeedsConsent(): boolean {
  return useHeldBack(({ resolves }) => resolves.length > 0)
}

/**
 * From now on our own sheet asks for the consent that WeChat requires before some calls: photo, phone number,
 * position.
 */
export function watchPrivacy(): void {
  Taro.onNeedPrivacyAuthorization(holdBack)
}

/** Adds a call that waits for the consent, and reports to the platform that the consent is being asked for. */
function holdBack(resolve: Resolve): void {
  resolve({ event: 'exposureAuthorization' })
  useHeldBack.setState(({ resolves }) => ({ resolves: [...resolves, resolve] }))
}

/** Takes the user's answer: the calls held back continue, or fail. */
export function answerConsent(consents: boolean): void {
  const { resolves } = useHeldBack.getState()
  useHeldBack.setState({ resolves: [] })
  for (const resolve of resolves) {
    resolve(consents ? { event: 'agree', buttonId: CONSENT_BUTTON_ID } : { event: 'disagree' })
  }
}

/** Opens WeChat's own page with the privacy guide. */
export function openPrivacyGuide(): void {
  Taro.openPrivacyContract({})
}

/** A kind of personal information that WeChat protects and the app uses. */
type PrivacyScope = {
  /** Its name in WeChat's console. */
  name: string
  /** Its purpose, as in the consent and in 用户隐私保护指引. */
  purpose: string
  /** The calls and components of WeChat that need it. */
  calls: readonly string[]
}

/**
 * Everything protected by WeChat that the mini-program uses. A call whose kind is not declared in WeChat's console
 * does nothing.
 *
 * Source: developers.weixin.qq.com/miniprogram/dev/framework/user-privacy/miniprogram-intro.html
 */
export const PRIVACY_SCOPES: readonly PrivacyScope[] = [
  { name: '微信昵称、头像', purpose: '显示在你的资料和名片里', calls: ['chooseAvatar', 'nickname'] },
  { name: '手机号', purpose: '登录，以及让教练找到你', calls: ['getPhoneNumber'] },
  { name: '位置信息', purpose: '按远近排列场馆、球局和穿线商家', calls: ['getFuzzyLocation'] },
  { name: '选择的位置信息', purpose: '添加场馆时标出它的位置', calls: ['chooseLocation'] },
  { name: '地址', purpose: '填写收货和寄拍地址', calls: ['chooseAddress'] },
  { name: '选中的照片或视频信息', purpose: '上传头像、名片、球拍、合同和证书照片', calls: ['chooseMedia'] },
  { name: '相册（仅写入）权限', purpose: '保存海报和小程序码', calls: ['saveImageToPhotosAlbum'] },
  { name: '日历（仅写入）权限', purpose: '把约课和球局记到手机日历', calls: ['addPhoneCalendar'] },
  { name: '剪切板', purpose: '复制订单号、地址和分享链接', calls: ['setClipboardData'] },
]
