import { SPORTS } from '@paidang/domain/kernel/sport'
import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { BeginTimeSlot, ById, EndTimeSlot, Fen, freeText, Id, orNull, Revision } from '../shapes.ts'

const facts = {
  name: freeText(30),
  city: freeText(20),
  district: freeText(20),
  address: freeText(100),
  phone: freeText(20),
  introduction: freeText(500),
  latitude: orNull(Type.Number({ minimum: -90, maximum: 90 })),
  longitude: orNull(Type.Number({ minimum: -180, maximum: 180 })),
  turnaroundHours: Type.Integer({ minimum: 1, maximum: 720 }),
  openFrom: BeginTimeSlot,
  openTo: EndTimeSlot,
  courierFeeFen: orNull(Type.Integer({ minimum: 0, maximum: 100_000 })),
}

/** What a shop says of itself; opening in half-hours, end exclusive. One without a courier fee fetches nothing. */
export const ShopFacts = Type.Object(facts)
export type ShopFacts = Static<typeof ShopFacts>

/**
 * A shop as those see it who keep it; `avatar` is a public path. One that is not published is in no list of the app. `revision`
 * counts the changes of its facts.
 */
export const KeptShop = Type.Object({
  id: Id,
  avatar: orNull(Type.String()),
  isPublished: Type.Boolean(),
  revision: Revision,
  ...facts,
})
export type KeptShop = Static<typeof KeptShop>

/** What a shop says of itself from now on, over the revision that was seen. */
export const ShopChange = Type.Object({ ...facts, revision: Revision })
export type ShopChange = Static<typeof ShopChange>

/** The shop in which the caller works. */
export const ownShop = {
  method: 'GET',
  path: '/merchant/shop',
  access: 'merchant',
  summary: '本店资料',
  outcome: outcomes.readInformation,
  data: KeptShop,
} satisfies Endpoint

export const updateOwnShop = {
  method: 'PUT',
  path: '/merchant/shop',
  access: 'owner',
  summary: '修改本店资料',
  outcome: outcomes.operate,
  body: ShopChange,
  data: KeptShop,
} satisfies Endpoint

/** Shows the shop in the app, or takes it out; orders that were made go on. */
export const publishOwnShop = {
  method: 'POST',
  path: '/merchant/shop/publish',
  access: 'owner',
  summary: '本店上架与下架',
  outcome: outcomes.operate,
  body: Type.Object({ isPublished: Type.Boolean() }),
  data: KeptShop,
} satisfies Endpoint

/** The picture of the shop, at once in place of the last one. */
export const uploadOwnShopPicture = {
  method: 'POST',
  path: '/merchant/shop/picture',
  access: 'owner',
  summary: '更换本店头像',
  guardsItself: true,
  outcome: outcomes.uploadPicture,
  upload: true,
  data: KeptShop,
} satisfies Endpoint

const priceFen = Type.Integer({ minimum: 0, maximum: 10_000_000 })

/** What a shop does, also what it does no more: LABOUR strings one racket, an EXTRA comes on top. */
export const KeptService = Type.Object({
  id: Id,
  kind: Type.Enum(['LABOUR', 'EXTRA']),
  sport: Type.Enum([...SPORTS]),
  name: Type.String(),
  priceFen: Fen,
  isOffered: Type.Boolean(),
  revision: Revision,
})
export type KeptService = Static<typeof KeptService>

/** Labour before extras, those that are offered first. */
export const servicesOfMerchant = {
  method: 'GET',
  path: '/merchant/threading/services',
  access: 'merchant',
  summary: '本店服务与价格',
  outcome: outcomes.readInformation,
  data: Type.Array(KeptService),
} satisfies Endpoint

export const NewService = Type.Object({
  kind: Type.Enum(['LABOUR', 'EXTRA']),
  sport: Type.Enum([...SPORTS]),
  name: freeText(20),
  priceFen,
})
export type NewService = Static<typeof NewService>

/** Labour costs something; an extra may be free. */
export const createService = {
  method: 'POST',
  path: '/merchant/threading/services/create',
  access: 'owner',
  summary: '新增服务',
  outcome: outcomes.operate,
  body: NewService,
  data: KeptService,
} satisfies Endpoint

/** Says anew what a service is called, what it costs, and whether it is offered. Orders keep what they were made with. */
export const updateService = {
  method: 'PUT',
  path: '/merchant/threading/services/:id',
  access: 'owner',
  summary: '修改服务',
  outcome: outcomes.operate,
  params: ById,
  body: Type.Object({ name: freeText(20), priceFen, isOffered: Type.Boolean(), revision: Revision }),
  data: KeptService,
} satisfies Endpoint
