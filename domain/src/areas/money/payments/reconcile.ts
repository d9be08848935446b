import type { Fen } from '../../../kernel/fen.ts'
import type { PaymentState, RefundState } from './order.ts'

/**
 * The states of a run: it waits for its turn, is in progress, or ended. FAILED when the provider repeatedly could not
 * be asked.
 */
export const RUN_STATES = ['WAITING', 'RUNNING', 'DONE', 'FAILED'] as const
export type RunState = (typeof RUN_STATES)[number]

/**
 * The differences between our books and the provider's.
 * Money came that our books miss, or money is missing that our books contain. An amount or number differs. A refund has
 * another state. An order is PAID without a payment. A card was charged another amount than it paid. Money at the front
 * desk differs from what staff entered.
 */
export const FINDING_KINDS = [
  'PAYMENT_MISSED',
  'PAYMENT_MISSING',
  'PAYMENT_AMOUNT',
  'PAYMENT_NUMBER',
  'REFUND_STATE',
  'ORDER_UNPAID',
  'CARD_LEDGER',
  'OFFLINE_ENTRY',
] as const
export type FindingKind = (typeof FINDING_KINDS)[number]

/** After this many failed requests to the provider a run ends as FAILED. */
export const MAX_RUN_ATTEMPTS = 5

/** A payment in our books. */
export type OurPayment = { state: PaymentState; receivedFen: Fen | null; transactionId: string | null }

/** The same payment as its provider knows it. */
export type TheirPayment =
  | { state: 'SUCCESS'; amountFen: Fen; transactionId: string }
  | { state: 'NOTPAY' | 'CLOSED' | 'PAYERROR' | 'UNKNOWN' }

/**
 * How a payment differs in the two books; undefined when it does not. States without money may have different names.
 */
export function differenceOfPayment(ours: OurPayment, theirs: TheirPayment): FindingKind | undefined {
  const hasCome = ours.state === 'SETTLED' || ours.state === 'SURPLUS'
  if (theirs.state !== 'SUCCESS') return hasCome ? 'PAYMENT_MISSING' : undefined
  if (!hasCome) return 'PAYMENT_MISSED'
  if (ours.receivedFen !== theirs.amountFen) return 'PAYMENT_AMOUNT'
  return ours.transactionId === theirs.transactionId ? undefined : 'PAYMENT_NUMBER'
}

/** The state of a refund at its provider. UNKNOWN: the provider never received the request. */
export type TheirRefund = 'PROCESSING' | 'SUCCESS' | 'ABNORMAL' | 'CLOSED' | 'UNKNOWN'

/** The states at the provider that agree with ours. A WAITING refund may have been requested without an answer. */
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
