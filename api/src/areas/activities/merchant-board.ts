import { BOARD_COLUMNS } from '@paidang/domain/areas/activities/stringing/board'
import { STRINGING_STATUSES } from '@paidang/domain/areas/activities/stringing/order-status'
import { HAND_INS } from '@paidang/domain/areas/activities/stringing/string-job'
import { SPORTS } from '@paidang/domain/kernel/sport'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { ById, Day, freeText, Id, Instant, orNull, Revision } from '../../shapes.ts'
import { StrungPart } from './stringing.ts'

/**
 * A job on the board of a shop. `dueAt` is the time the player wishes, `expectedAt` the time the shop announced to the
 * player. `extras` names what was ordered beside labour and strings. The last four digits of the player's phone are
 * shown as long as the order binds the shop. `isInShop` means that the racket is in the shop.
 */
export const BoardCard = Type.Object({
  id: Id,
  orderNo: Type.String(),
  status: Type.Enum([...STRINGING_STATUSES]),
  acceptedAt: orNull(Instant),
  racketName: Type.String(),
  sport: Type.Enum([...SPORTS]),
  mains: StrungPart,
  crosses: StrungPart,
  notes: Type.String(),
  extras: Type.Array(Type.String()),
  handIn: Type.Enum([...HAND_INS]),
  dueAt: orNull(Instant),
  expectedAt: orNull(Instant),
  responseTime: Instant,
  isInShop: Type.Boolean(),
  revision: Revision,
  customer: Type.Object({ nickname: Type.String(), phoneTail: orNull(Type.String()) }),
})
export type BoardCard = Static<typeof BoardCard>

/** The initial and the largest number of cards in a column. */
export const BOARD_CARDS = 50
export const MAX_BOARD_CARDS = 500

export const boardOfMerchant = {
  method: 'GET',
  path: '/merchant/threading/board',
  access: 'merchant',
  summary: "The calling shop's work by columns, the earliest due first",
  description: ['The column of finished jobs holds those of today.', '`total` counts each whole column.'],
  outcome: outcomes.listStringing,
  query: Type.Object({
    keyword: Type.Optional(freeText(40)),
    cards: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_BOARD_CARDS })),
  }),
  data: Type.Array(
    Type.Object({ column: Type.Enum([...BOARD_COLUMNS]), total: Type.Integer(), cards: Type.Array(BoardCard) }),
  ),
} satisfies Endpoint

/** Metres of a string that the unstarted jobs of a day need, and the metres in the shop. */
export const StringNeed = Type.Object({
  stringId: Id,
  name: Type.String(),
  gauge: Type.Number(),
  jobs: Type.Integer(),
  neededMetres: Type.Number(),
  stockMetres: Type.Number(),
})
export type StringNeed = Static<typeof StringNeed>

export const dueWorkOfMerchant = {
  method: 'GET',
  path: '/merchant/threading/due',
  access: 'merchant',
  summary: 'The work of the calling shop for a day, by default today',
  description: [
    'It lists late jobs, due jobs, jobs without a time, and jobs of the day after.',
    "Late jobs, jobs without a time, and rackets to give back (`returns`) appear only on today's list.",
  ],
  outcome: outcomes.listStringing,
  query: Type.Object({ day: Type.Optional(Day) }),
  data: Type.Object({
    day: Day,
    overdue: Type.Array(BoardCard),
    due: Type.Array(BoardCard),
    undated: Type.Array(BoardCard),
    next: Type.Array(BoardCard),
    returns: Type.Array(BoardCard),
    strings: Type.Array(StringNeed),
  }),
} satisfies Endpoint

/**
 * One past stringing of a racket. `condition` describes the racket on arrival. `remark` is the stringer's note when it
 * was ready.
 */
