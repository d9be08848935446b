import { PRIVATE_INFOS } from './config-rules.ts'
import type { Faults } from './faults.ts'

/** Calls that WeChat carries out only inside a tap. Source: developers.weixin.qq.com, the page of each call */
const TAP_ONLY = ['requestSubscribeMessage', 'openSetting', 'shareFileMessage', 'addPhoneCalendar']
/** For this call the end of a payment counts as a tap. */
const AFTER_PAYMENT = ['requestSubscribeMessage']
/** Permissions that WeChat asks the user for once, by the name under which it keeps the answer. */
const SCOPES: Record<string, string> = {
  getFuzzyLocation: 'scope.userFuzzyLocation',
  saveImageToPhotosAlbum: 'scope.writePhotosAlbum',
  addPhoneCalendar: 'scope.addPhoneCalendar',
}
/** Calls that need the consent to the privacy guide first. */
const PRIVATE = ['getFuzzyLocation', 'chooseLocation', 'chooseAddress', 'chooseMedia', 'saveImageToPhotosAlbum'].concat(
  'addPhoneCalendar',
  'setClipboardData',
)
/** Calls that a page opened alone, from the timeline, cannot make. */
const NOT_ALONE = ['login', 'navigateTo', 'redirectTo', 'switchTab', 'reLaunch', 'navigateBack', 'chooseMedia'].concat(
  ['saveImageToPhotosAlbum', 'requestPayment', 'requestSubscribeMessage', 'openSetting', 'chooseAddress'],
  ['chooseLocation', 'getFuzzyLocation', 'addPhoneCalendar', 'shareFileMessage', 'openLocation', 'makePhoneCall'],
)

/** The user's answer when WeChat asks: yes, no, or nothing yet. */
export type Consent = 'given' | 'refused' | 'pending'

type Answer = { event: string; buttonId?: string }
type PrivacyListener = (resolve: (answer: Answer) => void, cause: { referrer: string }) => void

type Parts = {
  faults: Faults
  /** Whether the page was opened alone, from the timeline. */
  isAlone: boolean
  /** The private calls that app.json declares. */
  declared: readonly string[]
}

/** What WeChat asks its user before it carries out a call, and what it never carries out. */
export class Consents {
  /** Consents by scope. Default: given. */
  readonly scopes = new Map<string, Consent>()
  /** The consent to the privacy guide. */
  privacy: 'given' | 'wanted' = 'given'
  /** The id of the button that was pressed to consent to it. */
  pressedId = ''
  readonly #parts: Parts
  readonly #privacyListeners = new Set<PrivacyListener>()
  #waiting: (() => void)[] = []
  #gesture: 'tap' | 'payment' | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Runs what happens inside a tap, or inside the answer to a payment: synchronously, without waiting for anything. */
  during<T>(gesture: 'tap' | 'payment', work: () => T): T {
    this.#gesture = gesture
    try {
      return work()
    } finally {
      this.#gesture = undefined
    }
  }

  /** wx.onNeedPrivacyAuthorization. */
  readonly onPrivacy = (listener: PrivacyListener): void => {
    this.#privacyListeners.add(listener)
  }

  /** Sets the user's answer to WeChat's question for a scope. */
  decide(scope: string, consent: 'given' | 'refused'): void {
    this.scopes.set(scope, consent)
    for (const go of this.#waiting.splice(0)) go()
  }

  /**
   * The reason why a call is refused at once. Undefined if it is allowed. A refusal also counts as an error of the app.
   */
  whyNotNow(name: string): string | undefined {
    const refuse = (reason: string) => {
      this.#parts.faults.add(`wx.${name}`, reason)
      return reason
    }
    if (this.#parts.isAlone && NOT_ALONE.includes(name)) return refuse('is not there in a page that is opened alone')
    if (PRIVATE_INFOS.includes(name) && !this.#parts.declared.includes(name)) {
      return refuse('the api need to be declared in the requiredPrivateInfos field in app.json/ext.json')
    }
    const mayNow = this.#gesture === 'tap' || (this.#gesture === 'payment' && AFTER_PAYMENT.includes(name))
    return TAP_ONLY.includes(name) && !mayNow ? refuse('can only be invoked by user TAP gesture.') : undefined
  }

  /** Continues once the user has consented to what the call needs, or with the reason for the refusal. */
  ask(name: string, go: (refusal?: string) => void): void {
    if (this.privacy === 'wanted' && PRIVATE.includes(name)) this.#askForPrivacy(name, go)
    else this.#askForScope(name, go)
  }

  #askForPrivacy(name: string, go: (refusal?: string) => void): void {
    // Without a listener WeChat asks with its own dialog.
    if (this.#privacyListeners.size === 0) {
      this.#askForScope(name, go)
      return
    }
    const resolve = ({ event, buttonId }: Answer) => {
      if (event === 'exposureAuthorization') return
      if (event === 'agree' && buttonId === this.pressedId) {
        this.privacy = 'given'
        this.#askForScope(name, go)
      } else go('privacy permission is not authorized')
    }
    for (const listener of this.#privacyListeners) listener(resolve, { referrer: name })
  }

  #askForScope(name: string, go: (refusal?: string) => void): void {
    const scope = SCOPES[name]
    const consent = scope === undefined ? 'given' : (this.scopes.get(scope) ?? 'given')
    if (consent === 'pending') this.#waiting.push(() => this.#askForScope(name, go))
    else go(consent === 'refused' ? 'auth deny' : undefined)
  }
}
