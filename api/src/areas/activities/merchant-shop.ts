import { MAX_JOB_FEN } from '@paidang/domain/areas/activities/stringing/string-job'
import { MAX_TYPED_PHONE } from '@paidang/domain/kernel/phone'
import { SPORTS } from '@paidang/domain/kernel/sport'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { BeginTimeSlot, ById, EndTimeSlot, Fen, freeText, Id, orNull, Revision, seen } from '../../shapes.ts'

const facts = {
  name: freeText(30),
  city: freeText(20),
  district: freeText(20),
  address: freeText(100),
  phone: freeText(MAX_TYPED_PHONE),
  introduction: freeText(500),
  latitude: orNull(Type.Number({ minimum: -90, maximum: 90 })),
  longitude: orNull(Type.Number({ minimum: -180, maximum: 180 })),
  turnaroundHours: Type.Integer({ minimum: 1, maximum: 720 }),
  openFrom: BeginTimeSlot,
  openTo: EndTimeSlot,
  courierFeeFen: orNull(Type.Integer({ minimum: 0, maximum: 100_000 })),
}

/**
 * The details that a shop enters. Opening is in half-hours, end exclusive. A shop without a courier fee offers no
 * courier.
 */
export const ShopDetails = Type.Object(facts)
export type ShopDetails = Static<typeof ShopDetails>

/**
 * A shop as its staff sees it. `avatar` is a public path. A shop that is not published is in no list of the app.
 * `revision` counts the changes of its facts.
 */
export const ShopRecord = Type.Object({
  id: Id,
  avatar: orNull(Type.String()),
  isPublished: Type.Boolean(),
  revision: Revision,
  ...facts,
})
export type ShopRecord = Static<typeof ShopRecord>

/** New details of a shop. `revision` is the one that the sender read. */
export const ShopChange = Type.Object({ ...facts, revision: Revision })
export type ShopChange = Static<typeof ShopChange>

export const ownShop = {
  method: 'GET',
  path: '/merchant/shop',
  access: 'merchant',
  summary: 'The shop in which the caller works',
  outcome: outcomes.readInformation,
  data: ShopRecord,
} satisfies Endpoint

export const updateOwnShop = {
  method: 'PUT',
  path: '/merchant/shop',
  access: 'owner',
  summary: 'Changes the calling shop',
  errors: ['merchant_facts_missing', 'merchant_hours_invalid', 'merchant_place_invalid'],
  outcome: outcomes.operate,
  decidesOn: 'merchants',
  body: ShopChange,
  data: ShopRecord,
} satisfies Endpoint

export const publishOwnShop = {
  method: 'POST',
  path: '/merchant/shop/publish',
  access: 'owner',
  summary: 'Publishes the shop in the app, or withdraws it',
  description: ['Existing orders continue.'],
  outcome: outcomes.operate,
  decidesOn: 'merchants',
  body: Type.Object({ isPublished: Type.Boolean(), ...seen }),
  data: ShopRecord,
} satisfies Endpoint

export const uploadOwnShopPicture = {
  method: 'POST',
  path: '/merchant/shop/picture',
  access: 'owner',
  summary: 'Uploads the picture of the shop',
  description: ['It replaces the last one at once.'],
  guardsItself: true,
  outcome: outcomes.uploadPicture,
  upload: 'picture',
  data: ShopRecord,
} satisfies Endpoint

const priceFen = Type.Integer({ minimum: 0, maximum: MAX_JOB_FEN })

/** A service of a shop, including services no longer offered. LABOUR strings one racket. An EXTRA is charged on top. */
export const ServiceRecord = Type.Object({
  id: Id,
  kind: Type.Enum(['LABOUR', 'EXTRA']),
  sport: Type.Enum([...SPORTS]),
  name: Type.String(),
  priceFen: Fen,
  isOffered: Type.Boolean(),
  revision: Revision,
})
export type ServiceRecord = Static<typeof ServiceRecord>

export const servicesOfMerchant = {
  method: 'GET',
  path: '/merchant/threading/services',
  access: 'merchant',
  summary: 'Labour before extras, offered ones first',
  outcome: outcomes.readInformation,
  data: Type.Array(ServiceRecord),
} satisfies Endpoint

export const NewService = Type.Object({
  kind: Type.Enum(['LABOUR', 'EXTRA']),
  sport: Type.Enum([...SPORTS]),
  name: freeText(20),
  priceFen,
})
export type NewService = Static<typeof NewService>

export const createService = {
  method: 'POST',
  path: '/merchant/threading/services/create',
  access: 'owner',
  once: 'by-body',
  summary: 'Creates a service',
  description: ['Labour must have a price.', 'An extra may be free.'],
  errors: ['service_name_missing', 'service_price_missing'],
  outcome: outcomes.operate,
  body: NewService,
  data: ServiceRecord,
} satisfies Endpoint

export const updateService = {
  method: 'PUT',
  path: '/merchant/threading/services/:id',
  access: 'owner',
  summary: "Changes a service's name, its price, and whether it is offered",
  description: ['Existing orders keep their values.'],
  errors: ['revision_outdated', 'service_name_missing', 'service_not_found', 'service_price_missing'],
  outcome: outcomes.operate,
  params: ById,
  body: Type.Object({ name: freeText(20), priceFen, isOffered: Type.Boolean(), revision: Revision }),
  data: ServiceRecord,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: "The calling shop's own facts, its picture and its services.",
  fields: {
    'ServiceRecord.id': 'The id of the service.',
    'updateService.id': 'The id of the service.',
    kind: 'The kind of service: LABOUR strings one racket, EXTRA comes on top.',
    'NewService.name': 'The name of the service.',
    'ServiceRecord.name': 'The name of the service.',
    'updateService.name': 'The name of the service.',
    priceFen: 'The price of the service, in fen.',
    name: 'The name of the shop.',
    id: 'The id of the shop.',
    phone: 'The telephone of the shop.',
    introduction: 'How the shop presents itself; may be empty.',
    avatar: 'The picture of the shop: its path below /aaapi/files/, null without one.',
    address: 'The street address of the shop.',
    NewService: 'A service that the shop offers from now on.',
    ServiceRecord: 'A service of a shop, as its staff sees it.',
    ShopChange: 'The new facts of a shop.',
    ShopDetails: 'The facts that a shop states about itself.',
    ShopRecord: 'A shop as its staff sees it.',
  },
}
