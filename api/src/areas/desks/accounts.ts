import { MAX_TYPED_PHONE } from '@paidang/domain/kernel/phone'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { ById, freeText, Id, Instant, orNull } from '../../shapes.ts'
import { agreementVersion, Claim, LogIn, phoneProof } from '../people/auth.ts'

const password = Type.String({ minLength: 8, maxLength: 128 })
const username = Type.String({ minLength: 4, maxLength: 32 })

/**
 * How the caller can log in. The phone is masked.
 * `passwordUsedUp`: the caller logged in with a one-time password. That password opens nothing any more. The caller
 * sets a new one without it. Source: decision "People"
 */
export const Account = Type.Object({
  username: orNull(Type.String()),
  phone: orNull(Type.String()),
  phoneVerified: Type.Boolean(),
  hasWechat: Type.Boolean(),
  passwordUsedUp: Type.Boolean(),
})
export type Account = Static<typeof Account>

export const registerAccount = {
  method: 'POST',
  path: '/auth/register',
  access: 'open',
  guardsItself: true,
  summary: 'Creates an account on the web',
  description: ['The phone number stays a claim until WeChat or a code proves it.'],
  errors: [
    'content_rejected',
    'nickname_hidden',
    'nickname_missing',
    'nickname_official',
    'password_weak',
    'phone_invalid',
    'phone_taken',
    'registrations_too_many',
    'username_invalid',
    'username_missing',
    'username_taken',
  ],
  outcome: outcomes.submitRegistration,
  body: Type.Object({
    username,
    password,
    nickname: Type.String({ minLength: 1, maxLength: 20 }),
    phone: Type.Optional(Type.String({ maxLength: MAX_TYPED_PHONE })),
    agreementVersion,
  }),
  data: LogIn,
} satisfies Endpoint

export const readAccount = {
  method: 'GET',
  path: '/auth/account',
  access: 'app',
  summary: 'How the caller can log in',
  outcome: outcomes.readUser,
  data: Account,
} satisfies Endpoint

export const setPassword = {
  method: 'POST',
  path: '/auth/password',
  access: 'app',
  guardsItself: true,
  summary: 'Sets another password, or the first one with a user name for an account that came through WeChat',
  description: [
    'Every other device is logged out.',
    '`oldPassword` is required when the account has a password that is not used up.',
    "`wechatCode` may replace it: a fresh code of `wx.login`, which proves that the account's own WeChat asks.",
  ],
  errors: [
    'login_too_often',
    'password_weak',
    'password_wrong',
    'username_invalid',
    'username_missing',
    'username_taken',
    'wechat_busy',
    'wechat_login_failed',
    'wechat_of_others',
    'wechat_off',
  ],
  outcome: outcomes.update,
  body: Type.Object({
    username: Type.Optional(username),
    oldPassword: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
    wechatCode: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
    newPassword: password,
  }),
  data: Account,
} satisfies Endpoint

export const requestPassword = {
  method: 'POST',
  path: '/auth/password-requests',
  access: 'open',
  guardsItself: true,
  summary: 'Asks the operators for another password because the old one is forgotten',
  description: ['The answer is always the same.', 'It does not reveal whether the account exists.'],
  errors: ['password_requests_too_many', 'request_account_missing', 'request_contact_missing', 'request_proof_missing'],
  outcome: outcomes.requestPassword,
  body: Type.Object({
    account: Type.String({ maxLength: 64 }),
    contact: freeText(100),
    proof: freeText(500),
  }),
  data: Type.Null(),
} satisfies Endpoint

export const bindWechat = {
  method: 'POST',
  path: '/auth/bind-wechat',
  access: 'app',
  needs: 'wechat',
  summary: "Binds the WeChat user of this phone to the caller's account",
  description: ['From then on that WeChat logs in as the caller.'],
  errors: ['login_too_often', 'wechat_bound', 'wechat_busy', 'wechat_login_failed'],
  outcome: outcomes.bindWechat,
  guardsItself: true,
  body: Type.Object({ code: Type.String({ minLength: 1, maxLength: 256 }) }),
  data: Account,
} satisfies Endpoint

