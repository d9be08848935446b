import { type Day, firstOfMonth } from '../../kernel/day.ts'
import type { Fen } from '../../kernel/fen.ts'

/** A month of Shanghai, yyyy-mm. */
export type Month = string

/** Months that a shop sees of its income at once. */
export const MONTHS_OF_INCOME = 12

/** The months that end with this one, as many as a shop sees, in their order. @throws RangeError for a text that is no month */
export function monthsUpTo(last: Month): Month[] {
  const monthBefore = (n: number) => monthOf(firstOfMonth(`${last}-01`, n))
  return Array.from({ length: MONTHS_OF_INCOME }, (_, index) => monthBefore(MONTHS_OF_INCOME - 1 - index))
}

/** The month of a day. */
export const monthOf = (day: Day): Month => day.slice(0, 'yyyy-mm'.length)

/** What a shop is paid for. */
export const INCOME_KINDS = ['labour', 'strings', 'extras', 'courier'] as const
export type IncomeKind = (typeof INCOME_KINDS)[number]

/**
 * What a price line of a stringing order is paid for, by its place (from 0): strings stand first, then labour, then extras, and
 * the courier last, as priceLinesOf writes them. Labels are the shop's own words and tell nothing.
 */
export function kindOfLine({
  position,
  lines,
  stringLines,
  hasCourier,
}: {
  position: number
  /** How many lines the order has, and how many of them are strings. */
  lines: number
  stringLines: number
  hasCourier: boolean
}): IncomeKind {
  if (position < stringLines) return 'strings'
  if (position === stringLines) return 'labour'
  return hasCourier && position === lines - 1 ? 'courier' : 'extras'
}

/** What a shop was paid in a month for things of one kind. */
export type Taken = { month: Month; kind: IncomeKind; paidFen: Fen }

/** Jobs that were paid in a month, and money that was given back in one. */
export type Booked = { month: Month; jobs: number; refundedFen: Fen }

/** What a month brought; `averageFen` is what a paid job came to, null without any. */
export type MonthIncome = Record<`${IncomeKind}Fen`, Fen> & {
  month: Month
  paidFen: Fen
  refundedFen: Fen
  netFen: Fen
  jobs: number
  averageFen: Fen | null
}

/**
 * What each of these months brought a shop. Money counts on the day on which it was paid, and against the shop on the day on
 * which it was decided that it goes back, so that a month that is over changes no more: when a racket is handed over changes
 * nothing of either.
 *
 * Source: decision record 021
 */
export function incomeByMonth(
  months: readonly Month[],
  { taken, booked }: { taken: readonly Taken[]; booked: readonly Booked[] },
): MonthIncome[] {
  return months.map((month) => {
    const paidFor = (kind: IncomeKind) =>
      taken.reduce((sum, one) => (one.month === month && one.kind === kind ? sum + one.paidFen : sum), 0)
    const ofMonth = booked.filter((one) => one.month === month)
    const jobs = ofMonth.reduce((sum, one) => sum + one.jobs, 0)
    const refundedFen = ofMonth.reduce((sum, one) => sum + one.refundedFen, 0)
    const byKind = {
      labourFen: paidFor('labour'),
      stringsFen: paidFor('strings'),
      extrasFen: paidFor('extras'),
      courierFen: paidFor('courier'),
    }
    const paidFen = Object.values(byKind).reduce((sum, fen) => sum + fen, 0)
    const averageFen = jobs === 0 ? null : Math.round(paidFen / jobs)
    return { month, ...byKind, paidFen, refundedFen, netFen: paidFen - refundedFen, jobs, averageFen }
  })
}
