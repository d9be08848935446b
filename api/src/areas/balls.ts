import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { Day, Fen, Id, orNull, PageQuery, Person } from '../shapes.ts'

/** A public ball game in a list; fee per person in fen, levels 1.0 to 7.0. */
export const BallSummary = Type.Object({
  id: Id,
  title: Type.String(),
  sport: Type.Enum(['tennis', 'badminton']),
  matchType: Type.Integer({ minimum: 0, maximum: 1 }),
  stadiumName: orNull(Type.String()),
  courtName: orNull(Type.String()),
  place: Type.String(),
  activityDate: Day,
  beginTimeSlot: Type.Integer(),
  endTimeSlot: Type.Integer(),
  levelFrom: Type.Number(),
  levelTo: Type.Number(),
  maxPlayers: Type.Integer(),
  seatsTaken: Type.Integer(),
  feeFen: Fen,
  status: Type.Enum(['OPEN', 'FULL']),
  participants: Type.Array(Person),
})
export type BallSummary = Static<typeof BallSummary>

/** Public games that are still to come, the soonest first. */
export const publicBalls = {
  method: 'GET',
  path: '/invitationball/public',
  access: 'open',
  summary: '公开球局',
  outcome: outcomes.listBallRecords,
  query: Type.Object(PageQuery),
  data: Type.Array(BallSummary),
  paged: true,
} satisfies Endpoint
