import type { ContentVerdict } from '@paidang/domain/areas/content/content'
import type { KnownShipment, Logistics } from '@paidang/domain/areas/payments/shipment'

/** What WeChat says of a log-in code: who it is, and the key under which it encrypts for him. */
export type WechatSession = { openId: string; unionId: string | null; sessionKey: string }

/** A phone number that WeChat vouches for; `number` is without the country. */
export type WechatPhone = { countryCode: string; number: string }

/** A message by one of the mini-program's templates; `data` are its fields by name, such as thing1. */
export type SubscribeMessage = { openId: string; templateId: string; page: string; data: Record<string, string> }

/** What was paid in the mini-program and has left for its payer; `title` says what it is, a parcel with whom it travels. */
export type ShippingInfo = {
  transactionId: string
  openId: string
  logistics: Logistics
  title: string
  parcel: { carrierId: string; trackingNo: string; contact: string } | undefined
  at: Date
}

/** A round code that opens a page (no leading slash, no query); `scene` are at most 32 letters, digits and signs. */
type MiniProgramCodeWish = { scene: string; page: string; width: number }

/** Whose words or picture WeChat is to check, and where they are to stand; null for an author whom WeChat does not know. */
type ContentAuthor = { openId: string | null; scene: number }

/** Says whether words and pictures are fit to be seen. Source: decision record 032 */
export type ContentCheck = {
  checkText(asked: ContentAuthor & { text: string }): Promise<ContentVerdict>
  /** Without a verdict of its own it answers undecided, with the trace under which WeChat brings the verdict later. */
  checkPicture(asked: ContentAuthor & { url: string }): Promise<ContentVerdict>
}

/**
 * What the product asks of WeChat. None of it may be asked inside a transaction. Codes of clients work once; whoever asks
 * claims them first (see claimCode).
 *
 * Every call throws WechatRefusal when WeChat heard it and did not do it, WechatUnavailable when there is no answer, none in
 * time, or one that cannot be read. Source: decision record 017
 */
export type WechatClient = ContentCheck & {
  /** The mini-program's own id, which stands in all that WeChat signs for it. */
  readonly appId: string
  /** Under which WeChat signs its notifications; undefined where it brings none. */
  readonly pushToken: string | undefined
  /** Who a code of `wx.login` stands for. */
  codeToSession(code: string): Promise<WechatSession>
  /** The number behind a code of the phone button, which is no log-in code. */
  phoneOf(code: string): Promise<WechatPhone>
  sendSubscribeMessage(message: SubscribeMessage): Promise<void>
  /** The bytes of a PNG. */
  miniProgramCode(wish: MiniProgramCodeWish): Promise<Buffer>
  /** The same information again is refused as NOTHING_NEW, and other information is taken once more only. */
  uploadShippingInfo(shipping: ShippingInfo): Promise<void>
  /** How WeChat knows what was paid under this number. */
  shippingStateOf(transactionId: string): Promise<KnownShipment>
  /** The carriers that a parcel may be sent with. */
  listCarriers(): Promise<{ id: string; name: string }[]>
}

/** WeChat's own numbers for its reasons. Source: WeChat documents, server API */
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

/** WeChat heard a call and did not do it; `errcode` is its own number for the reason. */
export class WechatRefusal extends Error {
  override readonly name = 'WechatRefusal'
  readonly errcode: number

  constructor(call: string, errcode: number, errmsg = '') {
    super(`WeChat refused ${call}: ${errcode} ${errmsg.slice(0, MAX_MESSAGE_LENGTH).replace(/\p{C}/gu, ' ')}`.trimEnd())
    this.errcode = errcode
  }
}

/** WeChat gave no answer that could be believed; `mayBeDone`: it may have done what it was asked all the same. */
export class WechatUnavailable extends Error {
  override readonly name = 'WechatUnavailable'
  readonly mayBeDone: boolean

  constructor(message: string, { mayBeDone = true }: { mayBeDone?: boolean } = {}) {
    super(message)
    this.mayBeDone = mayBeDone
  }
}
