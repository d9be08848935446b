import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { ById, freeText, Id, Instant, orNull } from '../shapes.ts'
import { agreementVersion, LogIn } from './auth.ts'

const password = Type.String({ minLength: 8, maxLength: 128 })
const username = Type.String({ minLength: 4, maxLength: 32 })

/**
 * How the caller gets in, the phone masked. `passwordUsedUp`: he logged in with a one-time password, which opens nothing any
 * more, and sets his own without it. Source: decision "People"
 */
export const Account = Type.Object({
  username: orNull(Type.String()),
  phone: orNull(Type.String()),
  phoneVerified: Type.Boolean(),
  hasWechat: Type.Boolean(),
  passwordUsedUp: Type.Boolean(),
})
export type Account = Static<typeof Account>

/** A new account on the web; the phone is only claimed until WeChat vouches for it. */
export const registerAccount = {
  method: 'POST',
  path: '/auth/register',
  access: 'open',
  guardsItself: true,
  summary: '网页注册',
  outcome: outcomes.submitRegistration,
  body: Type.Object({
    username,
    password,
    nickname: Type.String({ minLength: 1, maxLength: 20 }),
    phone: Type.Optional(Type.String({ maxLength: 20 })),
    agreementVersion,
  }),
  data: LogIn,
} satisfies Endpoint

/** How the caller gets in. */
export const readAccount = {
  method: 'GET',
  path: '/auth/account',
  access: 'app',
  summary: '账号与安全',
  outcome: outcomes.readUser,
  data: Account,
} satisfies Endpoint

/**
 * Another password, or the first one with a user name for who came through WeChat. Every other device is logged out.
 * `oldPassword` is needed where there is one that is not used up, or in its place `wechatCode`: a fresh code of `wx.login` which
 * says that the account's own WeChat asks.
 */
export const setPassword = {
  method: 'POST',
  path: '/auth/password',
  access: 'app',
  guardsItself: true,
  summary: '设置密码',
  outcome: outcomes.update,
  body: Type.Object({
    username: Type.Optional(username),
    oldPassword: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
    wechatCode: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
    newPassword: password,
  }),
  data: Account,
} satisfies Endpoint

/**
 * Somebody who forgot a password asks the operators for another. The answer is the same whoever the account is, and whether
 * there is one.
 */
export const askForPassword = {
  method: 'POST',
  path: '/auth/password-requests',
  access: 'open',
  guardsItself: true,
  summary: '申请找回密码',
  outcome: outcomes.askForPassword,
  body: Type.Object({
    account: Type.String({ maxLength: 64 }),
    contact: freeText(100),
    proof: freeText(500),
  }),
  data: Type.Null(),
} satisfies Endpoint

/** The WeChat user of this phone gets in as the caller from now on. */
export const bindWechat = {
  method: 'POST',
  path: '/auth/bind-wechat',
  access: 'app',
  summary: '绑定微信',
  outcome: outcomes.bindWechat,
  guardsItself: true,
  body: Type.Object({ code: Type.String({ minLength: 1, maxLength: 256 }) }),
  data: Account,
} satisfies Endpoint

/**
 * Settles whose a number is that WeChat vouched for and another account only claims (decrypt-phone answered `ticket`): with
 * that account's password the two become one, without it the number goes to the caller.
 */
export const settlePhone = {
  method: 'POST',
  path: '/auth/settle-phone',
  access: 'app',
  guardsItself: true,
  summary: '确认手机号归属',
  outcome: outcomes.settlePhone,
  body: Type.Object({
    ticket: Type.String({ minLength: 1, maxLength: 2048 }),
    password: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
  }),
  data: Type.Object({ phone: Type.String(), logIn: orNull(LogIn) }),
} satisfies Endpoint

/** One log-in that still stands. */
export const Device = Type.Object({
  id: Id,
  platform: Type.Enum(['web', 'weapp']),
  device: Type.String(),
  loggedInAt: Instant,
  lastSeenAt: Instant,
  isThis: Type.Boolean(),
})
export type Device = Static<typeof Device>

/** Where the caller is logged in: this device first, then the one seen last. */
export const listDevices = {
  method: 'GET',
  path: '/auth/devices',
  access: 'app',
  summary: '登录设备',
  outcome: outcomes.readInformation,
  data: Type.Array(Device),
} satisfies Endpoint

/** Logs the caller out on one device; again answers the same. */
export const logOutDevice = {
  method: 'POST',
  path: '/auth/devices/log-out/:id',
  access: 'app',
  summary: '在该设备退出登录',
  outcome: outcomes.logOutDevice,
  params: ById,
  data: Type.Null(),
} satisfies Endpoint

/** Everything that is kept about the caller, as a JSON file; `base64` is the file. */
export const exportOwnData = {
  method: 'GET',
  path: '/app-users/export',
  access: 'app',
  summary: '导出我的数据',
  outcome: outcomes.exportOwnData,
  data: Type.Object({ fileName: Type.String(), contentType: Type.String(), base64: Type.String() }),
} satisfies Endpoint

/** What keeps an account open until it is settled. */
export const CLOSING_BLOCKERS = [
  'CARD_BALANCE',
  'LESSON_HOURS',
  'CLASSES',
  'STUDENTS_CLASSES',
  'BALLS',
  'LATE_SEATS',
  'ORDERS',
  'REFUNDS',
  'STRINGING',
  'SHOP',
  'COMPANY',
] as const
export type ClosingBlocker = (typeof CLOSING_BLOCKERS)[number]

/** Whether the caller can close his account, and what stands against it; `text` says it in a sentence. */
export const Closing = Type.Object({
  blockers: Type.Array(Type.Object({ kind: Type.Enum([...CLOSING_BLOCKERS]), text: Type.String() })),
  /** What is deleted and what accounting keeps, a sentence each. */
  deletes: Type.Array(Type.String()),
  keeps: Type.Array(Type.String()),
  needsPassword: Type.Boolean(),
})
export type Closing = Static<typeof Closing>

export const readClosing = {
  method: 'GET',
  path: '/app-users/closing',
  access: 'app',
  summary: '注销账号须知',
  outcome: outcomes.readInformation,
  data: Closing,
} satisfies Endpoint

/** Closes the account for good: what is personal goes, what accounting needs stays without a name. */
export const closeAccount = {
  method: 'POST',
  path: '/app-users/close',
  access: 'app',
  guardsItself: true,
  summary: '注销账号',
  outcome: outcomes.closeAccount,
  body: Type.Object({
    /** Where there is one. */
    password: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
    confirm: Type.Literal('注销'),
  }),
  data: Type.Null(),
} satisfies Endpoint
