import type { OrderKind } from './order.ts'

/** How an order reaches its payer: by a carrier, delivered by the shop, at once (nothing is shipped), or collected. */
export const LOGISTICS = ['EXPRESS', 'LOCAL', 'VIRTUAL', 'PICKUP'] as const
export type Logistics = (typeof LOGISTICS)[number]

/**
 * The states of a shipment. WAITING to be uploaded, SHIPPED once WeChat knows it, RECEIVED when WeChat counts it as
 * received. REFUNDED needs no upload any more. REFUSED has no attempts left, and only an operator can continue it.
 */
export const SHIPMENT_STATES = ['WAITING', 'SHIPPED', 'RECEIVED', 'REFUNDED', 'REFUSED'] as const
export type ShipmentState = (typeof SHIPMENT_STATES)[number]

/** The states of a paid order at WeChat. */
export type KnownShipment = Exclude<ShipmentState, 'REFUSED'>

/**
 * Whether an order is delivered with its payment. A seat, a game and money on a card are. A parcel and a racket follow
 * later.
 */
export const shipsAtOnce = (kind: OrderKind): boolean => kind !== 'SHOP' && kind !== 'STRINGING'

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS
/** WeChat counts everything as received well before this time, in milliseconds. */
const WATCHED_MS = 30 * DAY_MS

/** The time of the first upload. WeChat takes a moment to know a payment. Source: WeChat documents, 10060001 */
export const firstUpload = (now: Date): Date => new Date(now.getTime() + MINUTE_MS)

/** When to check the first time whether WeChat knows an accepted upload as shipped. */
export const firstLook = (now: Date): Date => new Date(now.getTime() + 10 * MINUTE_MS)

/** When to check next whether it was received: once a day. It is null when the waiting time is over. */
export function nextLook(shippedAt: Date, now: Date): Date | null {
  return now.getTime() - shippedAt.getTime() < WATCHED_MS ? new Date(now.getTime() + DAY_MS) : null
}

/** A phone number in the form for a carrier. Only its last four digits are readable. */
export function maskedContact(phone: string): string {
  const end = phone.slice(-4)
  return phone.length >= 11 ? `${phone.slice(0, 3)}****${end}` : `****${end}`
}

const KINDS_OF_CARRIERS = /(快递|速递|速运|快运|物流|快件|股份|有限公司|公司|集团)/g
const stemOf = (name: string) => name.replace(/\s/g, '').replace(KINDS_OF_CARRIERS, '').toUpperCase()

/**
 * The carrier known to WeChat that an operator's text means. It matches the whole name, else the name without 快递 and
 * similar words.
 *
 * @returns undefined when there is none, or more than one
 */
export function carrierIdOf(name: string, carriers: readonly { id: string; name: string }[]): string | undefined {
  const whole = carriers.find((carrier) => carrier.name === name)
  if (whole) return whole.id
  const alike = carriers.filter((carrier) => stemOf(carrier.name) === stemOf(name))
  return alike.length === 1 ? alike[0]?.id : undefined
}

/** Why a shipment is not uploaded to WeChat, in its recorded form. */
export const NOT_UPLOADED = {
  WITHOUT_WECHAT: 'the payer has no WeChat any more',
  CARRIER_UNKNOWN: 'WeChat does not know the carrier',
  STILL_WAITING: 'WeChat took it and still waits for it',
} as const

const WORDS: Record<string, string> = {
  [NOT_UPLOADED.WITHOUT_WECHAT]: '付款人已不再关联微信',
  [NOT_UPLOADED.CARRIER_UNKNOWN]: '微信不认得这家快递公司',
  [NOT_UPLOADED.STILL_WAITING]: '微信收下后仍显示待发货',
}

/**
 * The reasons for operators, by WeChat's error code. Source: WeChat documents, uploadShippingInfo and its error codes
 */
const REFUSALS: Record<string, string> = {
  '-1': '微信系统繁忙',
  40001: '微信凭证失效',
  42001: '微信凭证失效',
  40003: '付款人的微信账号无效',
  10060001: '微信没有这笔支付单',
  10060002: '支付单已完成发货',
  10060003: '支付单已使用重新发货机会',
  10060004: '支付单处于不可发货的状态',
  10060012: '微信系统繁忙',
  10060019: '微信系统繁忙',
  10060025: '快递公司编码有误',
  10060026: '快递单号有误',
  10060031: '支付单不属于这位付款人',
  268485226: '缺少快递单号',
  268485227: '缺少快递公司',
}
const REFUSED = /^WeChat refused \S+: (-?\d+)/

/** Why WeChat does not know a shipment, as operators read it. */
export function reasonOfNotUploaded(lastError: string): string {
  const code = REFUSED.exec(lastError)?.[1]
  if (code !== undefined) return REFUSALS[code] ?? `微信拒绝接收（${code}）`
  return WORDS[lastError] ?? '没有得到微信的答复'
}
