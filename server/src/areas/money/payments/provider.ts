import type { PayChannel, PaymentStep } from '@paidang/api/areas/money/payments'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { OrderEffects } from './order.ts'

/** A payment that the provider prepares. Amounts are in fen. */
export type Prepayment = {
  outTradeNo: string
  title: string
  amountFen: number
  expiresAt: Date
  channel: PayChannel
  /** The openId of the payer in WeChat. JSAPI needs it. */
  openId: string | null
  payerIp: string
}

/** What a provider knows about a payment. UNKNOWN: the provider has never received it. */
export type ProviderPayment =
  | { state: 'SUCCESS'; transactionId: string; amountFen: number; currency: string; paidAt: Date }
  | { state: 'NOTPAY' | 'CLOSED' | 'PAYERROR' | 'UNKNOWN' }

/** What a provider knows about a refund. ABNORMAL: it cannot go through, and a person must look at it. */
export type ProviderRefund = { state: 'PROCESSING' | 'SUCCESS' | 'ABNORMAL' | 'CLOSED' }

/** The content of a notification whose signature is valid. */
export type ProviderEvent =
  | { kind: 'payment'; eventId: string; outTradeNo: string; payment: ProviderPayment }
  | { kind: 'refund'; eventId: string; outTradeNo: string; outRefundNo: string; refund: ProviderRefund }

/** A notification exactly as it was received. */
export type RawNotification = { headers: Readonly<Record<string, string | string[] | undefined>>; body: Buffer }

/** A notification is not trusted because of its signature, its age or its content. */
export class NotificationRefused extends Error {
  override readonly name = 'NotificationRefused'
}

/** The provider could not be asked, or its answer is unusable. Nothing is known, and the call may be repeated. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable'
}

/** Turns ProviderUnavailable into an API refusal. @throws ApiError payment_unavailable; any other error unchanged */
export function refuseWhileAway(error: unknown): never {
  if (!(error instanceof ProviderUnavailable)) throw error
  const refusal = new ApiError('payment_unavailable')
  refusal.cause = error
  throw refusal
}

/**
 * The external provider of payments: WeChat Pay, or the simulator that behaves the same. Every call may throw
 * ProviderUnavailable. No call is made within a transaction. Sending one of our numbers again means the same request.
 * Source: decision "Hours and money", Payments
 */
export type PaymentProvider = {
  readonly name: 'WECHAT' | 'SIMULATOR'
  prepay(prepayment: Prepayment): Promise<PaymentStep>
  query(outTradeNo: string): Promise<ProviderPayment>
  /** After it no payer can begin to pay. A payer who had begun may still succeed, so `query` follows. */
  close(outTradeNo: string): Promise<void>
  refund(refund: {
    outTradeNo: string
    outRefundNo: string
    amountFen: number
    totalFen: number
    reason: string
  }): Promise<ProviderRefund>
  /** UNKNOWN: it was never requested, or the provider did not accept it. */
  queryRefund(outRefundNo: string): Promise<ProviderRefund | { state: 'UNKNOWN' }>
  /** @throws NotificationRefused */
  readNotification(notification: RawNotification): ProviderEvent
}

/**
 * The provider that replaces WeChat Pay outside production. It is its own bank, and has a page on which the payer
 * decides.
 */
export type Simulator = PaymentProvider & {
  readonly name: 'SIMULATOR'
  /** Signs a notification and posts it to our own server. @returns the status of the answer */
  bring(body: string): Promise<number>
}

/** The parts that payments use: the external provider, and the effects of orders. */
export type Payments = {
  provider: PaymentProvider
  effects: OrderEffects
  /** The same provider, if it is the simulator. */
  simulator: Simulator | undefined
}
