import { SPORTS } from '@paidang/domain/kernel/sport'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { ById, freeText, Id, Instant, orNull, PageQuery, Person, seen, UserId } from '../../shapes.ts'
import { Decision, INBOX_STATES } from '../ground/admin-audit.ts'
import { PlayerView } from './profile.ts'

/** An application to become a coach. `certificates` are shown by links that expire soon. */
export const CoachApplication = Type.Object({
  id: Id,
  realName: Type.String(),
  yearsTeaching: Type.Integer(),
  region: Type.String(),
  introduction: Type.String(),
  certificates: Type.Array(Type.Object({ relativePath: Type.String(), url: Type.String() })),
  approveStatus: Type.Integer({ minimum: 0, maximum: 2 }),
  reason: Type.String(),
  createTime: Instant,
})
export type CoachApplication = Static<typeof CoachApplication>

/** The caller's entries: the player profile, and the latest application to be a coach. */
export const RegistInfo = Type.Object({
  isRegistered: Type.Boolean(),
  registerTypes: Type.Array(Type.Enum(['player', 'coach'])),
  player: PlayerView,
  coach: orNull(CoachApplication),
  /** Whether the user may still state their own level. */
  levelIsOwn: Type.Boolean(),
})
export type RegistInfo = Static<typeof RegistInfo>

export const readRegistInfo = {
  method: 'GET',
  path: '/app-users/get-player-registInfo/:id',
  access: 'app',
  summary: "The caller's registration",
  errors: ['data_of_others'],
  outcome: outcomes.readRegistration,
  params: Type.Object({ id: UserId }),
  data: RegistInfo,
} satisfies Endpoint

export const savePlayer = {
  method: 'POST',
  path: '/app-users/save-player',
  access: 'app',
  summary: 'Registers the caller as a player, or changes the profile',
  description: ['Omitted fields stay.', "`nicePhotos` are paths of the caller's uploaded pictures, in their order."],
  errors: [
    'content_rejected',
    'file_not_found',
    'level_assessed',
    'level_invalid',
    'nice_photos_too_many',
    'nickname_hidden',
    'nickname_missing',
    'nickname_official',
    'revision_outdated',
  ],
  outcome: outcomes.save,
  body: Type.Object({
    nickname: Type.Optional(Type.String({ minLength: 1, maxLength: 20 })),
    avatar: Type.Optional(orNull(Type.String({ maxLength: 200 }))),
    gender: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
    region: Type.Optional(freeText(60)),
    sport: Type.Optional(Type.Enum([...SPORTS])),
    handedness: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
    backhandStyle: Type.Optional(Type.Enum(['single', 'double'])),
    level: Type.Optional(Type.Number({ minimum: 1, maximum: 7, multipleOf: 0.5 })),
    description: Type.Optional(freeText(200)),
    wechatId: Type.Optional(orNull(freeText(40))),
    wechatIdOpen: Type.Optional(Type.Boolean()),
    nicePhotos: Type.Optional(Type.Array(Type.String({ maxLength: 200 }))),
    /** Whether this call completes the registration as a player. */
    registers: Type.Optional(Type.Boolean()),
    ...seen,
  }),
  data: PlayerView,
} satisfies Endpoint

export const applyAsCoach = {
  method: 'POST',
  path: '/app-users/regist-coach/byplayer',
  access: 'app',
  summary: 'The caller applies to be a coach, and stays a player until an operator approves',
  errors: ['application_waits', 'file_not_found', 'real_name_missing'],
  outcome: outcomes.applyAsCoach,
  body: Type.Object({
    realName: freeText(20, 1),
    yearsTeaching: Type.Integer({ minimum: 0, maximum: 60 }),
    region: freeText(60),
    introduction: Type.Optional(freeText(500)),
    certificates: Type.Array(Type.String({ maxLength: 200 }), { minItems: 1, maxItems: 6 }),
  }),
  data: CoachApplication,
} satisfies Endpoint

/** An application as the operator reads it, with who decided it and when. */
export const ApplicationForOperator = Type.Object({
  user: Person,
  application: CoachApplication,
  decision: orNull(Decision),
})
export type ApplicationForOperator = Static<typeof ApplicationForOperator>

export const listApplications = {
  method: 'GET',
  path: '/admin/coach-applications',
  access: 'operator',
  summary: 'Applications of one state',
  description: ['Waiting ones come oldest first.', 'Decided ones come latest first.'],
  outcome: outcomes.readRegistration,
  query: Type.Object({
    ...PageQuery,
    approveStatus: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 })),
    state: Type.Optional(Type.Enum([...INBOX_STATES])),
  }),
  data: Type.Array(ApplicationForOperator),
  paged: true,
} satisfies Endpoint

export const getApplication = {
  method: 'GET',
  path: '/admin/coach-applications/:id',
  access: 'operator',
  summary: 'One application',
  errors: ['application_not_found'],
  outcome: outcomes.readRegistration,
  params: ById,
  data: ApplicationForOperator,
} satisfies Endpoint

