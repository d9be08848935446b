import Taro from '@tarojs/taro'
import { create } from 'zustand'

type Resolve = (answer: Taro.onNeedPrivacyAuthorization.ResolveOption) => void

/** WeChat checks that a button with this id was pressed before a consent counts. */
export const CONSENT_BUTTON_ID = 'privacy-consent'

/** The calls that WeChat holds back until the user has said whether he consents to our privacy guide. */
const useHeldBack = create<{ resolves: readonly Resolve[] }>(() => ({ resolves: [] }))

/** Whether the page on top has to ask for the consent. */
export function useNeedsConsent(): boolean {
  return useHeldBack(({ resolves }) => resolves.length > 0)
}

/** A call waits for the consent; the platform is told that it is asked for. */
export function holdBack(resolve: Resolve): void {
  resolve({ event: 'exposureAuthorization' })
  useHeldBack.setState(({ resolves }) => ({ resolves: [...resolves, resolve] }))
}

/** The user consents, or does not: what was held back goes on, or fails. */
export function answerConsent(consents: boolean): void {
  const { resolves } = useHeldBack.getState()
  useHeldBack.setState({ resolves: [] })
  for (const resolve of resolves) {
    resolve(consents ? { event: 'agree', buttonId: CONSENT_BUTTON_ID } : { event: 'disagree' })
  }
}

/** WeChat's own page with the privacy guide. */
export function openPrivacyGuide(): void {
  Taro.openPrivacyContract({})
}
