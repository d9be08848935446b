import { ADVERT_LENGTHS, ADVERT_PLACES, ADVERT_STATES } from '@paidang/domain/areas/home/advert'
import { TARGET_KINDS } from '@paidang/domain/areas/home/advert-target'
import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { ById, freeText, Id, Instant, orNull, PageQuery, Revision } from '../shapes.ts'
import { Advert } from './home.ts'

const Place = Type.Enum([...ADVERT_PLACES])

/** An advert as operators see it; `targetName` says in words where it leads, null when it leads nowhere. */
export const ManagedAdvert = Type.Object({
  ...Advert.properties,
  place: Place,
  state: Type.Enum([...ADVERT_STATES]),
  targetName: orNull(Type.String()),
  beginsAt: Instant,
  endsAt: Instant,
  revision: Revision,
})
export type ManagedAdvert = Static<typeof ManagedAdvert>

/** The adverts of a place: those to come and those that run, in their order, or those that are over, the last first. */
export const advertsForOperator = {
  method: 'GET',
  path: '/admin/adverts',
  access: 'operator',
  summary: '运营：广告列表',
  outcome: outcomes.listAdverts,
  query: Type.Object({ ...PageQuery, place: Place, isOver: Type.Optional(Type.Boolean()) }),
  data: Type.Array(ManagedAdvert),
  paged: true,
} satisfies Endpoint

export const advertForOperator = {
  method: 'GET',
  path: '/admin/adverts/:id',
  access: 'operator',
  summary: '运营：广告详情',
  outcome: outcomes.readDetail,
  params: ById,
  data: ManagedAdvert,
} satisfies Endpoint

/**
 * What an operator says of an advert. `image` is the path of a public picture; `target` the route of a page of the app, or
 * null where it only says something.
 */
export const AdvertForm = Type.Object({
  place: Place,
  label: freeText(ADVERT_LENGTHS.label),
  title: freeText(ADVERT_LENGTHS.title),
  subtitle: freeText(ADVERT_LENGTHS.subtitle),
  image: orNull(freeText(200)),
  target: orNull(freeText(200)),
  beginsAt: Instant,
  endsAt: Instant,
})
export type AdvertForm = Static<typeof AdvertForm>

/** A new advert stands behind the others of its place. */
export const createAdvert = {
  method: 'POST',
  path: '/admin/adverts',
  access: 'operator',
  summary: '运营：新增广告',
  outcome: outcomes.create,
  body: AdvertForm,
  data: ManagedAdvert,
} satisfies Endpoint

/** An advert that moves to the other place stands there behind the others. */
export const updateAdvert = {
  method: 'PUT',
  path: '/admin/adverts/:id',
  access: 'operator',
  summary: '运营：修改广告',
  outcome: outcomes.update,
  params: ById,
  body: Type.Object({ ...AdvertForm.properties, revision: Revision }),
  data: ManagedAdvert,
} satisfies Endpoint

/** Ends an advert that runs, now. */
export const endAdvert = {
  method: 'POST',
  path: '/admin/adverts/end/:id',
  access: 'operator',
  summary: '运营：结束广告',
  outcome: outcomes.operate,
  params: ById,
  data: ManagedAdvert,
} satisfies Endpoint

export const deleteAdvert = {
  method: 'DELETE',
  path: '/admin/adverts/:id',
  access: 'operator',
  summary: '运营：删除广告',
  outcome: outcomes.deleteProduct,
  params: ById,
  data: Type.Null(),
} satisfies Endpoint

/** All adverts of a place that are not over, in the order in which they are to stand; each of them is named once. */
export const orderAdverts = {
  method: 'POST',
  path: '/admin/adverts/order',
  access: 'operator',
  summary: '运营：广告排序',
  outcome: outcomes.operate,
  body: Type.Object({
    place: Place,
    ids: Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true }),
  }),
  data: Type.Null(),
} satisfies Endpoint

/** Something to which an advert may lead. */
export const TargetFound = Type.Object({ id: Id, name: Type.String(), target: Type.String() })
export type TargetFound = Static<typeof TargetFound>

/** What of a kind an advert may lead to: at most twenty whose names have the keyword, the latest first. */
export const findTargets = {
  method: 'GET',
  path: '/admin/adverts/targets',
  access: 'operator',
  summary: '运营：查找广告跳转内容',
  outcome: outcomes.search,
  query: Type.Object({ kind: Type.Enum([...TARGET_KINDS]), keyword: Type.Optional(freeText(40)) }),
  data: Type.Array(TargetFound),
} satisfies Endpoint
