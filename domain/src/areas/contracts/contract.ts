import { addDays, type Day } from '../../kernel/day.ts'

/** Status of a course contract on the wire: 1 active, 2 used up, 3 expired. Source: specification §3 "Course contract". */
export const CONTRACT_STATUS = { ACTIVE: 1, USED_UP: 2, EXPIRED: 3 } as const
export type ContractStatus = (typeof CONTRACT_STATUS)[keyof typeof CONTRACT_STATUS]

/** The status that a contract's balance and expiry make; `today` and `expiryDate` are yyyy-mm-dd, the expiry day included. */
export function contractStatusOf(
  contract: { remainingSessions: number; expiryDate: string },
  today: string,
): ContractStatus {
  if (contract.expiryDate < today) return CONTRACT_STATUS.EXPIRED
  return contract.remainingSessions > 0 ? CONTRACT_STATUS.ACTIVE : CONTRACT_STATUS.USED_UP
}

export type ContractRefusal = 'contract_missing' | 'contract_ends_before_class' | 'lesson_hours_too_few'

/** Why this contract cannot pay a class on that day; hours in steps of 0.5. Source: decision "Hours and money". */
export function whyNotPayWith(
  contract: { remainingSessions: number; heldSessions: number; expiryDate: string } | undefined,
  { courseDate, consumedSessions }: { courseDate: string; consumedSessions: number },
): ContractRefusal | undefined {
  if (!contract) return 'contract_missing'
  if (contract.expiryDate < courseDate) return 'contract_ends_before_class'
  if (contract.remainingSessions - contract.heldSessions < consumedSessions) return 'lesson_hours_too_few'
  return undefined
}

/** A contract as the choice among several looks at it; `id` as stored, digits. */
type Payer = { id: string; remainingSessions: number; heldSessions: number; expiryDate: string }

/**
 * The contract that pays a class, of those for its course: of the ones that can the earliest to expire, and of those that
 * end on one day the one with the lowest id; undefined where none can. What the server holds hours on, and what is proposed
 * before. Source: decision "The life of a class invitation", create
 */
export function payingContract<Contract extends Payer>(
  contracts: readonly Contract[],
  wanted: { courseDate: string; consumedSessions: number },
): Contract | undefined {
  return contracts
    .filter((contract) => whyNotPayWith(contract, wanted) === undefined)
    .reduce<Contract | undefined>((first, one) => (first && isBefore(first, one) ? first : one), undefined)
}

/** Whether hours are taken from the one contract before the other: it expires earlier, or has the lower id. */
export function isBefore(one: Payer, other: Payer): boolean {
  if (one.expiryDate !== other.expiryDate) return one.expiryDate < other.expiryDate
  // Texts of one length compare as their numbers do.
  return one.id.length === other.id.length ? one.id < other.id : one.id.length < other.id.length
}

export type GrantRefusal = 'contract_expiry_invalid' | 'contract_sessions_too_few'

/** Hours that a coach grants on a contract (缔约): how many, and until when; days yyyy-mm-dd. */
type Grant = { sessions: number; expiryDate: string }

/** Until when a contract lasts once hours were granted on it: the later of the two days. */
export function expiryAfterGrant(
  contract: { expiryDate: string } | undefined,
  grant: Pick<Grant, 'expiryDate'>,
): string {
  return contract && contract.expiryDate > grant.expiryDate ? contract.expiryDate : grant.expiryDate
}

/**
 * Why hours granted for a class would not do: afterwards the contract, a new one when undefined, has to last until that day
 * and to be able to pay. Source: decision "The life of a class invitation", contract
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

/** Lesson hours as a player reads them: at most one decimal, none when whole. */
export function lessonHoursText(hours: number): string {
  return hours % 1 === 0 ? String(hours) : hours.toFixed(1)
}

/** For so many days hours can be used that the club's side gives back, though their contract ends sooner. */
const GIVEN_BACK_DAYS = 30

/** The day until which hours can be used that the club's side gives back today. Source: decision "Change and time, everywhere" */
export function usableUntil(today: Day): Day {
  return addDays(today, GIVEN_BACK_DAYS)
}
