import { addDays, type Day } from '../../../kernel/day.ts'
import type { Fen } from '../../../kernel/fen.ts'
import { CONTRACT_STATUS, contractStatusOf, isBefore } from './contract.ts'
import { WHOLE_REFUND_DAYS } from './course-refund.ts'

/**
 * What comes back of a package (退课规则). Both give all of it back within the first days while unused. Later UNUSED gives
 * back unused hours at their price, and FIRST_DAYS nothing. Source: decision record 079
 */
export const REFUND_RULES = ['UNUSED', 'FIRST_DAYS'] as const
export type RefundRule = (typeof REFUND_RULES)[number]

/** What a package (课包) sells: whole lesson hours, those given on top, the price of all, how long they last, and what comes back. */
export type PackageTerms = {
  hours: number
  giftHours: number
  priceFen: Fen
  validDays: number
  refundRule: RefundRule
}

export const MAX_PACKAGE_HOURS = 500
/** As long as all of it comes back. Hours end with their contract, and nothing comes back after its last day. */
export const MIN_PACKAGE_DAYS = WHOLE_REFUND_DAYS
export const MAX_PACKAGE_DAYS = 1_095
/** ¥500,000. */
export const MAX_PACKAGE_FEN = 50_000_000
/** How long an order of a package waits for its money. */
export const PACKAGE_MINUTES_TO_PAY = 15

type Offered = Omit<PackageTerms, 'refundRule'>
type Refusal = 'package_hours_invalid' | 'package_days_invalid' | 'package_price_invalid'

/**
 * What is wrong with each of these terms. The price is a whole number of fen for each paid hour, so that ledger and
 * order agree to the fen; without sound hours it is not judged. Source: decision record 071
 */
export function packageFaults({
  hours,
  giftHours,
  priceFen,
  validDays,
}: Offered): Partial<Record<keyof Offered, Refusal>> {
  const isWithin = (count: number, from: number, to: number) => Number.isInteger(count) && count >= from && count <= to
  const areHours = isWithin(hours, 1, MAX_PACKAGE_HOURS)
  const areGifts = isWithin(giftHours, 0, areHours ? hours : MAX_PACKAGE_HOURS)
  const areDays = isWithin(validDays, MIN_PACKAGE_DAYS, MAX_PACKAGE_DAYS)
  const isPrice = !areHours || (isWithin(priceFen, hours, MAX_PACKAGE_FEN) && priceFen % hours === 0)
  return {
    ...(!areHours && { hours: 'package_hours_invalid' }),
    ...(!areGifts && { giftHours: 'package_hours_invalid' }),
    ...(!areDays && { validDays: 'package_days_invalid' }),
    ...(!isPrice && { priceFen: 'package_price_invalid' }),
  }
}

/** Why nobody can be offered a package of these terms; undefined if they can. */
export const whyNotPackage = (terms: Offered): Refusal | undefined => Object.values(packageFaults(terms))[0]

/** What an hour costs. Only paid hours count, never those given on top. */
export const packageHourFen = ({ hours, priceFen }: Pick<PackageTerms, 'hours' | 'priceFen'>): Fen => priceFen / hours

/** What a package saves against the single price of its paid hours; 0 where nothing is saved. */
export const packageSavingFen = ({ hours, priceFen }: Pick<PackageTerms, 'hours' | 'priceFen'>, singleFen: Fen): Fen =>
  Math.max(0, singleFen * hours - priceFen)

type Joinable = { id: string; remainingSessions: number; heldSessions: number; expiryDate: Day }

/**
 * The contract that a purchase joins, of a buyer's contracts of the course with the company. It has not ended; one with
 * hours comes first, then the one that is used first. Undefined: a new one is opened. Source: decision record 071
 */
export function contractToJoin<Contract extends Joinable>(
  contracts: readonly Contract[],
  today: Day,
): Contract | undefined {
  const statusOf = (contract: Contract) => contractStatusOf(contract, today)
  return contracts
    .filter((contract) => statusOf(contract) !== CONTRACT_STATUS.EXPIRED)
    .reduce<Contract | undefined>((first, one) => {
      if (!first) return one
      const order = statusOf(first) - statusOf(one)
      return order < 0 || (order === 0 && isBefore(first, one)) ? first : one
    }, undefined)
}

/** The hours that can be used and the last day after a purchase. All hours of a contract last until the later day. */
export function contractAfterPurchase(
  contract: Pick<Joinable, 'remainingSessions' | 'heldSessions' | 'expiryDate'> | undefined,
  { hours, giftHours, validDays }: Pick<PackageTerms, 'hours' | 'giftHours' | 'validDays'>,
  today: Day,
): { availableSessions: number; expiryDate: Day } {
  const ends = addDays(today, validDays)
  const available = contract ? contract.remainingSessions - contract.heldSessions : 0
  const expiryDate = contract && contract.expiryDate > ends ? contract.expiryDate : ends
  return { availableSessions: available + hours + giftHours, expiryDate }
}

/** The package that is chosen at first: the next above the last one bought, else the smallest. */
export function packageToPropose<Package extends Pick<PackageTerms, 'hours'>>(
  packages: readonly Package[],
  lastHours: number | null,
): Package | undefined {
  const sorted = [...packages].sort((one, other) => one.hours - other.hours)
  if (lastHours === null) return sorted[0]
  return sorted.find(({ hours }) => hours > lastHours) ?? sorted[sorted.length - 1]
}
