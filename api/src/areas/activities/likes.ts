import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { Id } from '../../shapes.ts'
import { LikeRecord } from './classes.ts'

/** A like with the present number of likes of its target. */
export const Liked = Type.Object({ ...LikeRecord.properties, likesCount: Type.Integer() })
export type Liked = Static<typeof Liked>

const like = {
  method: 'PUT',
  access: 'app',
  outcome: outcomes.like,
  params: Type.Object({ a: Id, b: Id }),
  data: Liked,
} as const

/** Source: specification §4 "Liking", §6. */
export const likeCoach = {
  ...like,
  path: '/course-invitation/like/to-coach/:a/:b',
  summary: 'A participant of completed class `a` likes its coach `b`',
  errors: ['invitation_not_found', 'invitation_not_yours', 'invitation_settled', 'user_not_found'],
} satisfies Endpoint

/** Source: specification §4 "Liking", §6. */
export const likePlayer = {
  ...like,
  path: '/course-invitation/like/to-player/:a/:b',
  summary: 'A participant of completed class `a` likes player `b` of it',
  errors: ['invitation_not_found', 'invitation_not_yours', 'invitation_settled'],
} satisfies Endpoint

/** Source: specification §7 "user-like/add". */
export const addLike = {
  method: 'POST',
  path: '/user-like/add',
  access: 'app',
  summary: 'Adds a like by its record',
  errors: ['invitation_not_found', 'invitation_not_yours', 'invitation_settled'],
  outcome: outcomes.like,
  body: Type.Object({ targetUserId: Id, recordType: Type.Literal('COURSE_INVITATION'), relatedId: Id }),
  data: Liked,
} satisfies Endpoint

/** Source: specification §4 "Liking", permission matrix. */
export const cancelLike = {
  method: 'POST',
  path: '/like-record/cancel/:recordId',
  access: 'app',
  summary: 'The caller takes a like back',
  errors: ['like_not_found'],
  outcome: outcomes.unlike,
  params: Type.Object({ recordId: Id }),
  data: Type.Object({ likesCount: Type.Integer() }),
  missing: { recordId: 'id_missing' },
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'Likes that people of a completed class give each other, and taking them back.',
  fields: {
    'Liked.id': 'The id of the like, with which it is taken back.',
    sourceUserId: 'The user id of who gave the like.',
    targetUserId: 'The user id of who receives the like.',
    likedAt: 'When the like was given.',
    recordType: 'What the like is given for: COURSE_INVITATION is a class.',
    relatedId: 'The id of the class for which the like is given.',
    likesCount: 'How many likes its target has now.',
    'likeCoach.a': 'The id of the completed class.',
    'likeCoach.b': 'The user id of the coach of the class.',
    'likePlayer.a': 'The id of the completed class.',
    'likePlayer.b': 'The user id of a player of the class.',
    recordId: 'The id of the like.',
    Liked: 'A like with the present number of likes of its target.',
  },
}
