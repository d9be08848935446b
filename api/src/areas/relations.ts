import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { Id, orNull, UserId } from '../shapes.ts'
import { Venue } from './venues.ts'

/** A coach of a player, with the venues where he teaches. Source: specification §3 "Coach record". */
export const CoachRecord = Type.Object({
  coach: Type.Object({
    id: Id,
    nickname: Type.String(),
    avatar: orNull(Type.String()),
    likeCount: Type.Integer(),
    companyId: orNull(Id),
    companyName: orNull(Type.String()),
  }),
  courseIds: Type.Array(Id),
  finishedClasses: Type.Integer({ description: '与该学员完成过的课数' }),
  stadiums: Type.Array(Venue),
})
export type CoachRecord = Static<typeof CoachRecord>

/** The coaches that a player may book: those he is a student of, most classes together first. */
export const coachesOfPlayer = {
  method: 'GET',
  path: '/user-relation/coach-by-player/:playerId',
  access: 'app',
  summary: '学员的教练及其场馆',
  outcome: outcomes.listCoaches,
  params: Type.Object({ playerId: UserId }),
  data: Type.Array(CoachRecord),
} satisfies Endpoint
