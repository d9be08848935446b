import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { Id, orNull, UserId } from '../../shapes.ts'
import { Venue } from './venues.ts'

/** A coach of a player, with the coach's venues. Source: specification §3 "Coach record". */
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
  finishedClasses: Type.Integer(),
  stadiums: Type.Array(Venue),
})
export type CoachRecord = Static<typeof CoachRecord>

export const coachesOfPlayer = {
  method: 'GET',
  path: '/user-relation/coach-by-player/:playerId',
  access: 'app',
  summary: "A player's coaches, whom the player may book",
  description: ['The coach with the most classes together comes first.'],
  errors: ['data_of_others'],
  outcome: outcomes.listCoaches,
  params: Type.Object({ playerId: UserId }),
  data: Type.Array(CoachRecord),
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'The coaches whom a player may book.',
  fields: {
    'coach.companyId': "The id of the coach's company; null without one.",
    'coach.companyName': "The name of the coach's company; null without one.",
    courseIds: 'The ids of the courses that the coach teaches.',
    stadiums: 'The venues where the coach teaches.',
    finishedClasses: 'How many classes the coach has completed with the player.',
    'CoachRecord.coach': 'A coach of the player.',
    CoachRecord: 'A coach of a player, with courses and venues.',
  },
}
