import {
  HAND_INS,
  KNOTS,
  MAX_NOTES,
  PRE_STRETCHES,
  STRING_MATERIALS,
  STRING_SOURCES,
} from '@paidang/domain/areas/activities/stringing/string-job'
import { SPORTS } from '@paidang/domain/kernel/sport'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { ById, Day, Fen, freeText, Id, Instant, orNull, PageQuery, Person, Revision, seen } from '../../shapes.ts'

const SportName = Type.Enum([...SPORTS])
const Tension = Type.Number({ minimum: 10, maximum: 90, multipleOf: 0.5 })

/**
 * A stringing shop in a list. `priceFrom` is its cheapest labour in fen, of the requested sport if there is one.
 * Opening is in half-hours, end exclusive.
 * `rating` is 1.0 to 5.0, null before the first review. `monthJobs` counts jobs finished in the last 30 days.
 * `courierFeeFen` is the price of collection and delivery, null where it is not offered. `distanceKm` is from the
 * requested point.
 */
export const MerchantSummary = Type.Object({
  id: Id,
  name: Type.String(),
  avatar: orNull(Type.String()),
  city: Type.String(),
  district: Type.String(),
  address: Type.String(),
  introduction: Type.String(),
  rating: orNull(Type.Number()),
  ratingCount: Type.Integer(),
  monthJobs: Type.Integer(),
  turnaroundHours: Type.Integer(),
  openFrom: Type.Integer(),
  openTo: Type.Integer(),
  sports: Type.Array(SportName),
  priceFrom: orNull(Fen),
  courierFeeFen: orNull(Fen),
  distanceKm: orNull(Type.Number()),
})
export type MerchantSummary = Static<typeof MerchantSummary>

/** The sort orders of shops: by distance, by when a racket is ready, by rating. */
export const MERCHANT_SORTS = ['distance', 'fastest', 'rating'] as const
export type MerchantSort = (typeof MERCHANT_SORTS)[number]

export const listMerchants = {
  method: 'GET',
  path: '/threading/merchants',
  access: 'open',
  mayLag: true,
  summary: 'Published shops',
  description: [
    'Without `order` the nearest come first when a point is given, else the best rated.',
    'Equal ones are sorted by name.',
    '`latitude` and `longitude` are given together.',
  ],
  outcome: outcomes.listMerchants,
  query: Type.Object({
    ...PageQuery,
    order: Type.Optional(Type.Enum([...MERCHANT_SORTS])),
    latitude: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
    longitude: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
    city: Type.Optional(freeText(20)),
    district: Type.Optional(freeText(20)),
    sport: Type.Optional(SportName),
    hasCourier: Type.Optional(Type.Boolean()),
    keyword: Type.Optional(freeText(40)),
  }),
  data: Type.Array(MerchantSummary),
  paged: true,
} satisfies Endpoint

/** A service of a shop. LABOUR strings one racket of a sport. An EXTRA is charged on top. The price is in fen. */
export const StringingService = Type.Object({
  id: Id,
  kind: Type.Enum(['LABOUR', 'EXTRA']),
  sport: SportName,
  name: Type.String(),
  priceFen: Fen,
})
export type StringingService = Static<typeof StringingService>

/** A string that a shop sells by the half set. `freeMetres` is the stock that is not reserved. Gauge is in mm. */
export const ShopString = Type.Object({
  id: Id,
  sport: SportName,
  brand: Type.String(),
  name: Type.String(),
  material: Type.Enum([...STRING_MATERIALS]),
  gauge: Type.Number(),
  color: Type.String(),
  halfPriceFen: Fen,
  freeMetres: Type.Number(),
})
export type ShopString = Static<typeof ShopString>

/** A shop with what it offers. */
export const Merchant = Type.Object({
  ...MerchantSummary.properties,
  phone: Type.String(),
  latitude: orNull(Type.Number()),
  longitude: orNull(Type.Number()),
  services: Type.Array(StringingService),
  strings: Type.Array(ShopString),
})
export type Merchant = Static<typeof Merchant>

export const getMerchant = {
  method: 'GET',
  path: '/threading/merchants/:id',
  access: 'open',
  summary: 'One published shop',
  errors: ['merchant_not_found'],
  outcome: outcomes.readDetail,
  params: ById,
  query: Type.Object({
    latitude: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
    longitude: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
  }),
  data: Merchant,
} satisfies Endpoint

/** A player's review of a job; stars 1 to 5. */
export const StringingReview = Type.Object({
  orderId: Id,
  author: Person,
  stars: Type.Integer(),
  text: Type.String(),
  createTime: Instant,
})
export type StringingReview = Static<typeof StringingReview>

export const reviewsOfMerchant = {
  method: 'GET',
  path: '/threading/merchants/:id/reviews',
  access: 'open',
  mayLag: true,
  summary: 'The latest first',
  errors: ['merchant_not_found'],
  outcome: outcomes.readDetail,
  params: ById,
  query: Type.Object(PageQuery),
  data: Type.Array(StringingReview),
  paged: true,
} satisfies Endpoint

