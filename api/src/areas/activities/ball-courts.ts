import { BALL_STATUSES } from '@paidang/domain/areas/activities/balls/ball-status'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import {
  BeginTimeSlot,
  ById,
  Day,
  EndTimeSlot,
  Fen,
  freeText,
  Id,
  orNull,
  PageQuery,
  Person,
  Revision,
  seen,
} from '../../shapes.ts'

// Ball games on the courts of venues: for the managers of a venue, and for operators.

/** A game as managers of its courts see it. `feeFen` is what each player pays in advance. */
export const GameOnCourt = Type.Object({
  id: Id,
  title: Type.String(),
  initiator: Person,
  stadiumId: orNull(Id),
  stadiumName: orNull(Type.String()),
  courtName: orNull(Type.String()),
  activityDate: Day,
  beginTimeSlot: BeginTimeSlot,
  endTimeSlot: EndTimeSlot,
  seatsTaken: Type.Integer(),
  maxPlayers: Type.Integer(),
  feeFen: Fen,
  isPublic: Type.Boolean(),
  status: Type.Enum([...BALL_STATUSES]),
  revision: Revision,
})
export type GameOnCourt = Static<typeof GameOnCourt>

/** The reason for cancelling a game. Its players read it. */
const Reason = Type.Object({ reason: freeText(200) })

export const gamesOnCourts = {
  method: 'GET',
  path: '/invitationball/by-manager/:id',
  access: 'coach',
  summary: 'The games on the courts of a venue that the caller manages, the next first',
  errors: ['venue_not_found', 'venue_not_managed'],
  outcome: outcomes.listBallRecords,
  params: ById,
  query: Type.Object(PageQuery),
  data: Type.Array(GameOnCourt),
  paged: true,
} satisfies Endpoint

export const callOffOnCourt = {
  method: 'POST',
  path: '/invitationball/call-off/:id',
  access: 'coach',
  summary: 'A manager cancels a game on a court of their venue before it begins',
  description: ['All payments go back.'],
  errors: [
    'ball_not_found',
    'ball_settled',
    'ball_started',
    'cancel_reason_missing',
    'content_rejected',
    'venue_not_managed',
  ],
  outcome: outcomes.cancelBall,
  params: ById,
  body: Reason,
  data: Type.Null(),
} satisfies Endpoint

export const queryGames = {
  method: 'GET',
  path: '/admin/balls',
  access: 'operator',
  mayLag: true,
  summary:
    'All games that have not ended, the next first; `keyword` is in the title, or in the name of initiator or venue',
  description: [
    'With `userId` it is every game in which this user has or had a seat, in any status, the latest first.',
  ],
  outcome: outcomes.readInformation,
  query: Type.Object({
    ...PageQuery,
    keyword: Type.Optional(freeText(40)),
    stadiumId: Type.Optional(Id),
    userId: Type.Optional(Id),
  }),
  data: Type.Array(GameOnCourt),
  paged: true,
} satisfies Endpoint

export const callOffGame = {
  method: 'POST',
  path: '/admin/balls/call-off/:id',
  access: 'operator',
  summary: 'An operator cancels a game that has not ended',
  description: ['All payments go back.'],
  errors: ['ball_not_found', 'ball_settled', 'cancel_reason_missing', 'revision_outdated'],
  outcome: outcomes.operate,
  params: ById,
  body: Type.Object({ ...Reason.properties, ...seen }),
  data: Type.Null(),
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'Ball games as the managers of their courts and the operators see them, who may call them off.',
  fields: {
    'gamesOnCourts.id': 'The id of the venue.',
    id: 'The id of the game.',
    title: 'The title of the game.',
    stadiumId: 'The id of the venue; null for a place that is not on the platform.',
    stadiumName: 'The name of the venue; null for a place that is not on the platform.',
    courtName: 'The name of the court; null for a place that is not on the platform.',
    status:
      "The status of the game: UNPAID waits for the initiator's money, OPEN has free seats, FULL has none, FINISHED, CANCELLED.",
    reason: 'Why the game is called off; its players read it.',
    'queryGames.keyword': 'A part of the title, or of the name of initiator or venue.',
    'queryGames.stadiumId': 'The id of the venue whose games are wanted.',
    'queryGames.userId': 'The id of the player whose games are wanted, in any status.',
    GameOnCourt: 'A game as the managers of its court and the operators see it.',
  },
}
