import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { Fen, Id, orNull, PageQuery } from '../shapes.ts'

/** A stringing shop in a list; `priceFrom` is its cheapest service in fen, opening in half-hours, end exclusive. */
export const MerchantSummary = Type.Object({
  id: Id,
  name: Type.String(),
  avatar: orNull(Type.String()),
  district: Type.String(),
  address: Type.String(),
  introduction: Type.String(),
  rating: Type.Number(),
  turnaroundHours: Type.Integer(),
  openFrom: Type.Integer(),
  openTo: Type.Integer(),
  sports: Type.Array(Type.Enum(['tennis', 'badminton'])),
  priceFrom: orNull(Fen),
})
export type MerchantSummary = Static<typeof MerchantSummary>

/** Published shops, the best rated first. */
export const listMerchants = {
  method: 'GET',
  path: '/threading/merchants',
  access: 'open',
  summary: '穿线商家',
  outcome: outcomes.readDetail,
  query: Type.Object(PageQuery),
  data: Type.Array(MerchantSummary),
  paged: true,
} satisfies Endpoint
