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

/** Adds a call that waits for the consent, and reports to the platform that the consent is being asked for. */
export function holdBack(resolve: Resolve): void {
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
