import { type Fen, yuanOf } from '../../../kernel/fen.ts'
import type { PackageTerms } from './package.ts'

/** The most that one buyer gets: how long the hours of one purchase last, and paid hours and money of a month. */
export type Caps = { months: number | null; hours: number | null; fen: Fen | null }

/** The caps of a club (购课上限): for every buyer, and for hours of a minor. Null where a minor's are switched off. */
export type PurchaseCaps = { buyer: Caps; minor: Caps | null }

/** What was bought in a month, paid or waiting for its money. */
export type BoughtInMonth = { hours: number; fen: Fen }

export const NO_CAPS: Caps = { months: null, hours: null, fen: null }

/**
 * What sports training may charge for a pupil at once: 3 months, 60 class hours and ¥5,000.
 * Source: 教育部等十三部门《关于规范面向中小学生的非学科类校外培训的意见》, 2022-12; decision record 075
 */
export const LEGAL_MINOR_CAPS = { months: 3, hours: 60, fen: 500_000 } as const

/** How many days count as a month of validity, so that a package fits in every month alike. */
const DAYS_OF_MONTH = 30

const MAX = { months: 36, hours: 10_000, fen: 100_000_000 } as const

/** Why caps cannot stand; those of minors have all three figures, and none above the law's. */
export function whyNotCaps({ buyer, minor }: PurchaseCaps): 'caps_invalid' | 'caps_above_law' | undefined {
  const isSound = (count: number | null, most: number) =>
    count === null || (Number.isInteger(count) && count >= 1 && count <= most)
  const areSound = ({ months, hours, fen }: Caps) =>
    isSound(months, MAX.months) && isSound(hours, MAX.hours) && isSound(fen, MAX.fen)
  if (!areSound(buyer) || (minor && !areSound(minor))) return 'caps_invalid'
  if (!minor) return undefined
  const { months, hours, fen } = LEGAL_MINOR_CAPS
  const isWithin = (count: number | null, most: number) => count !== null && count <= most
  const isLawful = isWithin(minor.months, months) && isWithin(minor.hours, hours) && isWithin(minor.fen, fen)
  return isLawful ? undefined : 'caps_above_law'
}

/** Which cap a purchase meets, in words that name it; undefined while it fits. Gifts are not paid, so they never count. */
export function capMet(
  { hours, priceFen, validDays }: Pick<PackageTerms, 'hours' | 'priceFen' | 'validDays'>,
  caps: Caps,
  bought: BoughtInMonth,
): string | undefined {
  if (caps.months !== null && validDays > caps.months * DAYS_OF_MONTH) return `有效期最多 ${caps.months} 个月`
  if (caps.hours !== null && bought.hours + hours > caps.hours) {
    const left = caps.hours - bought.hours
    return left > 0 ? `本月最多再买 ${left} 课时` : `已到本月上限 ${caps.hours} 课时`
  }
  if (caps.fen !== null && bought.fen + priceFen > caps.fen) {
    const left = caps.fen - bought.fen
    return left > 0 ? `本月最多再买 ¥${yuanOf(left)}` : `已到本月上限 ¥${yuanOf(caps.fen)}`
  }
  return undefined
}

type Room = { caps: PurchaseCaps; bought: { all: BoughtInMonth; minor: BoughtInMonth } }

/**
 * Which cap of a club a purchase meets, for whom the hours are. What is for a minor counts for its buyer as well. Hours
 * that can not be given back are not sold for minors.
 */
export function whyCapped(terms: PackageTerms, isForMinor: boolean, { caps, bought }: Room): string | undefined {
  if (isForMinor && terms.refundRule === 'FIRST_DAYS') return '未成年人不能买'
  const ofMinor = isForMinor && caps.minor ? capMet(terms, caps.minor, bought.minor) : undefined
  return ofMinor ?? capMet(terms, caps.buyer, bought.all)
}
