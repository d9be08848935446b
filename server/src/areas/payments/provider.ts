import type { PayChannel, PaymentStep } from '@paidang/api/areas/payments'
import { ApiError } from '@paidang/api/catalogue/errors'

/** What a provider is asked to prepare; amounts in fen. */
export type Prepayment = {
  outTradeNo: string
  title: string
  amountFen: number
  expiresAt: Date
  channel: PayChannel
  /** The payer within WeChat; needed by JSAPI. */
  openId: string | null
  payerIp: string
}

/** What a provider knows of a payment. UNKNOWN: it has never heard of it. */
export type ProviderPayment =
  | { state: 'SUCCESS'; transactionId: string; amountFen: number; currency: string; paidAt: Date }
  | { state: 'NOTPAY' | 'CLOSED' | 'PAYERROR' | 'UNKNOWN' }

/** What a provider knows of a refund. ABNORMAL: it cannot go through and somebody has to look at it. */
export type ProviderRefund = { state: 'PROCESSING' | 'SUCCESS' | 'ABNORMAL' | 'CLOSED' }

/** What a provider answers who is asked about a refund. UNKNOWN: he was never asked for it, or did not take it on. */
type KnownRefund = ProviderRefund | { state: 'UNKNOWN' }

/** What a notification says, once its signature held. */
export type ProviderEvent =
  | { kind: 'payment'; eventId: string; outTradeNo: string; payment: ProviderPayment }
  | { kind: 'refund'; eventId: string; outTradeNo: string; outRefundNo: string; refund: ProviderRefund }

/** A notification exactly as it came. */
export type RawNotification = { headers: Readonly<Record<string, string | string[] | undefined>>; body: Buffer }

/** Why a notification is not believed: its signature, its age or its content. */
export class NotificationRefused extends Error {
  override readonly name = 'NotificationRefused'
}

/** The provider could not be asked, or answered nonsense: nothing is known, and asking again is right. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable'
}

/** Tells whoever waits that the provider is away; anything else stays what it is. */
export function refuseWhileAway(error: unknown): never {
  if (!(error instanceof ProviderUnavailable)) throw error
  const refusal = new ApiError('payment_unavailable')
  refusal.cause = error
  throw refusal
}

/**
 * Who moves money from outside: WeChat Pay, or the simulator that behaves the same. Every call may throw
 * ProviderUnavailable; none is made within a transaction. Numbers of ours may be sent again and mean the same thing.
 * Source: decision "Hours and money", Payments
 */
export type PaymentProvider = {
  readonly name: 'WECHAT' | 'SIMULATOR'
  prepay(prepayment: Prepayment): Promise<PaymentStep>
  query(outTradeNo: string): Promise<ProviderPayment>
  /** After it no payer can begin to pay; one who had begun may still succeed, so `query` follows. */
  close(outTradeNo: string): Promise<void>
  refund(refund: {
    outTradeNo: string
    outRefundNo: string
    amountFen: number
    totalFen: number
    reason: string
  }): Promise<ProviderRefund>
  queryRefund(outRefundNo: string): Promise<KnownRefund>
  /** @throws NotificationRefused */
  readNotification(notification: RawNotification): ProviderEvent
}
