import { STRING_MATERIALS } from '@paidang/domain/areas/stringing/string-job'
import { SPORTS } from '@paidang/domain/kernel/sport'
import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { ById, freeText, Instant, orNull, PageQuery, Revision } from '../shapes.ts'
import { ShopString } from './stringing.ts'

/**
 * A string of the calling shop; `stockMetres` lie there, of which `freeMetres` are promised to nobody. It is low once less than
 * `lowStockMetres` are free. One that is not offered stands on no list of the app.
 */
export const StockedString = Type.Object({
  ...ShopString.properties,
  stockMetres: Type.Number(),
  lowStockMetres: Type.Number(),
  isOffered: Type.Boolean(),
  revision: Revision,
})
export type StockedString = Static<typeof StockedString>

export const stringsOfMerchant = {
  method: 'GET',
  path: '/merchant/threading/strings',
  access: 'merchant',
  summary: '商家球线库存',
  outcome: outcomes.readDetail,
  data: Type.Array(StockedString),
} satisfies Endpoint

/** Metres in tenths: of a string, or below which it is low. */
const Metres = Type.Number({ minimum: 0, maximum: 10_000 })

const facts = {
  brand: freeText(20),
  name: freeText(30),
  material: Type.Enum([...STRING_MATERIALS]),
  gauge: Type.Number({ minimum: 0.5, maximum: 2 }),
  color: freeText(10),
  halfPriceFen: Type.Integer({ minimum: 1, maximum: 10_000_000 }),
  lowStockMetres: Metres,
}

/** A string that the shop sells from now on; `metres` of it lie there. Gauge in mm. */
export const NewString = Type.Object({ ...facts, sport: Type.Enum([...SPORTS]), metres: Metres })
export type NewString = Static<typeof NewString>

export const createString = {
  method: 'POST',
  path: '/merchant/threading/strings/create',
  access: 'owner',
  summary: '新增球线',
  outcome: outcomes.operate,
  body: NewString,
  data: StockedString,
} satisfies Endpoint

/** What a string is from now on, over the revision that was seen; its sport and its metres stay. */
export const StringFacts = Type.Object({ ...facts, isOffered: Type.Boolean(), revision: Revision })
export type StringFacts = Static<typeof StringFacts>

/** Says anew what a string is. What it costs only the owner changes; orders keep what they were made with. */
export const updateString = {
  method: 'PUT',
  path: '/merchant/threading/strings/:id',
  access: 'merchant',
  summary: '修改球线',
  outcome: outcomes.operate,
  params: ById,
  body: StringFacts,
  data: StockedString,
} satisfies Endpoint

/** What moves string: IN a delivery, DRAWN for a job, ADJUSTED after counting. */
export const STRING_MOVES = ['IN', 'DRAWN', 'ADJUSTED'] as const
export type StringMove = (typeof STRING_MOVES)[number]

/**
 * A delivery (IN) of so many metres, or what lies there by a COUNT, of which the server books the difference to what it believes at
 * that moment; metres in tenths at most. `movedMetres` is what was booked, with its sign: 0 where the count found what was believed.
 */
export const moveString = {
  method: 'POST',
  path: '/merchant/threading/strings/move/:id',
  access: 'merchant',
  summary: '球线入库与盘点',
  outcome: outcomes.operate,
  params: ById,
  body: Type.Object({
    kind: Type.Enum(['IN', 'COUNT']),
    metres: Metres,
    reason: freeText(100),
  }),
  data: Type.Object({ ...StockedString.properties, movedMetres: Type.Number() }),
} satisfies Endpoint

/** The movements of one string, latest first; `staffName` is who moved it, null where nobody of the staff did. */
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
      staffName: orNull(Type.String()),
      createTime: Instant,
    }),
  ),
  paged: true,
} satisfies Endpoint
