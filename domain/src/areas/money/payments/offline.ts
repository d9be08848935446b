import type { Fen } from '../../../kernel/fen.ts'
import type { RequestState } from '../../../kernel/money-request.ts'
import { limitOf } from '../../../kernel/waiting.ts'
import type { OrderKind, OrderState, RecordedTarget, RefundState } from './order.ts'

/** How money changes hands at the front desk. Source: decision record 051 */
export const OFFLINE_WAYS = ['CASH', 'TRANSFER'] as const
export type OfflineWay = (typeof OFFLINE_WAYS)[number]

/** The names of the ways, as payers and staff read them. */
export const OFFLINE_WAY_NAMES: Record<OfflineWay, string> = { CASH: '现金', TRANSFER: '转账' }

/** What staff enter: money that came for an order, money that was given back, or that a PAYMENT was entered by mistake. */
export const OFFLINE_KINDS = ['PAYMENT', 'REFUND', 'CORRECTION'] as const
export type OfflineKind = (typeof OFFLINE_KINDS)[number]

/** The most that an order or a limit can be, in fen: ten million yuan. */
export const MAX_OFFLINE_FEN = 1_000_000_000

/** The most characters of a receipt number. */
export const MAX_RECEIPT_NO = 32

/** Letters and a number of a receipt book, with or without a hyphen between them. Numbers of banks are longer. */
const OF_RECEIPT_BOOK = /^([A-Z]{1,6})-*([0-9][0-9/-]{0,19})$/

/**
 * The plain form of a receipt number, under which it is unique: without spaces, in capitals. Of a receipt book it is
 * SJ-0001, also where SJ0001 or sj 0001 was typed. Undefined when it is no number: letters, digits, - and / only, and not signs alone.
 */
export function plainReceiptNo(typed: string): string | undefined {
  const plain = typed.replace(/\s/g, '').toUpperCase()
  return /^(?=.*[0-9A-Z])[0-9A-Z/-]{1,32}$/.test(plain) ? plain.replace(OF_RECEIPT_BOOK, '$1-$2') : undefined
}

/**
 * All forms under which a typed receipt number may stand: the plain one first, then those of entries from before there was
 * one form. Empty when it is no number.
 */
export function formsOfReceiptNo(typed: string): string[] {
  const plain = plainReceiptNo(typed)
  if (plain === undefined) return []
  const asTyped = typed.replace(/\s/g, '').toUpperCase()
  return [...new Set([plain, plain.replace(OF_RECEIPT_BOOK, '$1$2'), asTyped])]
}

/** Whether a second person has to agree before an entry counts. Up to the limit one person is enough. */
export const needsSecondPerson = (amountFen: Fen, limitFen: Fen): boolean => amountFen > limitFen

/**
 * Until when an order waits for the second person. A top-up and a package hold nothing that others may want, so they
 * get the time in which operators have to answer. Everything else ends in its own time.
 */
export function waitsUntil({ kind, expiresAt }: { kind: OrderKind; expiresAt: Date }, now: Date): Date {
  return kind === 'CARD_TOP_UP' || kind === 'COURSE' ? limitOf('OFFLINE_ENTRY', now) : expiresAt
}

/**
 * Whether orders of a deployment can be paid at the front desk: where WeChat Pay is off, always; where it is on, when
 * the operators allow it.
 */
export const isOfflineOffered = (hasWechatPay: boolean, isAllowed: boolean): boolean => !hasWechatPay || isAllowed

/**
 * Why the money of an order cannot be entered; undefined when it can. What staff saw must be what the order says. At
 * the end of its time an order takes no more money at the desk, because nobody can be sure of what it holds.
 */
export function whyNotEnterPayment(
  order: { state: OrderState; amountFen: Fen; expiresAt: Date },
  seenFen: Fen,
  now: Date,
): 'order_paid' | 'order_closed' | 'offline_amount_differs' | undefined {
  if (order.state === 'PAID') return 'order_paid'
  if (order.state === 'CLOSED' || order.expiresAt <= now) return 'order_closed'
  return order.amountFen === seenFen ? undefined : 'offline_amount_differs'
}

/** Why a refund cannot be entered as given back at the desk; undefined when it can. */
export function whyNotEnterRefund(
  refund: { target: RecordedTarget; state: RefundState; amountFen: Fen },
  seenFen: Fen,
): 'refund_not_offline' | 'refund_done' | 'offline_amount_differs' | undefined {
  if (refund.target !== 'OFFLINE') return 'refund_not_offline'
  if (refund.state === 'DONE') return 'refund_done'
  return refund.amountFen === seenFen ? undefined : 'offline_amount_differs'
}

/** Whose payments the front desk cannot take back: a published game and a swapped seat are called off by their people. */
const NOT_CORRECTABLE = ['BALL_PUBLISH', 'BALL_SWAP'] as const satisfies readonly OrderKind[]
export type CorrectableKind = Exclude<OrderKind, (typeof NOT_CORRECTABLE)[number]>

export const isCorrectable = (kind: OrderKind): kind is CorrectableKind =>
  !NOT_CORRECTABLE.some((other) => other === kind)

/**
 * What a payment at the desk bought. `isUsed`: some of it was used, has begun, or was given back. Of a CLOSED order it
 * bought nothing, and waits to be given back.
 */
type Bought = { orderKind: OrderKind; orderState: OrderState; isUsed: boolean }

/** Why what a payment bought cannot be taken back; undefined when it can. */
export function whyNotTakeBack({
  orderKind,
  orderState,
  isUsed,
}: Bought): 'offline_order_not_correctable' | 'offline_money_used' | undefined {
  if (orderState !== 'CLOSED' && !isCorrectable(orderKind)) return 'offline_order_not_correctable'
  return isUsed ? 'offline_money_used' : undefined
}

/** Why nobody can ask to take an entry back; undefined when they can. `waits`: somebody has asked, and nobody has decided. */
export function whyNotCorrect(
  entry: Bought & { kind: OfflineKind; state: RequestState; isCorrected: boolean; waits: boolean },
): 'offline_entry_not_payment' | 'offline_entry_corrected' | 'money_request_waits' | ReturnType<typeof whyNotTakeBack> {
  if (entry.kind !== 'PAYMENT' || entry.state !== 'DONE') return 'offline_entry_not_payment'
  if (entry.isCorrected) return 'offline_entry_corrected'
  return entry.waits ? 'money_request_waits' : whyNotTakeBack(entry)
}