export const settlePhone = {
  method: 'POST',
  path: '/auth/settle-phone',
  access: 'app',
  guardsItself: true,
  summary:
    'Settles who owns a number that WeChat or a code proved and another account only claims (the proof answered `ticket`)',
  description: [
    "With that account's password the two accounts become one; who proved the number by a code, or has no WeChat, goes on as that account, and both stay.",
    'Without it the number goes to the caller.',
  ],
  errors: [
    'account_suspended',
    'login_too_often',
    'login_wrong',
    'one_time_password_used',
    'phone_of_others',
    'phone_ticket_expired',
  ],
  outcome: outcomes.settlePhone,
  body: Type.Object({
    ticket: Type.String({ minLength: 1, maxLength: 2048 }),
    password: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
  }),
  data: Type.Object({ phone: Type.String(), logIn: orNull(LogIn) }),
} satisfies Endpoint

export const verifyPhone = {
  method: 'POST',
  path: '/auth/verify-phone',
  access: 'app',
  needs: 'sms',
  guardsItself: true,
  summary: "Sets the caller's phone number, which the code that was sent to it proves",
  description: [
    '`logIn` and `claimed` are those of decrypt-phone.',
    'A number other than the present one needs the password of an account that has one.',
  ],
  errors: [
    'account_suspended',
    'login_too_often',
    'password_incorrect',
    'phone_code_locked',
    'phone_code_wrong',
    'phone_invalid',
    'phone_of_others',
  ],
  outcome: outcomes.verifyPhone,
  body: Type.Object({ ...phoneProof, password: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })) }),
  data: Type.Object({ logIn: orNull(LogIn), claimed: orNull(Claim) }),
} satisfies Endpoint

export const resetPassword = {
  method: 'POST',
  path: '/auth/reset-password',
  access: 'open',
  needs: 'sms',
  guardsItself: true,
  summary: 'Sets another password for the account of a proven number, and logs it in',
  description: ['Every other device is logged out.', 'A number that the account only claims resets nothing.'],
  errors: [
    'account_suspended',
    'password_weak',
    'phone_account_missing',
    'phone_code_locked',
    'phone_code_wrong',
    'phone_invalid',
  ],
  outcome: outcomes.resetPassword,
  body: Type.Object({ ...phoneProof, newPassword: password }),
  data: LogIn,
} satisfies Endpoint

/** One active log-in. */
export const Device = Type.Object({
  id: Id,
  platform: Type.Enum(['web', 'weapp']),
  device: Type.String(),
  loggedInAt: Instant,
  lastSeenAt: Instant,
  isThis: Type.Boolean(),
})
export type Device = Static<typeof Device>

export const listDevices = {
  method: 'GET',
  path: '/auth/devices',
  access: 'app',
  summary: 'The devices on which the caller is logged in: this device first, then the one seen last',
  outcome: outcomes.readInformation,
  data: Type.Array(Device),
} satisfies Endpoint

export const logOutDevice = {
  method: 'POST',
  path: '/auth/devices/log-out/:id',
  access: 'app',
  summary: 'Logs the caller out on one device',
  description: ['Repeating it gives the same answer.'],
  errors: ['device_not_found'],
  outcome: outcomes.logOutDevice,
  params: ById,
  data: Type.Null(),
} satisfies Endpoint

export const exportOwnData = {
  method: 'GET',
  path: '/app-users/export',
  access: 'app',
  summary: 'Exports everything that is stored about the caller as a JSON file',
  description: ['`base64` is the file.'],
  outcome: outcomes.exportOwnData,
  data: Type.Object({ fileName: Type.String(), contentType: Type.String(), base64: Type.String() }),
} satisfies Endpoint

/** The reasons why an account cannot be closed until they are settled. */
export const CLOSING_BLOCKERS = [
  'CARD_BALANCE',
  'LESSON_HOURS',
  'CLASSES',
  'STUDENTS_CLASSES',
  'TRIALS',
  'BALLS',
  'LATE_SEATS',
  'ORDERS',
  'REFUNDS',
  'STRINGING',
  'SHOP',
  'COMPANY',
] as const
export type ClosingBlocker = (typeof CLOSING_BLOCKERS)[number]

/** Whether the caller can close the account, and what prevents it. `text` states the reason in a sentence. */
export const Closing = Type.Object({
  blockers: Type.Array(
    Type.Object({ kind: Type.Enum([...CLOSING_BLOCKERS]), text: Type.String(), objectId: orNull(Id) }),
  ),
  /** What is deleted and what accounting keeps, one sentence each. */
  deletes: Type.Array(Type.String()),
  keeps: Type.Array(Type.String()),
  needsPassword: Type.Boolean(),
})
export type Closing = Static<typeof Closing>

