import { MAX_JOB_FEN, MAX_STRING_METRES, STRING_MATERIALS } from '@paidang/domain/areas/activities/stringing/string-job'
import { SPORTS } from '@paidang/domain/kernel/sport'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { ById, freeText, Instant, orNull, PageQuery, Revision, seen } from '../../shapes.ts'
import { ShopString } from './stringing.ts'

/**
 * A string of the calling shop. `stockMetres` are in the shop. `freeMetres` of them are not reserved for orders. Stock
 * is low once less than `lowStockMetres` are free. A string that is not offered is in no list of the app.
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
  summary: 'The strings of the calling shop',
  outcome: outcomes.readDetail,
  data: Type.Array(StockedString),
} satisfies Endpoint

/** Metres in tenths: the amount of a string, or the threshold below which it is low. */
const Metres = Type.Number({ minimum: 0, maximum: MAX_STRING_METRES })

const facts = {
  brand: freeText(20),
  name: freeText(30),
  material: Type.Enum([...STRING_MATERIALS]),
  gauge: Type.Number({ minimum: 0.5, maximum: 2 }),
  color: freeText(10),
  halfPriceFen: Type.Integer({ minimum: 1, maximum: MAX_JOB_FEN }),
  lowStockMetres: Metres,
}

/** A string that the shop sells from now on. `metres` of it are in stock. Gauge is in mm. */
export const NewString = Type.Object({ ...facts, sport: Type.Enum([...SPORTS]), metres: Metres })
export type NewString = Static<typeof NewString>

export const createString = {
  method: 'POST',
  path: '/merchant/threading/strings/create',
  access: 'owner',
  once: 'by-key',
  summary: 'Adds a string to the calling shop',
  errors: ['string_invalid'],
  outcome: outcomes.operate,
  body: NewString,
  data: StockedString,
} satisfies Endpoint

/** The new details of a string. `revision` is the one that the sender read. Its sport and its metres do not change. */
export const StringFields = Type.Object({ ...facts, isOffered: Type.Boolean(), revision: Revision })
export type StringFields = Static<typeof StringFields>

export const updateString = {
  method: 'PUT',
  path: '/merchant/threading/strings/:id',
  access: 'merchant',
  summary: 'Changes the details of a string',
  description: ['Only the owner changes its price.', 'Existing orders keep their values.'],
  errors: ['revision_outdated', 'string_invalid', 'string_not_found'],
  outcome: outcomes.operate,
  params: ById,
  body: StringFields,
  data: StockedString,
} satisfies Endpoint

/** The kinds of string movement: IN a delivery, DRAWN for a job, ADJUSTED after counting. */
export const STRING_MOVES = ['IN', 'DRAWN', 'ADJUSTED'] as const
export type StringMove = (typeof STRING_MOVES)[number]

export const moveString = {
  method: 'POST',
  path: '/merchant/threading/strings/move/:id',
  access: 'merchant',
  once: 'by-key',
  summary: 'Books a delivery (IN) of that many metres, or a COUNT of the metres in the shop',
  description: [
    'For a count the server books the difference to the stock recorded at that moment.',
    'Metres are in tenths at most.',
    '`movedMetres` is the booked amount with its sign.',
    'It is 0 when the count equals the recorded stock.',
  ],
  errors: ['revision_outdated', 'string_move_invalid', 'string_not_found', 'string_stock_too_low'],
  outcome: outcomes.operate,
  params: ById,
  body: Type.Object({
    kind: Type.Enum(['IN', 'COUNT']),
    metres: Metres,
    reason: freeText(100),
    ...seen,
  }),
  data: Type.Object({ ...StockedString.properties, movedMetres: Type.Number() }),
} satisfies Endpoint

export const movesOfString = {
  method: 'GET',
  path: '/merchant/threading/strings/moves/:id',
  access: 'merchant',
  summary: 'The movements of one string, the latest first',
  description: ['`staffName` is who moved it, null when no staff member did.'],
  errors: ['string_not_found'],
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

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'The strings of the calling shop, with their stock in metres and its movements.',
  fields: {
    id: 'The id of the string.',
    name: 'The name of the string.',
    color: 'The colour of the string, as text.',
    'NewString.metres': 'How many metres of it are in stock.',
    'moveString.kind': 'What is booked: IN a delivery, or COUNT of the metres in the shop.',
    'moveString.metres': 'How many metres were delivered or counted, in tenths at most.',
    'moveString.reason': 'Why the count differs; may be empty.',
    movedMetres: 'How many metres were booked, with their sign; 0 when the count fits.',
    seq: "The position of the movement in the string's history, counted from 1.",
    'movesOfString.kind': 'The movement: IN a delivery, DRAWN for a job, ADJUSTED after counting.',
    'movesOfString.metres': 'How many metres moved; negative ones left.',
    'movesOfString.reason': 'Why it was adjusted; empty for others.',
    metresAfter: 'How many metres were in the shop after the movement.',
    createTime: 'When the metres moved.',
    NewString: 'A string that the shop sells from now on.',
    StockedString: 'A string of the shop with its stock.',
    StringFields: 'The new facts of a string; its sport and its metres do not change.',
  },
}
