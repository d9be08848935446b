import type { Faults } from './faults.ts'

/** What WeChat carries out only inside of a tap. Source: developers.weixin.qq.com, the page of each call */
const TAP_ONLY = ['requestSubscribeMessage', 'openSetting', 'shareFileMessage', 'addPhoneCalendar']
/** The end of a payment counts as a tap for this one. */
const AFTER_PAYMENT = ['requestSubscribeMessage']
/** What the user is asked for once, by the name under which WeChat keeps the answer. */
const SCOPES: Record<string, string> = {
  getFuzzyLocation: 'scope.userFuzzyLocation',
  saveImageToPhotosAlbum: 'scope.writePhotosAlbum',
  addPhoneCalendar: 'scope.addPhoneCalendar',
}
/** What needs the consent to the privacy guide first. */
const PRIVATE = ['getFuzzyLocation', 'chooseLocation', 'chooseAddress', 'chooseMedia', 'saveImageToPhotosAlbum'].concat(
  'addPhoneCalendar',
  'setClipboardData',
)
/** What a page that is opened alone, from the timeline, cannot do. */
const NOT_ALONE = ['login', 'navigateTo', 'redirectTo', 'switchTab', 'reLaunch', 'navigateBack', 'chooseMedia'].concat(
  ['saveImageToPhotosAlbum', 'requestPayment', 'requestSubscribeMessage', 'openSetting', 'chooseAddress'],
  ['chooseLocation', 'getFuzzyLocation', 'addPhoneCalendar', 'shareFileMessage', 'openLocation', 'makePhoneCall'],
)

/** What the user says when WeChat asks: yes, no, or nothing yet. */
export type Consent = 'given' | 'refused' | 'pending'

type Answer = { event: string; buttonId?: string }
type PrivacyListener = (resolve: (answer: Answer) => void, cause: { referrer: string }) => void

type Parts = {
  faults: Faults
  /** The page was opened alone, from the timeline. */
  isAlone: boolean
}

/** What WeChat asks its user before it carries a call out, and what it never carries out. */
export class Consents {
  /** By the scope; given where nothing is said. */
  readonly scopes = new Map<string, Consent>()
  /** To the privacy guide. */
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

  /** Runs what happens inside of a tap, or of the answer to a payment: in one go, without anything that is waited for. */
  during<T>(gesture: 'tap' | 'payment', work: () => T): T {
    this.#gesture = gesture
    try {
      return work()
    } finally {
      this.#gesture = undefined
    }
  }

  /** wx.onNeedPrivacyAuthorization. */
  readonly hearPrivacy = (listener: PrivacyListener): void => {
    this.#privacyListeners.add(listener)
  }

  /** The user answers what WeChat asks for a scope. */
  decide(scope: string, consent: 'given' | 'refused'): void {
    this.scopes.set(scope, consent)
    for (const go of this.#waiting.splice(0)) go()
  }

  /** Why a call is refused at the moment it is made; what it tells is the app's fault besides. */
  whyNotNow(name: string): string | undefined {
    const refuse = (reason: string) => {
      this.#parts.faults.add(`wx.${name}`, reason)
      return reason
    }
    if (this.#parts.isAlone && NOT_ALONE.includes(name)) return refuse('is not there in a page that is opened alone')
    const mayNow = this.#gesture === 'tap' || (this.#gesture === 'payment' && AFTER_PAYMENT.includes(name))
    return TAP_ONLY.includes(name) && !mayNow ? refuse('can only be invoked by user TAP gesture.') : undefined
  }

  /** Goes on once the user has consented to what the call needs, or answers why not. */
  ask(name: string, go: (refusal?: string) => void): void {
    if (this.privacy === 'wanted' && PRIVATE.includes(name)) this.#askForPrivacy(name, go)
    else this.#askForScope(name, go)
  }

  #askForPrivacy(name: string, go: (refusal?: string) => void): void {
    // Without a listener WeChat asks with a dialog of its own.
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
