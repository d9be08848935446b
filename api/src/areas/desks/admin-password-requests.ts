import { PASSWORD_REQUEST_STATES } from '@paidang/domain/areas/people/auth/password-request'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { ById, freeText, Id, Instant, orNull, PageQuery, Person, Revision, seen } from '../../shapes.ts'
import { Decision, INBOX_STATES } from '../ground/admin-audit.ts'
import { OneTimePassword } from './admin-users.ts'

const requestFields = {
  id: Id,
  user: Person,
  /** The name under which the account was requested: its user name or phone number. */
  account: Type.String(),
  state: Type.Enum([...PASSWORD_REQUEST_STATES]),
  /** How often the password was requested while this request waits. */
  timesAsked: Type.Integer(),
  createTime: Instant,
}

/** A request in the list of requests. */
export const PasswordRequestRow = Type.Object(requestFields)

export const listPasswordRequests = {
  method: 'GET',
  path: '/admin/password-requests',
  access: 'operator',
  summary: 'Requests for another password',
  description: ['Either those that wait, the longest wait first, or those that ended, the latest first.'],
  outcome: outcomes.readInformation,
  query: Type.Object({ ...PageQuery, state: Type.Enum([...INBOX_STATES]) }),
  data: Type.Array(PasswordRequestRow),
  paged: true,
} satisfies Endpoint

/**
 * A request with what is known of the account, for the operator to compare. `contact` and `proof` are empty once the
 * request expired or was withdrawn. `endedAt` is when it ended, `decision` how an operator decided.
 */
export const PasswordRequestEvidence = Type.Object({
  revision: Revision,
  ...requestFields,
  contact: Type.String(),
  proof: Type.String(),
  username: orNull(Type.String()),
  phone: orNull(Type.String()),
  phoneVerified: Type.Boolean(),
  hasWechat: Type.Boolean(),
  joinedAt: Instant,
  lastSeenAt: orNull(Instant),
  endedAt: orNull(Instant),
  decision: orNull(Decision),
})
export type PasswordRequestEvidence = Static<typeof PasswordRequestEvidence>

export const getPasswordRequest = {
  method: 'GET',
  path: '/admin/password-requests/:id',
  access: 'operator',
  summary: 'One request for another password',
  errors: ['password_request_not_found'],
  outcome: outcomes.readInformation,
  params: ById,
  data: PasswordRequestEvidence,
} satisfies Endpoint

export const decidePasswordRequest = {
  method: 'POST',
  path: '/admin/password-requests/decide/:id',
  access: 'operator',
  guardsItself: true,
  summary: "The operator's verdict",
  description: [
    'Approval answers a one-time password, shown only this once.',
    'The operator passes it on through the contact of the request.',
    "A refusal needs its reason, which the account's owner reads in the app.",
  ],
  errors: [
    'account_without_password',
    'password_request_decided',
    'password_request_not_found',
    'password_request_reason_missing',
    'revision_outdated',
  ],
  outcome: outcomes.operate,
  params: ById,
  body: Type.Object({ approve: Type.Boolean(), reason: Type.Optional(freeText(200)), ...seen }),
  data: Type.Object({ request: PasswordRequestEvidence, given: orNull(OneTimePassword) }),
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'Requests of users who forgot their password, with what lets operators compare, and the verdicts.',
  fields: {
    id: 'The id of the request.',
    phone: "The account's phone number, masked except for its last digits; null without one.",
    user: 'The owner of the account.',
    account: 'The name under which the account was requested: its user name or phone number.',
    'PasswordRequestEvidence.state':
      'The state of the request: WAITING, GIVEN a one-time password, REFUSED, EXPIRED, or WITHDRAWN.',
    'listPasswordRequests.state': 'Which list: waiting for an operator, or decided.',
    timesAsked: 'How often the password was requested while this request waits.',
    contact: 'How the operator reaches the person; empty once the request expired or was withdrawn.',
    proof: 'What the person says to show that the account is theirs; empty once the request expired or was withdrawn.',
    joinedAt: 'When the account was created.',
    endedAt: 'When the request ended; null while it waits.',
    request: 'The request after the verdict.',
    given: 'The one-time password, shown only this once; null after a refusal.',
    reason: 'What the owner is told; required for a refusal.',
    createTime: 'When the password was first requested.',
    'PasswordRequestRow.state':
      'The state of the request: WAITING, GIVEN a one-time password, REFUSED, EXPIRED, or WITHDRAWN.',
    PasswordRequestEvidence: 'A request for another password, with what is known of the account.',
    PasswordRequestRow: 'A request for another password, in the list of them.',
  },
}