export const decideApplication = {
  method: 'POST',
  path: '/admin/coach-applications/decide/:id',
  access: 'operator',
  summary: "The operator's verdict",
  description: ['On approval the user becomes a coach with their own one-person company.'],
  errors: ['application_decided', 'application_not_found'],
  outcome: outcomes.operate,
  params: ById,
  body: Type.Object({ approve: Type.Boolean(), reason: Type.Optional(freeText(200)) }),
  data: ApplicationForOperator,
} satisfies Endpoint

/** One change of a level, with its source: SELF, COACH (`by` assessed it) or RESULTS. */
export const LevelChange = Type.Object({
  id: Id,
  source: Type.Enum(['SELF', 'COACH', 'RESULTS']),
  level: Type.Number(),
  by: orNull(Person),
  note: Type.String(),
  createTime: Instant,
})
export type LevelChange = Static<typeof LevelChange>

export const listLevels = {
  method: 'GET',
  path: '/app-users/levels/:id',
  access: 'app',
  summary: "The history of a user's level, the latest first",
  description: ['For the user and for a coach of that user.'],
  errors: ['data_of_others'],
  outcome: outcomes.listLevels,
  params: Type.Object({ id: UserId }),
  query: Type.Object(PageQuery),
  data: Type.Array(LevelChange),
  paged: true,
} satisfies Endpoint

export const assessLevel = {
  method: 'POST',
  path: '/coach-home/assess-level/:playerId',
  access: 'coach',
  summary: 'A coach assesses the level of a student',
  description: ['The student is notified.'],
  errors: ['content_rejected'],
  outcome: outcomes.assessLevel,
  params: Type.Object({ playerId: Id }),
  body: Type.Object({
    level: Type.Number({ minimum: 1, maximum: 7, multipleOf: 0.5 }),
    note: Type.Optional(freeText(200)),
  }),
  data: LevelChange,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: "Registration as a player, applications to become a coach, and the history of a user's level.",
  fields: {
    'ApplicationForOperator.user': 'The user who applies.',
    application: 'The application.',
    'CoachApplication.id': 'The id of the application.',
    'getApplication.id': 'The id of the application.',
    'decideApplication.id': 'The id of the application.',
    realName: "The applicant's name as in official papers.",
    yearsTeaching: 'For how many years the applicant has taught.',
    'CoachApplication.region': 'Where the applicant teaches, as text.',
    'applyAsCoach.region': 'Where the applicant teaches, as text.',
    introduction: 'How the applicant introduces themselves.',
    'CoachApplication.certificates': 'The pictures of certificates, at addresses that expire soon.',
    'applyAsCoach.certificates': 'The paths of pictures of certificates that the applicant uploaded before.',
    'CoachApplication.reason': 'What the applicant was told; empty before a verdict or without words.',
    'decideApplication.reason': 'What the applicant is told; required for a refusal.',
    'LevelChange.id': 'The id of the change.',
    source: 'What changed the level: SELF the user, COACH who assessed it, RESULTS of games.',
    'LevelChange.level': 'The level from then on, from 1.0 to 7.0.',
    by: 'The coach who assessed it; null for another source.',
    'LevelChange.note': 'What the coach writes about it; may be empty.',
    'assessLevel.note': 'What the coach writes about it; may be empty.',
    'LevelChange.createTime': 'When the level changed.',
    isRegistered: 'Whether the user completed the registration as a player.',
    registerTypes: 'What the user is registered as: player, coach.',
    'RegistInfo.player': "The player's profile.",
    'RegistInfo.coach': 'The latest application to be a coach; null without one.',
    levelIsOwn: 'Whether the user may still state the level themselves.',
    gender: 'The gender: 0 female, 1 male.',
    backhandStyle: 'How the backhand is played: single-handed or double-handed.',
    description: 'How the user describes themselves.',
    wechatId: "The user's WeChat id; null removes it.",
    wechatIdOpen: 'Whether the user shows the WeChat id to people with a relation to them.',
    nicePhotos: 'The paths of photos that the user uploaded before, in their order.',
    'savePlayer.avatar': 'The path of a picture that the user uploaded before; null removes it.',
    registers: 'Whether this call completes the registration as a player.',
    'listApplications.state': 'Which list: waiting for an operator, or decided.',
    'listApplications.approveStatus': 'The verdict that is wanted: 0 pending, 1 approved, 2 rejected.',
    'readRegistInfo.id': "The caller's user id.",
    'listLevels.id': "The user's id.",
    'CoachApplication.createTime': 'When the user applied.',
    'CoachApplication.approveStatus': 'The verdict on the application: 0 pending, 1 approved, 2 rejected.',
    ApplicationForOperator: 'An application to become a coach, as operators read it.',
    CoachApplication: 'An application to become a coach.',
    LevelChange: "One change of a user's level.",
    RegistInfo: "The caller's registration as player and as coach.",
  },
}