/**
 * One half of a requested string bed: the player's own string, described by the player, or a shop's string. Tension is
 * in pounds.
 */
const StringChoice = Type.Union([
  Type.Object({ source: Type.Literal('OWN'), name: freeText(40), tension: Tension }),
  Type.Object({ source: Type.Literal('SHOP'), stringId: Id, tension: Tension }),
])
export type StringChoice = Static<typeof StringChoice>

/**
 * One half of an ordered string bed, with names and gauge at the time of the order. `stringId` is null for the player's
 * own.
 */
export const StrungPart = Type.Object({
  source: Type.Enum([...STRING_SOURCES]),
  stringId: orNull(Id),
  name: Type.String(),
  material: orNull(Type.Enum([...STRING_MATERIALS])),
  gauge: orNull(Type.Number()),
  tension: Type.Number(),
})
export type StrungPart = Static<typeof StrungPart>

const jobFields = {
  mains: StrungPart,
  crosses: StrungPart,
  preStretch: Type.Integer(),
  knots: Type.Integer(),
}

/** The last finished job of a racket. It is used for 'same as last time'. */
export const LastJob = Type.Object({
  orderId: Id,
  merchantId: Id,
  merchantName: Type.String(),
  ...jobFields,
  notes: Type.String(),
  strungOn: Day,
})
export type LastJob = Static<typeof LastJob>

const racketFields = {
  sport: SportName,
  brand: Type.String(),
  model: Type.String(),
  gripSize: Type.String(),
  pattern: Type.String(),
  weightGrams: orNull(Type.Integer()),
  code: Type.String(),
  minTension: orNull(Type.Number()),
  maxTension: orNull(Type.Number()),
}

/**
 * A racket of a player. `isMain` marks the racket with which the player plays its sport: classes and games count for
 * it. `wear` states how worn its strings are, null before the first job here. Limits are in pounds, null where only the
 * sport's limits apply.
 */
export const Racket = Type.Object({
  id: Id,
  ...racketFields,
  isMain: Type.Boolean(),
  revision: Revision,
  jobCount: Type.Integer(),
  lastJob: orNull(LastJob),
  wear: orNull(
    Type.Object({
      hours: Type.Number(),
      days: Type.Integer(),
      lifeHours: Type.Integer(),
      lifeDays: Type.Integer(),
      isDue: Type.Boolean(),
    }),
  ),
})
export type Racket = Static<typeof Racket>

export const listRackets = {
  method: 'GET',
  path: '/threading/rackets',
  access: 'app',
  summary: "The caller's rackets: main ones first, then the latest",
  outcome: outcomes.listRackets,
  data: Type.Array(Racket),
} satisfies Endpoint

/** The fields of a racket that a player enters. The first of its sport is the main one. */
export const RacketForm = Type.Object({
  sport: SportName,
  brand: freeText(20),
  model: freeText(30),
  gripSize: Type.Optional(freeText(10)),
  pattern: Type.Optional(freeText(10)),
  weightGrams: Type.Optional(orNull(Type.Integer({ minimum: 50, maximum: 500 }))),
  code: Type.Optional(freeText(20)),
  minTension: Type.Optional(orNull(Tension)),
  maxTension: Type.Optional(orNull(Tension)),
  isMain: Type.Optional(Type.Boolean()),
})
export type RacketForm = Static<typeof RacketForm>

export const createRacket = {
  method: 'POST',
  path: '/threading/rackets/create',
  access: 'app',
  once: 'by-body',
  summary: 'Adds a racket',
  errors: ['racket_limits_invalid', 'racket_name_missing', 'rackets_too_many'],
  outcome: outcomes.save,
  body: RacketForm,
  data: Racket,
} satisfies Endpoint

export const updateRacket = {
  method: 'POST',
  path: '/threading/rackets/update/:id',
  access: 'app',
  summary: 'Changes a racket',
  description: [
    'It stays the main one until another becomes it.',
    'Once an order exists for it, its sport cannot change.',
  ],
  errors: [
    'racket_limits_invalid',
    'racket_name_missing',
    'racket_not_found',
    'racket_sport_fixed',
    'revision_outdated',
  ],
  outcome: outcomes.save,
  params: ById,
  body: Type.Object({ ...RacketForm.properties, ...seen }),
  data: Racket,
} satisfies Endpoint

export const deleteRacket = {
  method: 'DELETE',
  path: '/threading/rackets/delete/:id',
  access: 'app',
  summary: 'Removes a racket',
  description: ['Its jobs stay.', 'It is refused while a job is active.'],
  errors: ['racket_in_use', 'racket_not_found', 'revision_outdated'],
  outcome: outcomes.deleteRacket,
  params: ById,
  query: Type.Object(seen),
  data: Type.Null(),
} satisfies Endpoint

/**
 * A stringing order as it is sent. `extraIds` are EXTRA services. `addressId` is needed with COURIER. `dueAt` is when
 * the player wishes to have it. `totalFen` is the total that the player saw, and is compared.
 */
