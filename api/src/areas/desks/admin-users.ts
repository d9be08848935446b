import { ACCOUNT_STATES } from '@paidang/domain/areas/people/auth/suspension'
import { MAX_TYPED_PHONE } from '@paidang/domain/kernel/phone'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import {
  ById,
  Day,
  Fen,
  freeText,
  Id,
  Instant,
  LessonHours,
  orNull,
  PageQuery,
  Revision,
  seen,
  sortedBy,
} from '../../shapes.ts'
import { StaffAuditEvent } from '../ground/admin-audit.ts'

const userFields = {
  id: Id,
  nickname: Type.String(),
  avatar: orNull(Type.String()),
  userType: Type.Integer(),
  phone: orNull(Type.String()),
  username: orNull(Type.String()),
  state: Type.Enum([...ACCOUNT_STATES]),
  createdAt: Instant,
  lastSeenAt: orNull(Instant),
}

/** A user as operators see them, the phone masked. `lastSeenAt` is when the user last got tokens, null if never. */
export const ManagedUser = Type.Object(userFields)
export type ManagedUser = Static<typeof ManagedUser>

export const queryUsers = {
  method: 'GET',
  path: '/admin/users/query',
  access: 'operator',
  mayLag: true,
  summary: 'All users, the latest first',
  description: [
    '`keyword` is a whole phone number or its last four digits.',
    'It may also be an id, or part of a nickname or user name.',
    '`from` and `until` are days of registration, both included.',
  ],
  outcome: outcomes.readInformation,
  query: Type.Object({
    ...PageQuery,
    ...sortedBy('createdAt', 'lastSeenAt'),
    keyword: Type.Optional(freeText(40)),
    userType: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 })),
    state: Type.Optional(Type.Enum([...ACCOUNT_STATES])),
    from: Type.Optional(Day),
    until: Type.Optional(Day),
  }),
  data: Type.Array(ManagedUser),
  paged: true,
} satisfies Endpoint

/**
 * What belongs to an account, in numbers. `classes` the user booked or joined, and `taughtClasses`, both in any state.
 * Also hours that can still be booked, and the balance of the cards in fen. All else is counted.
 */
const Holdings = Type.Object({
  classes: Type.Integer(),
  taughtClasses: Type.Integer(),
  contracts: Type.Integer(),
  hours: LessonHours,
  cards: Type.Integer(),
  cardFen: Fen,
  orders: Type.Integer(),
  stringing: Type.Integer(),
  balls: Type.Integer(),
  reports: Type.Integer(),
})
export type Holdings = Static<typeof Holdings>

/**
 * A period in which a user could not log in. `until` null means for good. `endedAt` null means that nobody ended it.
 */
const Suspension = Type.Object({
  id: Id,
  reason: Type.String(),
  byName: Type.String(),
  startedAt: Instant,
  until: orNull(Instant),
  endedAt: orNull(Instant),
  endedByName: orNull(Type.String()),
})

/** A device on which the user is logged in. */
const LogIn = Type.Object({
  id: Id,
  platform: Type.Enum(['web', 'weapp']),
  device: Type.String(),
  loggedInAt: Instant,
  lastSeenAt: Instant,
})

/** A user with everything that support asks about. The phone stays masked, see revealUserPhone. */
export const UserDetail = Type.Object({
  ...userFields,
  revision: Revision,
  phoneVerified: Type.Boolean(),
  hasWechat: Type.Boolean(),
  level: Type.Number(),
  levelIsUnsaid: Type.Optional(Type.Boolean()),
  region: Type.String(),
  registeredAt: orNull(Instant),
  closedAt: orNull(Instant),
  companies: Type.Array(Type.Object({ id: Id, companyName: Type.String(), isAdmin: Type.Boolean() })),
  holdings: Holdings,
  logIns: Type.Array(LogIn),
  suspensions: Type.Array(Suspension),
  auditEvents: Type.Array(StaffAuditEvent),
})
export type UserDetail = Static<typeof UserDetail>

export const readManagedUser = {
  method: 'GET',
  path: '/admin/users/detail/:id',
  access: 'operator',
  summary: 'One user',
  errors: ['user_not_found'],
  outcome: outcomes.readInformation,
  params: ById,
  data: UserDetail,
} satisfies Endpoint