export const readClosing = {
  method: 'GET',
  path: '/app-users/closing',
  access: 'app',
  summary: 'What still keeps the account from being closed',
  outcome: outcomes.readInformation,
  data: Closing,
} satisfies Endpoint

export const closeAccount = {
  method: 'POST',
  path: '/app-users/close',
  access: 'app',
  guardsItself: true,
  summary: 'Closes the account for good',
  description: ['Personal data is deleted.', 'What accounting needs stays without a name.'],
  errors: ['account_unsettled', 'login_too_often', 'password_incorrect'],
  outcome: outcomes.closeAccount,
  body: Type.Object({
    /** Required when the account has a password. */
    password: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
    confirm: Type.Literal('注销'),
  }),
  data: Type.Null(),
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about:
    "The caller's account: registration, passwords, the bound phone number and WeChat, devices, export and closing.",
  fields: {
    'Account.phone': "The caller's phone number, masked except for its last digits; null without one.",
    'registerAccount.phone': 'The phone number of the new account; it stays a claim until WeChat vouches for it.',
    'settlePhone.phone': 'The whole phone number that is settled now.',
    'registerAccount.username': 'The name with which the new account logs in.',
    'setPassword.username': 'The name with which the account logs in; required when it has none yet.',
    'registerAccount.password': 'The password of the new account.',
    'settlePhone.password':
      'The password of the account that claims the number; left out, the number goes to the caller.',
    'closeAccount.password': "The caller's password, required when the account has one.",
    passwordUsedUp: 'Whether the caller logged in with a one-time password and has to set a new one.',
    blockers: 'What has to be settled before the account can be closed.',
    kind: 'What holds the account: CARD_BALANCE money on cards, LESSON_HOURS unused hours, CLASSES own classes, STUDENTS_CLASSES classes as a coach, TRIALS trial lessons that wait, BALLS games, LATE_SEATS seats given back late, ORDERS unpaid or unfinished orders, REFUNDS money on its way back, STRINGING stringing orders, SHOP parcels, COMPANY coaches or students of the company whose admin the caller is.',
    objectId: 'The id of the trial lesson that is settled first, of TRIALS; null where only time settles it.',
    text: 'The same in one Chinese sentence for the caller.',
    deletes: 'What closing the account deletes, one Chinese sentence each.',
    keeps: 'What accounting keeps without a name, one Chinese sentence each.',
    needsPassword: 'Whether closing the account asks for the password.',
    id: 'The id of the log-in on one device.',
    platform: 'Where the user logged in: web in a browser, weapp in the mini-program.',
    device: 'The device as its browser or WeChat describes it.',
    loggedInAt: 'When the user logged in on the device.',
    lastSeenAt: 'When the device last got tokens.',
    isThis: 'Whether this call came from that device.',
    agreementVersion: 'The version of 用户协议 and 隐私政策 that the user agreed to: its day. It is kept as proof.',
    oldPassword: 'The present password, required unless the account has none or it is used up.',
    newPassword: 'The password to set, with which every other device is logged out.',
    wechatCode: "A fresh code of `wx.login` from the account's own WeChat, in place of the old password.",
    account: 'The user name or phone number of the account whose password is forgotten.',
    contact: 'How the operators reach the person, as a phone number or WeChat id.',
    proof: "What shows that the account is the person's own, in their words.",
    'bindWechat.code': 'A fresh code of `wx.login` from the WeChat that is to be bound.',
    'verifyPhone.phone': 'The mobile number to prove, in any spelling.',
    'resetPassword.phone': 'The proven mobile number of the account, in any spelling.',
    'verifyPhone.code': 'The code that was sent to the number.',
    'resetPassword.code': 'The code that was sent to the number.',
    'verifyPhone.password': "The caller's password, required for another number when the account has one.",
    claimed: 'Another account that claims the number without proof; null without one.',
    ticket: 'The ticket that `decryptPhone` answered for a claimed number.',
    confirm: 'The word 注销, as the caller typed it to confirm.',
    Account: 'How the caller can log in.',
    Closing: "Whether the caller's account can be closed, and what comes of it.",
    Device: 'One device on which the caller is logged in.',
  },
}
