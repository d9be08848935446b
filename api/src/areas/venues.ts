import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { BeginTimeSlot, Id, orNull, PageQuery } from '../shapes.ts'

/** A court of a venue; its place in the list is what `selectedCourt` means. */
export const Court = Type.Object({ id: Id, courtCode: Type.String(), name: Type.String(), surface: Type.String() })
export type Court = Static<typeof Court>

const venueFields = {
  id: Id,
  name: Type.String(),
  address: Type.String(),
  city: Type.String(),
  district: Type.String(),
  phone: orNull(Type.String()),
  avatar: orNull(Type.String()),
  latitude: orNull(Type.Number()),
  longitude: orNull(Type.Number()),
  courtCodes: orNull(Type.String()),
  courtCount: Type.Integer(),
  firstStart: BeginTimeSlot,
  lastStart: BeginTimeSlot,
  courts: Type.Array(Court),
}

/** A venue with its courts. `firstStart` and `lastStart` are the first and last half-hours that can begin a booking. */
export const Venue = Type.Object(venueFields)
export type Venue = Static<typeof Venue>

/** Approved venues by city, nearest names first; `keyword` looks in name, district and address. */
export const searchVenues = {
  method: 'GET',
  path: '/stadium/searchByCityAndApprove',
  access: 'open',
  summary: '按城市查询已审核场馆',
  outcome: outcomes.readVenue,
  query: Type.Object({
    ...PageQuery,
    city: Type.Optional(Type.String({ maxLength: 40 })),
    keyword: Type.Optional(Type.String({ maxLength: 40 })),
    approveStatus: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 })),
  }),
  data: Type.Array(Venue),
  paged: true,
} satisfies Endpoint

/** Where a coach teaches: approved associations for everybody, all of his own for himself. */
export const venuesOfCoach = {
  method: 'GET',
  path: '/coach-stadium/query-by-coach/:coachId',
  access: 'app',
  summary: '教练关联的场馆',
  outcome: outcomes.listCourts,
  params: Type.Object({ coachId: Id }),
  data: Type.Array(Type.Object({ ...venueFields, approveStatus: Type.Integer(), isManager: Type.Boolean() })),
} satisfies Endpoint
