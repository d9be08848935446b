import { SPORTS } from '@paidang/domain/kernel/sport'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { ById, Id, orNull, Revision } from '../../shapes.ts'
import { PendingContent } from '../ground/content.ts'

/**
 * A user as others see them. `phone` is masked, and only the user's own call answers it. `wechatId` is present only if
 * the user shows it, to people with a relation to the user. `nicePhotos` is the comma list of paths. The other pictures
 * are absolute addresses. `attendance` is the share of attended classes in percent, null before the first. Source:
 * specification §3 "User info"
 */
export const PlayerView = Type.Object({
  id: Id,
  userType: Type.Integer(),
  nickname: Type.String(),
  avatar: orNull(Type.String()),
  avatarAbsUrl: orNull(Type.String()),
  gender: Type.Integer(),
  sport: Type.Optional(Type.Enum([...SPORTS])),
  region: Type.String(),
  handedness: Type.Integer(),
  backhandStyle: Type.Enum(['single', 'double']),
  level: Type.Number(),
  levelIsUnsaid: Type.Optional(Type.Boolean()),
  genderIsUnsaid: Type.Optional(Type.Boolean()),
  handIsUnsaid: Type.Optional(Type.Boolean()),
  backhandIsUnsaid: Type.Optional(Type.Boolean()),
  description: Type.String(),
  verified: Type.Integer(),
  likesCount: Type.Integer(),
  wechatId: orNull(Type.String()),
  wechatIdOpen: Type.Boolean(),
  phone: orNull(Type.String()),
  nicePhotos: Type.String(),
  nicePhotosAbsUrl: Type.String(),
  nicePhotosList: Type.Array(Type.Object({ relativePath: Type.String(), url: Type.String() })),
  registerTypes: Type.Array(Type.Enum(['player', 'coach'])),
  classesCount: Type.Integer(),
  ballsCount: Type.Integer(),
  partnersCount: Type.Integer(),
  attendance: orNull(Type.Integer()),
  /** Only the user's own call answers it, since nobody else can change the profile. */
  revision: Type.Optional(Revision),
  /** Visible only to the user. */
  pending: PendingContent,
})
export type PlayerView = Static<typeof PlayerView>

export const getPlayerView = {
  method: 'GET',
  path: '/app-users/get-plaperVO/:id',
  access: 'app',
  summary: "One user's public view",
  description: ['The users themselves get some more fields.'],
  errors: ['strangers_too_many', 'user_not_found'],
  outcome: outcomes.readUser,
  params: ById,
  data: PlayerView,
} satisfies Endpoint

/** A coach as everybody sees them, and the companies for which the coach teaches, clubs before one-person ones. */
export const CoachView = Type.Object({
  id: Id,
  userType: Type.Integer(),
  nickname: Type.String(),
  avatar: orNull(Type.String()),
  likeCount: Type.Integer(),
  companies: Type.Array(
    Type.Object({ id: Id, companyName: Type.String(), isPerson: Type.Boolean(), isAdmin: Type.Boolean() }),
  ),
})
export type CoachView = Static<typeof CoachView>

/** Source: specification §7 "Coach side". */
export const getCoachView = {
  method: 'GET',
  path: '/coach-home/coachVO/:id',
  access: 'app',
  summary: "One coach's public view",
  errors: ['coach_not_found'],
  outcome: outcomes.readCompany,
  params: ById,
  data: CoachView,
} satisfies Endpoint

export const setTakesStudents = {
  method: 'PUT',
  path: '/app-users/takes-students',
  access: 'coach',
  summary: 'The calling coach says whether they take new students',
  description: ['It closes the way over the public page. The coach can still add students.'],
  outcome: outcomes.saveSettings,
  body: Type.Object({ takesStudents: Type.Boolean() }),
  data: Type.Object({ takesStudents: Type.Boolean() }),
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'Users and coaches as others see them.',
  fields: {
    'PlayerView.id': "The user's id.",
    'getPlayerView.id': "The user's id.",
    'CoachView.id': "The coach's user id.",
    'getCoachView.id': "The coach's user id.",
    phone: "The user's phone number, masked; null for everybody but the user.",
    avatarAbsUrl: "The absolute address of the user's picture; null without one.",
    gender: 'The gender: 0 female, 1 male.',
    sport: 'What the user said they play, tennis or badminton; left out when they said nothing.',
    backhandStyle: 'How the backhand is played: single-handed or double-handed.',
    genderIsUnsaid: 'True where the user never said a gender: it is only the default.',
    backhandIsUnsaid: 'True where the user never said which backhand: it is only assumed.',
    description: 'How the user describes themselves; may be empty.',
    verified: "Whether WeChat vouched for the user's phone number: 0 unverified, 1 verified.",
    wechatId: "The user's WeChat id, if the user shows it to the caller; else null.",
    wechatIdOpen: 'Whether the user shows the WeChat id to people with a relation to them.',
    nicePhotos: "The paths of the user's photos below /aaapi/files/, joined by commas.",
    nicePhotosAbsUrl: 'The absolute addresses of the same photos, joined by commas.',
    nicePhotosList: 'The same photos one by one.',
    registerTypes: 'What the user is registered as: player, coach.',
    classesCount: 'How many completed classes the user attended or taught.',
    ballsCount: 'How many games with the user have begun and were not cancelled.',
    partnersCount: 'With how many different people the user shared a completed class or a finished game.',
    attendance: 'The share of classes that the user attended, in percent; null before the first.',
    takesStudents: 'Whether the coach takes new students.',
    companies: 'The companies for which the coach teaches, clubs first.',
    CoachView: 'A coach as everybody sees them.',
    PlayerView: 'A user as the caller may see them.',
  },
}
