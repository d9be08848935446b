import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { Fen, orNull } from '../shapes.ts'

/** A month of Shanghai, yyyy-mm. */
const Month = Type.String({ pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$' })

/**
 * A shop's income of a month. `jobs` were paid in it. A refund counts in the month of its decision, whenever the job
 * was paid. `averageFen` is the average of a paid job, null without any.
 */
export const MonthIncome = Type.Object({
  month: Month,
  labourFen: Fen,
  stringsFen: Fen,
  extrasFen: Fen,
  courierFen: Fen,
  paidFen: Fen,
  refundedFen: Fen,
  netFen: Fen,
  jobs: Type.Integer(),
  averageFen: orNull(Fen),
})
export type MonthIncome = Static<typeof MonthIncome>

/** The income of one service or string in a month. A service counts by jobs, a string by half sets. */
const Share = Type.Object({ name: Type.String(), count: Type.Integer(), paidFen: Fen })

/** Twelve months, of which the requested one is the last, and the breakdown of that one. */
export const Income = Type.Object({
  months: Type.Array(MonthIncome),
  services: Type.Array(Share),
  strings: Type.Array(Share),
})
export type Income = Static<typeof Income>

export const incomeOfMerchant = {
  method: 'GET',
  path: '/merchant/threading/income',
  access: 'owner',
  summary: 'The income of the calling shop by month',
  outcome: outcomes.readInformation,
  query: Type.Object({ month: Month }),
  data: Income,
} satisfies Endpoint

export const exportIncomeOfMerchant = {
  method: 'GET',
  path: '/merchant/threading/income/file',
  access: 'owner',
  summary: 'The same twelve months as a file that spreadsheets open',
  description: ['`base64` is the file.'],
  outcome: outcomes.readInformation,
  query: Type.Object({ month: Month, format: Type.Enum(['xlsx', 'csv']) }),
  data: Type.Object({ fileName: Type.String(), contentType: Type.String(), base64: Type.String() }),
} satisfies Endpoint
