import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import Taro from '../testing/taro'
import { answerConsent, CONSENT_BUTTON_ID, openPrivacyGuide, useNeedsConsent, watchPrivacy } from './privacy-consent'

type Resolve = (answer: object) => void

/** A WeChat that requires the consent for a call whenever `demand` is called; records the answers it gets. */
function givenWechat() {
  let hear: (resolve: Resolve) => void = () => undefined
  const openPrivacyContract = vi.fn()
  Object.assign(Taro, {
    onNeedPrivacyAuthorization: (listener: typeof hear) => {
      hear = listener
    },
    openPrivacyContract,
  })
  watchPrivacy()
  return {
    openPrivacyContract,
    demand: () => {
      const told: object[] = []
      act(() => hear((answer) => told.push(answer)))
      return told
    },
  }
}

test('calls held back by WeChat all continue when the user consents', () => {
  const wechat = givenWechat()
  const { result } = renderHook(useNeedsConsent)
  expect(result.current).toBe(false)
  const [first, second] = [wechat.demand(), wechat.demand()]
  expect(result.current).toBe(true)
  act(() => answerConsent(true))
  const agreed = [{ event: 'exposureAuthorization' }, { event: 'agree', buttonId: CONSENT_BUTTON_ID }]
  expect(first).toEqual(agreed)
  expect(second).toEqual(agreed)
  expect(result.current).toBe(false)
})

test('a user who does not consent is asked again the next time', () => {
  const wechat = givenWechat()
  const { result } = renderHook(useNeedsConsent)
  const told = wechat.demand()
  act(() => answerConsent(false))
  expect(told.slice(-1)).toEqual([{ event: 'disagree' }])
  wechat.demand()
  expect(result.current).toBe(true)
  act(() => answerConsent(false))
})

test('the privacy guide opens on WeChat’s own page', () => {
  const { openPrivacyContract } = givenWechat()
  openPrivacyGuide()
  expect(openPrivacyContract).toHaveBeenCalledTimes(1)
})