export const revealUserPhone = {
  method: 'POST',
  path: '/admin/users/reveal-phone/:id',
  access: 'operator',
  summary: 'Answers the whole phone number of a user',
  description: ['The access is recorded in the audit log.'],
  errors: ['user_not_found'],
  outcome: outcomes.readInformation,
  params: ById,
  data: Type.Object({ phone: orNull(Type.String()) }),
} satisfies Endpoint

export const suspendUser = {
  method: 'POST',
  path: '/admin/users/suspend/:id',
  access: 'operator',
  summary: 'Ends every log-in of a user and blocks new ones, until the end of a day or for good (null)',
  errors: ['account_suspended_already', 'suspension_day_past', 'user_not_found'],
  outcome: outcomes.operate,
  params: ById,
  decidesOn: 'users',
  body: Type.Object({ reason: freeText(200, 1), lastDay: orNull(Day), ...seen }),
  data: UserDetail,
} satisfies Endpoint

export const restoreUser = {
  method: 'POST',
  path: '/admin/users/restore/:id',
  access: 'operator',
  summary: 'Lets a suspended user log in again',
  description: ['A user who is not suspended does not change.'],
  errors: ['user_not_found'],
  outcome: outcomes.operate,
  params: ById,
  decidesOn: 'users',
  body: Type.Object(seen),
  data: UserDetail,
} satisfies Endpoint

/** A password that opens one log-in until `validUntil`, shown only this once. Every log-in of the user ends. */
export const OneTimePassword = Type.Object({ username: Type.String(), password: Type.String(), validUntil: Instant })
export type OneTimePassword = Static<typeof OneTimePassword>

export const resetUserPassword = {
  method: 'POST',
  path: '/admin/users/reset-password/:id',
  access: 'operator',
  guardsItself: true,
  summary: 'Gives a user a one-time password',
  errors: ['account_without_password', 'user_not_found'],
  outcome: outcomes.operate,
  params: ById,
  decidesOn: 'users',
  body: Type.Object(seen),
  data: OneTimePassword,
} satisfies Endpoint

/** A user whose WeChat vouched for a number that another account has. One person may have two accounts. */
export const Duplicate = Type.Object({
  claimant: ManagedUser,
  holder: ManagedUser,
  claimedAt: Instant,
})
export type Duplicate = Static<typeof Duplicate>

/** Source: decision record 017 */
export const listDuplicates = {
  method: 'GET',
  path: '/admin/users/duplicates',
  access: 'operator',
  mayLag: true,
  summary: 'Accounts that share a phone number, the latest first',
  outcome: outcomes.readInformation,
  query: Type.Object({ ...PageQuery, ...sortedBy('claimedAt') }),
  data: Type.Array(Duplicate),
  paged: true,
} satisfies Endpoint

/** The reference to a user: an id or a whole phone number. */
const Named = Type.String({ minLength: 1, maxLength: MAX_TYPED_PHONE })

const MergeSide = Type.Object({
  ...userFields,
  phoneVerified: Type.Boolean(),
  hasWechat: Type.Boolean(),
  holdings: Holdings,
})
export type MergeSide = Static<typeof MergeSide>

/**
 * Two accounts side by side: `from` would end, `into` stays. `refusal` states why they cannot be merged, null when they
 * can. `asksForWechat`: both have a WeChat, and one of them must be chosen. `revision` is the sum of both.
 */
export const Merging = Type.Object({
  revision: Revision,
  from: MergeSide,
  into: MergeSide,
  refusal: orNull(Type.String()),
  asksForWechat: Type.Boolean(),
})
export type Merging = Static<typeof Merging>

export const compareUsers = {
  method: 'GET',
  path: '/admin/users/compare',
  access: 'operator',
  summary: 'Two accounts side by side, before they are merged',
  errors: ['merge_oneself', 'user_not_found'],
  outcome: outcomes.readInformation,
  query: Type.Object({ from: Named, into: Named }),
  data: Merging,
} satisfies Endpoint

/** Which of the two WeChats logs in to the account that stays. */
export const KEPT_WECHATS = ['from', 'into'] as const

