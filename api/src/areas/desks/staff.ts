import { STAFF_ROLES } from '@paidang/domain/kernel/access'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { Id, orNull } from '../../shapes.ts'

/**
 * A user of the console. `id` is a staff account's; for a company's admin it is the user id. `placeName` names the shop
 * or the company for which the person works. `isPasswordGiven`: a colleague made the password, and so knows it.
 * `needsFactor`: nothing is open before the person sets up a second factor.
 */
export const StaffInfo = Type.Object({
  id: Id,
  role: Type.Enum([...STAFF_ROLES]),
  nickname: Type.String(),
  merchantId: orNull(Id),
  companyId: orNull(Id),
  placeName: orNull(Type.String()),
  isPasswordGiven: Type.Boolean(),
  needsFactor: Type.Boolean(),
})
export type StaffInfo = Static<typeof StaffInfo>

/**
 * A token that opens only calls of the console, with its owner. `expiresIn` is in seconds. A page of the console gets no
 * token: it is empty, and the browser keeps it in a cookie that scripts cannot read.
 */
const StaffLogIn = Type.Object({ token: Type.String(), expiresIn: Type.Integer(), staff: StaffInfo })
export type StaffLogIn = Static<typeof StaffLogIn>

export const staffLogin = {
  method: 'POST',
  path: '/staff/login',
  access: 'open',
  guardsItself: true,
  summary: 'The log-in of operators and merchants',
  description: ['With a second factor `code` is required: from the authenticator app, or a recovery code.'],
  errors: ['factor_missing', 'factor_unreadable', 'factor_wrong', 'login_too_often', 'login_wrong'],
  outcome: outcomes.logIn,
  body: Type.Object({
    username: Type.String({ minLength: 1, maxLength: 64 }),
    password: Type.String({ minLength: 1, maxLength: 128 }),
    code: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  }),
  data: StaffLogIn,
} satisfies Endpoint

export const enterAnalytics = {
  method: 'POST',
  path: '/staff/enter',
  access: 'open',
  guardsItself: true,
  summary: 'Logs in the admin of a company who comes from the app with a ticket',
  description: ['A ticket works once.'],
  errors: ['analytics_link_used'],
  outcome: outcomes.logIn,
  body: Type.Object({ ticket: Type.String({ minLength: 1, maxLength: 100 }) }),
  data: StaffLogIn,
} satisfies Endpoint

export const renewStaffToken = {
  method: 'POST',
  path: '/staff/renew',
  access: 'staff',
  guardsItself: true,
  beforeFactor: true,
  summary: 'Answers the next token of an active log-in',
  description: ['Twelve hours after it began a new log-in is required.'],
  data: StaffLogIn,
} satisfies Endpoint

export const staffLogOut = {
  method: 'POST',
  path: '/staff/logout',
  access: 'staff',
  guardsItself: true,
  beforeFactor: true,
  summary: 'Ends the log-in',
  description: ['Its tokens stop working.'],
  data: Type.Null(),
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: "Log-in to the console, of operators and shops by password and of a company's admin from the app.",
  fields: {
    'StaffInfo.id': "The id of the staff account; for a company's admin the user id.",
    role: 'Who the person is: operator or senior operator, merchant or owner of a shop, or company admin.',
    'StaffInfo.nickname': 'The name under which colleagues know the person.',
    'StaffInfo.merchantId': 'The id of the shop in which the person works; null for others.',
    'StaffInfo.companyId': 'The id of the company whose admin the person is; null for others.',
    placeName: 'The name of that shop or company; null for operators.',
    isPasswordGiven: 'Whether a colleague made the password, and so knows it.',
    needsFactor: 'Whether nothing opens before the person sets up a second factor.',
    staff: 'The person who logged in.',
    'staffLogin.username': 'The name with which the staff account logs in.',
    'staffLogin.code': 'The code of the authenticator app or a recovery code, with a second factor.',
    token: 'The token, which opens only calls of the console; empty for a page, whose cookie has it.',
    expiresIn: 'How many seconds the token lasts.',
    ticket: 'The ticket from the address that `openAnalytics` answered; it works once.',
    StaffInfo: 'A person who uses the console.',
  },
}
