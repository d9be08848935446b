import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { ById, freeText, Id, Instant, orNull, PageQuery, seen, sortedBy } from '../../shapes.ts'
import { ServiceRecord, ShopChange, ShopDetails, ShopRecord } from './merchant-shop.ts'

/** A shop in the operators' list. `monthJobs` were finished in the last 30 days. `staffCount` accounts may log in. */
export const MerchantRow = Type.Object({
  id: Id,
  name: Type.String(),
  city: Type.String(),
  district: Type.String(),
  phone: Type.String(),
  isPublished: Type.Boolean(),
  rating: orNull(Type.Number()),
  ratingCount: Type.Integer(),
  monthJobs: Type.Integer(),
  staffCount: Type.Integer(),
  createTime: Instant,
})
export type MerchantRow = Static<typeof MerchantRow>

export const queryMerchants = {
  method: 'GET',
  path: '/admin/merchants/query',
  access: 'operator',
  summary: 'All shops, the latest first by default',
  description: ['The keyword is searched in name, address and phone.'],
  outcome: outcomes.readInformation,
  query: Type.Object({
    ...PageQuery,
    ...sortedBy('createTime', 'rating', 'monthJobs'),
    keyword: Type.Optional(freeText(40)),
    city: Type.Optional(freeText(20)),
    isPublished: Type.Optional(Type.Boolean()),
  }),
  data: Type.Array(MerchantRow),
  paged: true,
} satisfies Endpoint

/** A shop with its services. */
const MerchantFile = Type.Object({ shop: ShopRecord, services: Type.Array(ServiceRecord) })

export const getMerchantFile = {
  method: 'GET',
  path: '/admin/merchants/:id',
  access: 'operator',
  summary: 'One shop',
  errors: ['merchant_not_found'],
  outcome: outcomes.readInformation,
  params: ById,
  data: MerchantFile,
} satisfies Endpoint

export const createMerchant = {
  method: 'POST',
  path: '/admin/merchants/create',
  access: 'operator',
  once: 'by-body',
  summary: 'Creates a shop',
  description: ['The app does not show it before it is published.'],
  errors: ['merchant_facts_missing', 'merchant_hours_invalid', 'merchant_place_invalid'],
  outcome: outcomes.operate,
  body: ShopDetails,
  data: ShopRecord,
} satisfies Endpoint

export const updateMerchant = {
  method: 'PUT',
  path: '/admin/merchants/:id',
  access: 'operator',
  summary: 'Changes a shop',
  errors: ['merchant_facts_missing', 'merchant_hours_invalid', 'merchant_not_found', 'merchant_place_invalid'],
  outcome: outcomes.operate,
  params: ById,
  decidesOn: 'merchants',
  body: ShopChange,
  data: ShopRecord,
} satisfies Endpoint

export const publishMerchant = {
  method: 'POST',
  path: '/admin/merchants/publish/:id',
  access: 'operator',
  summary: 'Publishes a shop in the app, or withdraws it',
  errors: ['merchant_not_found'],
  outcome: outcomes.operate,
  params: ById,
  decidesOn: 'merchants',
  body: Type.Object({ isPublished: Type.Boolean(), ...seen }),
  data: ShopRecord,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'Stringing shops as operators see them: they create, change, publish and withdraw them.',
  fields: {
    id: 'The id of the shop.',
    name: 'The name of the shop.',
    phone: 'The telephone of the shop.',
    staffCount: 'How many accounts of the shop may log in to the console.',
    shop: 'The shop itself.',
    services: 'The services of the shop, including those no longer offered.',
    'queryMerchants.keyword': "A part of the shop's name, address or phone.",
    'queryMerchants.city': 'The city whose shops are wanted.',
    createTime: 'When the shop was created.',
    MerchantRow: "A stringing shop in the operators' list.",
  },
}