export const RacketJob = Type.Object({
  orderId: Id,
  orderNo: Type.String(),
  mains: StrungPart,
  crosses: StrungPart,
  preStretch: Type.Integer(),
  knots: Type.Integer(),
  notes: Type.String(),
  strungOn: Day,
  stringerName: orNull(Type.String()),
  condition: Type.String(),
  remark: Type.String(),
})
export type RacketJob = Static<typeof RacketJob>

/** The largest number of jobs listed for a racket. */
export const MAX_RACKET_JOBS = 30

export const racketHistoryOfMerchant = {
  method: 'GET',
  path: '/merchant/threading/rackets/history/:id',
  access: 'merchant',
  summary: "The racket of an order of the calling shop, and this shop's past jobs on it, the latest first",
  description: [
    '`wear` states how worn its strings are, in the text its player reads.',
    'It is null before the first job, and once no order of the racket is active here.',
  ],
  errors: ['racket_not_found'],
  outcome: outcomes.readDetail,
  params: ById,
  data: Type.Object({
    id: Id,
    brand: Type.String(),
    model: Type.String(),
    gripSize: Type.String(),
    pattern: Type.String(),
    weightGrams: orNull(Type.Integer()),
    code: Type.String(),
    minTension: orNull(Type.Number()),
    maxTension: orNull(Type.Number()),
    wear: orNull(
      Type.Object({
        hours: Type.Number(),
        days: Type.Integer(),
        lifeHours: Type.Integer(),
        lifeDays: Type.Integer(),
        isDue: Type.Boolean(),
      }),
    ),
    total: Type.Integer(),
    jobs: Type.Array(RacketJob),
  }),
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'The work of the calling shop: its board by columns, what is due on a day, and the history of a racket.',
  fields: {
    'BoardCard.id': 'The id of the stringing order.',
    status:
      'The status of the order: SUBMITTED waits for money, PAID for the racket, RECEIVED in the shop, STRINGING begun, READY to collect, COMPLETED handed over, CANCELLED.',
    acceptedAt: 'When the shop accepted the job; null before that.',
    extras: 'The names of the extras of the job, such as an urgent one; empty without any.',
    customer: 'The player whose racket it is.',
    phoneTail: "The last four digits of the player's phone number while the order binds the shop; else null.",
    'RacketJob.orderId': 'The id of the stringing order.',
    stringerName: 'The name of the staff member who strung it; null when nobody is recorded.',
    condition: "The state of the racket on arrival, in the shop's words.",
    remark: 'What the stringer wrote when the racket was ready; may be empty.',
    'StringNeed.name': 'The name of the string.',
    'StringNeed.jobs': 'How many unstarted jobs need it.',
    neededMetres: 'How many metres these jobs need.',
    'boardOfMerchant.cards': 'The cards of the column, the earliest due first; as a parameter, how many at most.',
    'boardOfMerchant.keyword': "A part of the order's number, the player's name or the racket.",
    column:
      'The column: NEW not accepted, AWAITED racket to come, RECEIVED, STRINGING, READY, DONE today, RETURN to give back.',
    'boardOfMerchant.total': 'How many cards the whole column has.',
    day: 'The day of the work, in Shanghai.',
    overdue: 'Jobs that should be ready already.',
    due: 'Jobs that are due on the day.',
    undated: 'Jobs without a time.',
    next: 'Jobs that are due the day after.',
    returns: 'Rackets to give back.',
    strings: 'How much string the unstarted jobs of the day need.',
    'racketHistoryOfMerchant.id': 'The id of the racket; as a parameter, that of an order with it.',
    'racketHistoryOfMerchant.code': 'What is written on the racket to tell it from others; may be empty.',
    'racketHistoryOfMerchant.total': 'How many jobs this shop ever did on the racket.',
    jobs: "This shop's past jobs on the racket, the latest first.",
    BoardCard: 'A job on the board of a shop.',
    RacketJob: 'One past stringing of a racket in this shop.',
    StringNeed: 'How much of a string the unstarted jobs of a day need.',
  },
}
