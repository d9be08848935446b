import type { ContentVerdict } from '@paidang/domain/areas/ground/content/content'
import type { KnownShipment, Logistics } from '@paidang/domain/areas/money/payments/shipment'

/** WeChat's answer to a log-in code: the user's ids, and the session key. */
export type WechatSession = { openId: string; unionId: string | null; sessionKey: string }

/** A phone number that WeChat confirms; `number` has no country code. */
export type WechatPhone = { countryCode: string; number: string }

/** A message that uses a template of the mini-program; `data` has its fields by name, such as thing1. */
export type SubscribeMessage = { openId: string; templateId: string; page: string; data: Record<string, string> }

/** The shipment of something that was paid in the mini-program. `title` describes it; a parcel names its carrier. */
export type ShippingInfo = {
  transactionId: string
  openId: string
  logistics: Logistics
  title: string
  parcel: { carrierId: string; trackingNo: string; contact: string } | undefined
  at: Date
}

/** A round code that opens a page (no leading slash, no query). `scene` has at most 32 letters, digits and signs. */
type MiniProgramCodeWish = { scene: string; page: string; width: number }

/** The author and the place of the content to check. `openId` is null for an author whom WeChat does not know. */
type ContentAuthor = { openId: string | null; scene: number }

/** Checks whether texts and pictures may be published. Source: decision record 032 */
export type ContentCheck = {
  checkText(asked: ContentAuthor & { text: string }): Promise<ContentVerdict>
  /** WeChat decides later. The answer is then undecided, with the trace under which WeChat sends the verdict. */
  checkPicture(asked: ContentAuthor & { url: string }): Promise<ContentVerdict>
}

/**
 * Everything that the product requests from WeChat. Call none of it inside a transaction. Codes of clients work once;
 * callers claim them first (see claimCode).
 *
 * Every call throws WechatRefusal when WeChat received it and did not do it. It throws WechatUnavailable when there is
 * no answer, a late one, or an unreadable one.
 * Source: decision record 017
 */
export type WechatClient = ContentCheck & {
  /** The mini-program's own id. Everything that WeChat signs for it contains this id. */
  readonly appId: string
  /** The token with which WeChat signs its notifications; undefined when it sends none. */
  readonly pushToken: string | undefined
  /** Exchanges a code of `wx.login` for the user's ids. */
  codeToSession(code: string): Promise<WechatSession>
  /** Exchanges a code of the phone button for the number. Such a code is no log-in code. */
  phoneOf(code: string): Promise<WechatPhone>
  sendSubscribeMessage(message: SubscribeMessage): Promise<void>
  /** Returns the bytes of a PNG. */
  miniProgramCode(wish: MiniProgramCodeWish): Promise<Buffer>
  /** Repeating the same information is refused as NOTHING_NEW. Different information is accepted once more only. */
  uploadShippingInfo(shipping: ShippingInfo): Promise<void>
  /** The shipping state that WeChat has for this payment. */
  shippingStateOf(transactionId: string): Promise<KnownShipment>
  /** The carriers that a parcel may be sent with. */
  listCarriers(): Promise<{ id: string; name: string }[]>
}

/** WeChat's error numbers. Source: WeChat documents, server API */
export const WECHAT_ERRORS = {
  BUSY: -1,
  TOKEN_INVALID: 40001,
  TOKEN_EXPIRED: 42001,
  CODE_INVALID: 40029,
  CODE_USED: 40163,
  USER_AT_RISK: 40226,
  TOO_OFTEN: 45011,
  CONSENT_MISSING: 43101,
  OPEN_ID_INVALID: 40003,
  TEMPLATE_INVALID: 40037,
  PAGE_INVALID: 41030,
  FIELD_INVALID: 47003,
  PAYMENT_UNKNOWN: 10060001,
  SHIPPED_WHOLLY: 10060002,
  SHIPPED_TWICE: 10060003,
  NOT_TO_SHIP: 10060004,
  NOTHING_NEW: 10060023,
} as const

const MAX_MESSAGE_LENGTH = 200

/** WeChat received a call and did not do it; `errcode` is its error number. */
export class WechatRefusal extends Error {
  override readonly name = 'WechatRefusal'
  readonly errcode: number

  constructor(call: string, errcode: number, errmsg = '') {
    super(`WeChat refused ${call}: ${errcode} ${errmsg.slice(0, MAX_MESSAGE_LENGTH).replace(/\p{C}/gu, ' ')}`.trimEnd())
    this.errcode = errcode
  }
}

/** WeChat gave no usable answer. `mayBeDone`: it may still have done what was requested. */
export class WechatUnavailable extends Error {
  override readonly name = 'WechatUnavailable'
  readonly mayBeDone: boolean

  constructor(message: string, { mayBeDone = true }: { mayBeDone?: boolean } = {}) {
    super(message)
    this.mayBeDone = mayBeDone
  }
}

/** Maps WeChat's result of a check to a verdict. Anything other than a clear pass or refusal needs an operator. */
export function verdictOf({ suggest, label }: { suggest: string; label: number | string }): ContentVerdict {
  if (suggest === 'pass') return { verdict: 'passed' }
  return suggest === 'risky' ? { verdict: 'rejected', label: Number(label) } : { verdict: 'undecided' }
}
