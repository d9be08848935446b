import { type Day, firstOfMonth } from '../../../kernel/day.ts'
import type { Fen } from '../../../kernel/fen.ts'
import type { HandIn } from './string-job.ts'

/** A month of Shanghai, yyyy-mm. */
export type Month = string

/** The number of months of income that a shop sees at once. */
export const MONTHS_OF_INCOME = 12

/**
 * The months that end with this one, as many as a shop sees, in ascending order. @throws RangeError for a text that is
 * no month
 */
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
 * The kind of a price line of a stringing order, by its position (from 0). priceLinesOf writes strings first, then
 * labour, then extras, and the courier last. Labels are the shop's own texts and do not identify the kind.
 */
export function kindOfLine({
  position,
  lines,
  stringLines,
  hasCourier,
}: {
  position: number
  /** The number of lines of the order, and how many of them are strings. */
  lines: number
  stringLines: number
  hasCourier: boolean
}): IncomeKind {
  if (position < stringLines) return 'strings'
  if (position === stringLines) return 'labour'
  return hasCourier && position === lines - 1 ? 'courier' : 'extras'
}

type OrderedJob = {
  /** The price lines of its payment, in reading order. */
  lines: readonly { label: string }[]
  mains: { stringId: string | null }
  crosses: { stringId: string | null }
  handIn: HandIn
}

/** The names of the extras (加项) of an ordered job, such as 加急. One string in both halves is one line. */
export function extrasOf({ lines, mains, crosses, handIn }: OrderedJob): string[] {
  const stringLines = new Set([mains.stringId, crosses.stringId].filter((id) => id !== null)).size
  const order = { lines: lines.length, stringLines, hasCourier: handIn === 'COURIER' }
  return lines.filter((_, position) => kindOfLine({ ...order, position }) === 'extras').map(({ label }) => label)
}

/** The payments to a shop in a month for one kind. */
export type Taken = { month: Month; kind: IncomeKind; paidFen: Fen }

/** The number of jobs paid in a month, and the money refunded in it. */
export type Booked = { month: Month; jobs: number; refundedFen: Fen }

/** The income of a month. `averageFen` is the average of a paid job, null without any. */
export type MonthIncome = Record<`${IncomeKind}Fen`, Fen> & {
  month: Month
  paidFen: Fen
  refundedFen: Fen
  netFen: Fen
  jobs: number
  averageFen: Fen | null
}

/**
 * The income of a shop in each of these months.
 * A payment counts on the day on which it was paid. A refund counts on the day on which it was decided. So a past month
 * does not change any more. The day on which a racket is handed over does not matter.
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
