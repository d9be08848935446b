import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { Fen, orNull } from '../../shapes.ts'

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
  mayLag: true,
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

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'The income of the calling shop by month, service and string.',
  fields: {
    'Income.months': 'Twelve months, of which the requested one is the last.',
    'Income.services': 'The income of the requested month by service.',
    'Income.strings': 'The income of the requested month by string.',
    'services.name': 'The name of the service.',
    'services.count': 'How many jobs had the service.',
    'services.paidFen': 'What was paid for the service, in fen.',
    'strings.name': 'The name of the string.',
    'strings.count': 'How many half sets of the string were paid.',
    'strings.paidFen': 'What was paid for the string, in fen.',
    labourFen: 'What was paid for labour, in fen.',
    stringsFen: 'What was paid for strings, in fen.',
    extrasFen: 'What was paid for extras, in fen.',
    courierFen: 'What was paid for couriers, in fen.',
    paidFen: 'What was paid altogether, in fen.',
    refundedFen: 'What was refunded in the month, in fen, whenever it was paid.',
    netFen: 'What is left: paid minus refunded, in fen.',
    jobs: 'How many jobs were paid.',
    averageFen: 'The average price of a paid job, in fen; null without any.',
    'incomeOfMerchant.month': 'The last of the twelve months, yyyy-mm in Shanghai.',
    'exportIncomeOfMerchant.month': 'The last of the twelve months, yyyy-mm in Shanghai.',
    Income: "A shop's income of twelve months.",
    MonthIncome: "A shop's income of one month.",
  },
}
