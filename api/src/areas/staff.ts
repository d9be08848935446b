import { STAFF_ROLES } from '@paidang/domain/kernel/access'
import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { Id, orNull } from '../shapes.ts'

/**
 * Who works in the console. `id` is a staff account's, of a company's admin their own as a user; `placeName` names the
 * shop or the company they work for. `isPasswordGiven` while a colleague made their password, and so knows it. `needsFactor` while
 * nothing is open to them before they set up a second factor.
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

/** A token that opens calls of the console only, and who it is for. `expiresIn` in seconds. */
const StaffLogIn = Type.Object({ token: Type.String(), expiresIn: Type.Integer(), staff: StaffInfo })
export type StaffLogIn = Static<typeof StaffLogIn>

/** The log-in of operators and merchants; `code` where they have a second factor, of the authenticator app or a recovery code. */
export const staffLogin = {
  method: 'POST',
  path: '/staff/login',
  access: 'open',
  guardsItself: true,
  summary: '员工登录',
  outcome: outcomes.logIn,
  body: Type.Object({
    username: Type.String({ minLength: 1, maxLength: 64 }),
    password: Type.String({ minLength: 1, maxLength: 128 }),
    code: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  }),
  data: StaffLogIn,
} satisfies Endpoint

/** Lets in the admin of a company who comes from the app with a ticket; a ticket opens once. */
export const enterCockpit = {
  method: 'POST',
  path: '/staff/enter',
  access: 'open',
  guardsItself: true,
  summary: '公司管理员凭一次性链接进入',
  outcome: outcomes.logIn,
  body: Type.Object({ ticket: Type.String({ minLength: 1, maxLength: 100 }) }),
  data: StaffLogIn,
} satisfies Endpoint

/** The next token of a log-in that stands; twelve hours after it began somebody logs in anew. */
export const renewStaffToken = {
  method: 'POST',
  path: '/staff/renew',
  access: 'staff',
  guardsItself: true,
  beforeFactor: true,
  summary: '续期员工登录',
  data: StaffLogIn,
} satisfies Endpoint

/** Ends the log-in: its tokens open nothing any more. */
export const staffLogOut = {
  method: 'POST',
  path: '/staff/logout',
  access: 'staff',
  guardsItself: true,
  beforeFactor: true,
  summary: '员工退出登录',
  data: Type.Null(),
} satisfies Endpoint
