import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { Id, orNull } from '../shapes.ts'

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