export const NewStringingOrder = Type.Object({
  merchantId: Id,
  racketId: Id,
  serviceId: Id,
  extraIds: Type.Optional(Type.Array(Id, { maxItems: 10, uniqueItems: true })),
  mains: StringChoice,
  crosses: StringChoice,
  preStretch: Type.Enum([...PRE_STRETCHES]),
  knots: Type.Enum([...KNOTS]),
  notes: Type.Optional(freeText(MAX_NOTES)),
  handIn: Type.Enum([...HAND_INS]),
  addressId: Type.Optional(Id),
  dueAt: Type.Optional(Instant),
  totalFen: Fen,
})
export type NewStringingOrder = Static<typeof NewStringingOrder>

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: "Stringing shops with their services, strings and reviews, and the caller's rackets.",
  fields: {
    'Merchant.id': 'The id of the shop.',
    'MerchantSummary.id': 'The id of the shop.',
    'getMerchant.id': 'The id of the shop.',
    'reviewsOfMerchant.id': 'The id of the shop.',
    'Merchant.name': 'The name of the shop.',
    'MerchantSummary.name': 'The name of the shop.',
    phone: 'The telephone of the shop.',
    avatar: 'The picture of the shop: its path below /aaapi/files/, null without one.',
    introduction: 'How the shop presents itself; may be empty.',
    sports: 'The sports whose rackets the shop strings: tennis, badminton.',
    priceFrom: 'The price of the cheapest labour, in fen, of the requested sport if one is; null without any.',
    services: 'The services that the shop offers.',
    strings: 'The strings that the shop sells.',
    serviceId: 'The id of the labour that is ordered.',
    extraIds: 'The ids of the extras that are ordered.',
    source: 'Where the string comes from: OWN the player brings it, SHOP the shop sells it.',
    'mains.name': "The player's own string, as the player calls it.",
    'crosses.name': "The player's own string, as the player calls it.",
    'mains.stringId': "The id of the shop's string.",
    'crosses.stringId': "The id of the shop's string.",
    'NewStringingOrder.preStretch': 'By how many percent the string is stretched before it is strung: 0, 5 or 10.',
    addressId: "The id of the caller's address, needed for a courier.",
    'NewStringingOrder.totalFen': 'The total that the player saw, in fen; it is compared.',
    'NewStringingOrder.notes': 'What the player writes to the stringer.',
    'NewStringingOrder.dueAt': 'When the player wishes to have the racket back.',
    'Racket.id': 'The id of the racket.',
    'updateRacket.id': 'The id of the racket.',
    'deleteRacket.id': 'The id of the racket.',
    code: 'What is written on the racket to tell it from others; may be empty.',
    isMain: 'Whether the player plays the sport with this racket, so that classes and games wear its strings.',
    jobCount: 'How often the racket was strung here.',
    lastJob: 'The last finished job, for ordering the same again; null before the first.',
    'LastJob.orderId': 'The id of the stringing order.',
    'ShopString.id': 'The id of the string.',
    'ShopString.name': 'The name of the string.',
    color: 'The colour of the string, as text.',
    'StringingReview.orderId': 'The id of the stringing order.',
    author: 'The player who wrote the review.',
    stars: 'The stars that the player gives, from 1 to 5.',
    'StringingReview.text': 'What the player writes; may be empty.',
    'StringingService.id': 'The id of the service.',
    kind: 'The kind of service: LABOUR strings one racket, EXTRA comes on top.',
    'StringingService.name': 'The name of the service.',
    'StringingService.priceFen': 'The price of the service, in fen.',
    'StrungPart.name': 'The name of the string.',
    'StrungPart.material':
      "What the string is made of: POLY polyester, NYLON, MULTI multifilament, GUT natural gut; null for the player's own.",
    'StrungPart.gauge': "The thickness of the string, in millimetres; null for the player's own.",
    order: 'The order of the list: distance the nearest, fastest by when a racket is ready, rating the best.',
    hasCourier: 'Whether only shops with a courier are wanted.',
    'listMerchants.latitude': 'The latitude of the requested point in degrees (GCJ-02), given with the longitude.',
    'listMerchants.longitude': 'The longitude of the requested point in degrees (GCJ-02), given with the latitude.',
    'getMerchant.latitude': 'The latitude of the requested point in degrees (GCJ-02), given with the longitude.',
    'getMerchant.longitude': 'The longitude of the requested point in degrees (GCJ-02), given with the latitude.',
    'listMerchants.keyword': "A part of the shop's name, district or address.",
    'StringingReview.createTime': 'When the review was written.',
    address: 'The street address of the shop.',
    LastJob: 'The last finished stringing of a racket.',
    Merchant: 'A stringing shop with everything that it offers.',
    MerchantSummary: 'A stringing shop in a list.',
    NewStringingOrder: 'What a player sends to have a racket strung.',
    Racket: 'A racket of the caller.',
    RacketForm: 'What a player enters of a racket; the first of its sport is the main one.',
    ShopString: 'A string that a shop sells by the half set.',
    StringingReview: "A player's review of a job.",
    StringingService: 'A service that a shop offers.',
    StrungPart: 'One half of a string bed as it was ordered.',
  },
}
