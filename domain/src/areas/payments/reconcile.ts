import type { Fen } from '../../kernel/fen.ts'
import type { PaymentState, RefundState } from './order.ts'

/** A run waits for its turn, goes on, and ends; FAILED when the provider could not be asked again and again. */
export const RUN_STATES = ['WAITING', 'RUNNING', 'DONE', 'FAILED'] as const
export type RunState = (typeof RUN_STATES)[number]

/**
 * Where our books and another's differ: money came that we do not know of, or did not come that we count on; another amount or
 * number than ours; a refund that stands elsewhere; an order that is PAID by nothing; a card charged otherwise than it paid.
 */
export const FINDING_KINDS = [
  'PAYMENT_MISSED',
  'PAYMENT_MISSING',
  'PAYMENT_AMOUNT',
  'PAYMENT_NUMBER',
  'REFUND_STATE',
  'ORDER_UNPAID',
  'CARD_LEDGER',
] as const
export type FindingKind = (typeof FINDING_KINDS)[number]

/** A run gives up after the provider could not be asked so many times. */
export const MAX_RUN_ATTEMPTS = 5

/** A payment in our books. */
export type OurPayment = { state: PaymentState; receivedFen: Fen | null; transactionId: string | null }

/** The same payment as its provider knows it. */
export type TheirPayment =
  | { state: 'SUCCESS'; amountFen: Fen; transactionId: string }
  | { state: 'NOTPAY' | 'CLOSED' | 'PAYERROR' | 'UNKNOWN' }

/** How a payment differs in the two books; undefined when it does not. What brought no money may be called differently. */
export function differenceOfPayment(ours: OurPayment, theirs: TheirPayment): FindingKind | undefined {
  const hasCome = ours.state === 'SETTLED' || ours.state === 'SURPLUS'
  if (theirs.state !== 'SUCCESS') return hasCome ? 'PAYMENT_MISSING' : undefined
  if (!hasCome) return 'PAYMENT_MISSED'
  if (ours.receivedFen !== theirs.amountFen) return 'PAYMENT_AMOUNT'
  return ours.transactionId === theirs.transactionId ? undefined : 'PAYMENT_NUMBER'
}

/** A refund as its provider knows it; UNKNOWN: he was never asked for it. */
export type TheirRefund = 'PROCESSING' | 'SUCCESS' | 'ABNORMAL' | 'CLOSED' | 'UNKNOWN'

/** Which words of the provider go with ours: one that is WAITING may have been asked for without an answer. */
const AGREEING: Record<RefundState, readonly TheirRefund[]> = {
  WAITING: ['UNKNOWN', 'PROCESSING'],
  PROCESSING: ['PROCESSING'],
  DONE: ['SUCCESS'],
  STUCK: ['UNKNOWN', 'ABNORMAL', 'CLOSED'],
}

/** How a refund to its source differs in the two books; undefined when it does not. */
export function differenceOfRefund(ours: RefundState, theirs: TheirRefund): FindingKind | undefined {
  return AGREEING[ours].includes(theirs) ? undefined : 'REFUND_STATE'
}