export const mergeUsers = {
  method: 'POST',
  path: '/admin/users/merge',
  access: 'operator',
  summary: 'Merges two accounts: `fromId` ends, and what it has moves to the other',
  description: ['`fromId` must have done nothing except register.'],
  errors: ['merge_oneself', 'merge_refused', 'merge_wechat_missing', 'revision_outdated', 'user_not_found'],
  outcome: outcomes.operate,
  body: Type.Object({ fromId: Id, intoId: Id, wechatToKeep: Type.Optional(Type.Enum([...KEPT_WECHATS])), ...seen }),
  data: UserDetail,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about:
    'Users as operators see them: search, suspension, one-time passwords, and the merging of two accounts of one person.',
  fields: {
    id: "The user's id.",
    phone: "The user's phone number, masked except for its last digits; null without one.",
    'revealUserPhone.phone': "The user's whole phone number; null without one.",
    nickname: 'The name under which the user appears to others.',
    state: 'The state of the account: NORMAL, SUSPENDED by an operator, or CLOSED by its owner.',
    createdAt: 'When the account was created.',
    claimant: 'The user whose WeChat vouches for the number.',
    holder: 'The user whose account has the number already.',
    claimedAt: 'When WeChat vouched for the number.',
    'Merging.from': 'The account that would end.',
    'Merging.into': 'The account that would stay.',
    'compareUsers.from': 'The account that would end: its id or whole phone number.',
    'compareUsers.into': 'The account that would stay: its id or whole phone number.',
    'Merging.revision': 'The sum of the revisions of both accounts.',
    holdings: 'What belongs to the account, in numbers.',
    'holdings.classes': 'How many classes the user booked or joined, in any status.',
    taughtClasses: 'How many classes the user taught or was asked to teach, in any status.',
    contracts: 'How many course contracts the user has.',
    hours: 'How many lesson hours can still be booked: those left, without those that classes hold.',
    cards: 'How many stored cards the user has.',
    cardFen: "The money on the user's cards, in fen.",
    orders: 'How many payment orders the user has.',
    stringing: 'How many stringing orders the user has.',
    balls: 'How many games the user played in or arranged.',
    reports: 'How many reports the user made or caused.',
    refusal: 'Why the two cannot be merged, in a Chinese sentence; null when they can.',
    asksForWechat: 'Whether both have a WeChat, so that one of them must be chosen.',
    'OneTimePassword.username': 'The user name or number with which the password opens a log-in.',
    'OneTimePassword.password': 'The password, which opens one log-in and is shown only this once.',
    validUntil: 'Until when the password can be used.',
    registeredAt: 'When the user registered as a player; null before that.',
    closedAt: 'When the account was closed; null while it exists.',
    companies: 'The companies for which the user teaches.',
    logIns: 'The devices on which the user is logged in.',
    'logIns.id': 'The id of the log-in.',
    platform: 'Where the user logged in: web in a browser, weapp in the mini-program.',
    device: 'The device as its browser or WeChat describes it.',
    loggedInAt: 'When the user logged in on the device.',
    'logIns.lastSeenAt': 'When the device last got tokens.',
    suspensions: 'When and why the user could not log in, the latest first.',
    'suspensions.id': 'The id of the suspension.',
    'suspensions.reason': 'Why the user was suspended.',
    byName: 'The name of the operator who suspended the user.',
    startedAt: 'When the suspension began.',
    'suspensions.until': 'When the suspension ends by itself; null for good.',
    endedAt: 'When an operator ended it; null when nobody did.',
    endedByName: 'The name of the operator who ended it; null when nobody did.',
    'queryUsers.keyword': 'A whole phone number, its last four digits, an id, or part of a nickname or user name.',
    'queryUsers.from': 'The first day of registration, included.',
    'queryUsers.until': 'The last day of registration, included.',
    lastDay: 'The last day of the suspension, in Shanghai; null for good.',
    'suspendUser.reason': 'Why the user is suspended; the user reads it at log-in.',
    fromId: 'The id of the account that ends.',
    intoId: 'The id of the account that stays.',
    wechatToKeep: 'Whose WeChat logs in from then on: that of from or of into; needed when both have one.',
    Duplicate: "Two accounts that share a phone number, and so may be one person's.",
    ManagedUser: "A user in the operators' list.",
    Merging: 'Two accounts side by side, before they are merged.',
    OneTimePassword: 'A password that opens one log-in, shown only this once.',
    UserDetail: 'A user with everything that support asks about.',
  },
}
