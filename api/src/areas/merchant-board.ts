import { BOARD_COLUMNS } from '@paidang/domain/areas/stringing/board'
import { STRINGING_STATUSES } from '@paidang/domain/areas/stringing/order-status'
import { HAND_INS } from '@paidang/domain/areas/stringing/string-job'
import { SPORTS } from '@paidang/domain/kernel/sport'
import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { ById, Day, freeText, Id, Instant, orNull } from '../shapes.ts'
import { StrungPart } from './stringing.ts'

/**
 * A job on the board of a shop. `dueAt` is what its player wishes, `expectedAt` what the shop told him; of his phone it shows
 * the last four digits, as long as the order binds the shop. `isInShop` says that the racket lies there.
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
  handIn: Type.Enum([...HAND_INS]),
  dueAt: orNull(Instant),
  expectedAt: orNull(Instant),
  responseTime: Instant,
  isInShop: Type.Boolean(),
  customer: Type.Object({ nickname: Type.String(), phoneTail: orNull(Type.String()) }),
})
export type BoardCard = Static<typeof BoardCard>

/** How many cards a column shows at first, and at most. */
export const BOARD_CARDS = 50
export const MAX_BOARD_CARDS = 500

/** The calling shop's work by columns, what is due first; of what is done that of today. `total` counts each column whole. */
export const boardOfMerchant = {
  method: 'GET',
  path: '/merchant/threading/board',
  access: 'merchant',
  summary: '穿线看板',
  outcome: outcomes.listStringing,
  query: Type.Object({
    keyword: Type.Optional(freeText(40)),
    cards: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_BOARD_CARDS })),
  }),
  data: Type.Array(
    Type.Object({ column: Type.Enum([...BOARD_COLUMNS]), total: Type.Integer(), cards: Type.Array(BoardCard) }),
  ),
} satisfies Endpoint

/** Metres of a string that a day's jobs take which are not begun, and what lies in the shop. */
export const StringNeed = Type.Object({
  stringId: Id,
  name: Type.String(),
  gauge: Type.Number(),
  jobs: Type.Integer(),
  neededMetres: Type.Number(),
  stockMetres: Type.Number(),
})
export type StringNeed = Static<typeof StringNeed>

/**
 * What the calling shop has to have ready on a day, today unless told: what is late, what is due, what has no time, and what
 * comes the day after. What is late or has no time, and what is to be given back (`returns`), stands on today's list alone.
 */
export const dueWorkOfMerchant = {
  method: 'GET',
  path: '/merchant/threading/due',
  access: 'merchant',
  summary: '每日到期工单',
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

/** How a racket was strung once; `condition` is how it looked when it came, `remark` what the stringer said when it was ready. */
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

/** How many jobs of a racket are told at most. */
export const MAX_RACKET_JOBS = 30

/**
 * The racket of an order of the calling shop, and how this shop strung it, the latest first. `wear` says how worn its strings
 * are, as its player reads it; null before its first job, and once none of its orders runs here.
 */
export const racketHistoryOfMerchant = {
  method: 'GET',
  path: '/merchant/threading/rackets/history/:id',
  access: 'merchant',
  summary: '球拍穿线历史',
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
