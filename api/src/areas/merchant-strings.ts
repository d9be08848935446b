import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { ById, freeText, Instant, PageQuery } from '../shapes.ts'
import { ShopString } from './stringing.ts'

/** A string of the calling shop; `stockMetres` lie there, of which `freeMetres` are promised to nobody. */
export const StockedString = Type.Object({ ...ShopString.properties, stockMetres: Type.Number() })
export type StockedString = Static<typeof StockedString>

export const stringsOfMerchant = {
  method: 'GET',
  path: '/merchant/threading/strings',
  access: 'merchant',
  summary: '商家球线库存',
  outcome: outcomes.readDetail,
  data: Type.Array(StockedString),
} satisfies Endpoint

/** What moves string: IN a delivery, DRAWN for a job, ADJUSTED after counting. */
export const STRING_MOVES = ['IN', 'DRAWN', 'ADJUSTED'] as const
export type StringMove = (typeof STRING_MOVES)[number]

/** A delivery, or what counting found; metres in tenths at most, negative only for what is missing. */
export const moveString = {
  method: 'POST',
  path: '/merchant/threading/strings/move/:id',
  access: 'merchant',
  summary: '球线入库与盘点',
  outcome: outcomes.operate,
  params: ById,
  body: Type.Object({
    kind: Type.Enum(['IN', 'ADJUSTED']),
    metres: Type.Number({ minimum: -10_000, maximum: 10_000 }),
    reason: freeText(100),
  }),
  data: StockedString,
} satisfies Endpoint

/** The movements of one string, latest first. */
export const movesOfString = {
  method: 'GET',
  path: '/merchant/threading/strings/moves/:id',
  access: 'merchant',
  summary: '球线流水',
  outcome: outcomes.readDetail,
  params: ById,
  query: Type.Object(PageQuery),
  data: Type.Array(
    Type.Object({
      seq: Type.Integer(),
      kind: Type.Enum([...STRING_MOVES]),
      metres: Type.Number(),
      metresAfter: Type.Number(),
      reason: Type.String(),
      createTime: Instant,
    }),
  ),
  paged: true,
} satisfies Endpoint
