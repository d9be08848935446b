import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { Day, Id, orNull } from '../shapes.ts'

/** An advert; `target` is a route of the app. */
export const Advert = Type.Object({
  id: Id,
  label: Type.String(),
  title: Type.String(),
  subtitle: Type.String(),
  image: orNull(Type.String()),
  target: orNull(Type.String()),
})
export type Advert = Static<typeof Advert>

/** Published adverts of the home page's body. */
export const homeAdverts = {
  method: 'GET',
  path: '/common/adv/getHomeAdv',
  access: 'open',
  summary: '首页广告',
  outcome: outcomes.listAdverts,
  data: Type.Array(Advert),
} satisfies Endpoint

/** Published adverts of the carousel at the top. */
export const homeTopAdverts = {
  method: 'GET',
  path: '/common/adv/getHomeTopAdv',
  access: 'open',
  summary: '首页顶部广告',
  outcome: outcomes.listAdverts,
  data: Type.Array(Advert),
} satisfies Endpoint

/** What a search found: at most ten of each kind. */
export const Found = Type.Object({
  coaches: Type.Array(
    Type.Object({
      id: Id,
      nickname: Type.String(),
      avatar: orNull(Type.String()),
      likesCount: Type.Integer(),
      companies: Type.Array(Type.String()),
    }),
  ),
  venues: Type.Array(
    Type.Object({ id: Id, name: Type.String(), address: Type.String(), avatar: orNull(Type.String()) }),
  ),
  balls: Type.Array(
    Type.Object({
      id: Id,
      title: Type.String(),
      activityDate: Day,
      beginTimeSlot: Type.Integer(),
      place: Type.String(),
    }),
  ),
})
export type Found = Static<typeof Found>

/** Coaches, venues and open public games by a typed text. */
export const searchAll = {
  method: 'GET',
  path: '/home/search',
  access: 'open',
  summary: '搜索',
  outcome: outcomes.search,
  query: Type.Object({ keyword: Type.String({ minLength: 1, maxLength: 40 }) }),
  data: Found,
} satisfies Endpoint
