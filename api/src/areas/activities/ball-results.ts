import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { ById, Id, Instant, orNull, Person } from '../../shapes.ts'

/** One set: games won by side A and by side B. */
export const GameSet = Type.Object({
  a: Type.Integer({ minimum: 0, maximum: 99 }),
  b: Type.Integer({ minimum: 0, maximum: 99 }),
})
export type GameSet = Static<typeof GameSet>

/** The result of a finished game. It counts for levels once somebody of the side opposite to `recordedBy` agreed. */
export const BallResult = Type.Object({
  id: Id,
  ballId: Id,
  recordedBy: Person,
  sideA: Type.Array(Person),
  sideB: Type.Array(Person),
  sets: Type.Array(GameSet),
  winner: Type.Enum(['A', 'B']),
  state: Type.Enum(['PROPOSED', 'AGREED', 'DISPUTED']),
  /** The message by which the caller agrees or disputes; null when the caller is not asked. */
  messageId: orNull(Id),
  createTime: Instant,
})
export type BallResult = Static<typeof BallResult>

export const readBallResult = {
  method: 'GET',
  path: '/invitationball/result/:id',
  access: 'app',
  summary: 'The current result of a game; null while there is none',
  errors: ['ball_not_found'],
  outcome: outcomes.readDetail,
  params: ById,
  data: orNull(BallResult),
} satisfies Endpoint

export const recordBallResult = {
  method: 'POST',
  path: '/invitationball/result/:id',
  access: 'app',
  summary: 'A player of a finished game records the result',
  description: ['The players of the other side are asked to agree.'],
  errors: ['ball_not_finished', 'ball_not_found', 'ball_result_invalid', 'ball_result_stands', 'ball_result_too_late'],
  outcome: outcomes.recordResult,
  params: ById,
  body: Type.Object({
    sideA: Type.Array(Id, { minItems: 1, maxItems: 2 }),
    sideB: Type.Array(Id, { minItems: 1, maxItems: 2 }),
    sets: Type.Array(GameSet, { minItems: 1, maxItems: 5 }),
  }),
  data: BallResult,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'The results of finished ball games, which the other side agrees to or disputes.',
  fields: {
    'BallResult.id': 'The id of the result.',
    id: 'The id of the game.',
    ballId: 'The id of the game.',
    recordedBy: 'The player who recorded the result.',
    sideA: 'The players of side A: one in singles, two in doubles.',
    sideB: 'The players of side B: one in singles, two in doubles.',
    'recordBallResult.sideA': 'The user ids of side A: one in singles, two in doubles.',
    'recordBallResult.sideB': 'The user ids of side B: one in singles, two in doubles.',
    sets: 'The sets in the order in which they were played.',
    a: 'How many games or points side A won in the set.',
    b: 'How many games or points side B won in the set.',
    winner: 'The side that won: A or B.',
    state: 'The state of the result: PROPOSED by one side, AGREED by the other, or DISPUTED by it.',
    messageId: 'The message by which the caller agrees or disputes; null when the caller is not asked.',
    createTime: 'When the result was recorded.',
    BallResult: 'How a finished game ended.',
    GameSet: 'The score of one set.',
  },
}
