import { addDays, type Day } from '../../../kernel/day.ts'
import { type Fen, yuanOf } from '../../../kernel/fen.ts'

/** Status of a course contract on the wire: 1 active, 2 used up, 3 expired. Source: specification §3 "Course contract". */
export const CONTRACT_STATUS = { ACTIVE: 1, USED_UP: 2, EXPIRED: 3 } as const
export type ContractStatus = (typeof CONTRACT_STATUS)[keyof typeof CONTRACT_STATUS]

/** A list shows so many of a person's contracts that ended, the latest, and all that have hours. */
export const ENDED_CONTRACTS_SHOWN = 20

/**
 * The status of a contract by its balance and expiry. `today` and `expiryDate` are yyyy-mm-dd, the expiry day included.
 * One whose hours were paid back (退课) has ended, too.
 */
export function contractStatusOf(
  contract: { remainingSessions: number; expiryDate: string; refundedAt?: Date | null },
  today: string,
): ContractStatus {
  if (contract.refundedAt || contract.expiryDate < today) return CONTRACT_STATUS.EXPIRED
  return contract.remainingSessions > 0 ? CONTRACT_STATUS.ACTIVE : CONTRACT_STATUS.USED_UP
}

export type ContractRefusal = 'contract_missing' | 'contract_ends_before_class' | 'lesson_hours_too_few'

/**
 * Why this contract cannot pay a class on that day; undefined when it can. Hours are in steps of 0.5. Source: decision
 * "Hours and money".
 */
export function whyNotPayWith(
  contract: { remainingSessions: number; heldSessions: number; expiryDate: string } | undefined,
  { courseDate, consumedSessions }: { courseDate: string; consumedSessions: number },
): ContractRefusal | undefined {
  if (!contract) return 'contract_missing'
  if (contract.expiryDate < courseDate) return 'contract_ends_before_class'
  if (contract.remainingSessions - contract.heldSessions < consumedSessions) return 'lesson_hours_too_few'
  return undefined
}

/** The fields of a contract that the choice among several needs. `id` is in digits, as stored. */
type Payer = { id: string; remainingSessions: number; heldSessions: number; expiryDate: string }

/**
 * The contract that pays a class, of those for its course; undefined when none can.
 * Of the contracts that can pay it is the earliest to expire. Of those that end on the same day it is the one with the
 * lowest id. The server holds hours on it, and the app proposes it before. Source: decision "The life of a class
 * invitation", create
 */
export function payingContract<Contract extends Payer>(
  contracts: readonly Contract[],
  input: { courseDate: string; consumedSessions: number },
): Contract | undefined {
  return contracts
    .filter((contract) => whyNotPayWith(contract, input) === undefined)
    .reduce<Contract | undefined>((first, one) => (first && isBefore(first, one) ? first : one), undefined)
}

/**
 * Whether one contract is used before the other. It is used first if it expires earlier, or on the same day with the
 * lower id.
 */
export function isBefore(one: Payer, other: Payer): boolean {
  if (one.expiryDate !== other.expiryDate) return one.expiryDate < other.expiryDate
  // Texts of equal length sort like their numbers.
  return one.id.length === other.id.length ? one.id < other.id : one.id.length < other.id.length
}

export type GrantRefusal = 'contract_expiry_invalid' | 'contract_sessions_too_few'

/** The grant of a coach on a contract (缔约): how many hours, and until when. Days are yyyy-mm-dd. */
type Grant = { sessions: number; expiryDate: string }

/** The expiry of a contract after a grant: the later of the two days. */
export function expiryAfterGrant(
  contract: { expiryDate: string } | undefined,
  grant: Pick<Grant, 'expiryDate'>,
): string {
  return contract && contract.expiryDate > grant.expiryDate ? contract.expiryDate : grant.expiryDate
}

/**
 * Why granted hours would not suffice for a class; undefined when they do. Afterwards the contract, a new one when
 * undefined, must last until that day and be able to pay. Source: decision "The life of a class invitation", contract
 */
export function whyNotGrant(
  contract: { remainingSessions: number; heldSessions: number; expiryDate: string } | undefined,
  grant: Grant,
  { courseDate, consumedSessions }: { courseDate: string; consumedSessions: number },
): GrantRefusal | undefined {
  if (expiryAfterGrant(contract, grant) < courseDate) return 'contract_expiry_invalid'
  const free = contract ? contract.remainingSessions - contract.heldSessions : 0
  return free + grant.sessions < consumedSessions ? 'contract_sessions_too_few' : undefined
}

/** Lesson hours as a player reads them: at most one decimal, none for whole numbers. */
export function lessonHoursText(hours: number): string {
  return hours % 1 === 0 ? String(hours) : hours.toFixed(1)
}

/** ¥380, or ¥304–380 where the paid hours of a contract had several prices. */
export function hourPriceText({
  unitPrice,
  priceRange,
}: {
  unitPrice: Fen
  priceRange?: { min: Fen; max: Fen } | undefined
}): string {
  return priceRange ? `¥${yuanOf(priceRange.min)}–${yuanOf(priceRange.max)}` : `¥${yuanOf(unitPrice)}`
}

/** For this many days hours that the club's side gives back can be used, even if their contract ends sooner. */
const GIVEN_BACK_DAYS = 30

/**
 * The last day on which hours can be used that the club's side gives back today. Source: decision "Change and time,
 * everywhere"
 */
export function usableUntil(today: Day): Day {
  return addDays(today, GIVEN_BACK_DAYS)
}
