import { MAX_TYPED_PHONE } from '@paidang/domain/kernel/phone'
import { SPORTS } from '@paidang/domain/kernel/sport'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { Day, Id, orNull } from '../../shapes.ts'

/**
 * Tokens of a log-in. `expiresIn` is the access token's lifetime in seconds. Source: specification §3 "Login session".
 */
export const Tokens = Type.Object({ token: Type.String(), refreshToken: Type.String(), expiresIn: Type.Integer() })

/** The user who logged in. */
export const UserInfo = Type.Object({
  userType: Type.Integer(),
  userId: Id,
  nickname: Type.String(),
  avatar: Type.Union([Type.String(), Type.Null()]),
  isCompanyAdmin: Type.Boolean(),
  sport: Type.Optional(Type.Enum([...SPORTS])),
})
export type UserInfo = Static<typeof UserInfo>

/**
 * The answer of every log-in and refresh. `passwordUsedUp`: the log-in used a one-time password, and the user must set
 * a new one.
 */
export const LogIn = Type.Object({
  tokens: Tokens,
  userInfo: UserInfo,
  passwordUsedUp: Type.Optional(Type.Literal(true)),
})
export type LogIn = Static<typeof LogIn>

const loginType = Type.Optional(Type.Integer({ minimum: 0, maximum: 9, default: 0 }))

/** The version of 用户协议 and 隐私政策 that the user agreed to at log-in. It is kept as proof. */
export const agreementVersion = Type.Optional(Day)

export const h5Login = {
  method: 'POST',
  path: '/auth/h5-login',
  access: 'open',
  guardsItself: true,
  summary: 'Logs in with user name or phone number, and password',
  description: ['Only the client uses `loginType`; it grants nothing.'],
  errors: ['account_suspended', 'login_too_often', 'login_wrong', 'one_time_password_used'],
  outcome: outcomes.logIn,
  body: Type.Object({
    username: Type.String({ minLength: 1, maxLength: 64 }),
    password: Type.String({ minLength: 1, maxLength: 128 }),
    loginType,
    agreementVersion,
  }),
  data: LogIn,
} satisfies Endpoint

export const wxLogin = {
  method: 'POST',
  path: '/auth/wx-login',
  access: 'open',
  guardsItself: true,
  needs: 'wechat',
  summary: 'Logs in to the mini-program with the code of `wx.login`',
  description: ['A first-time user gets an account.'],
  errors: ['account_suspended', 'login_too_often', 'wechat_busy', 'wechat_login_failed'],
  outcome: outcomes.logIn,
  body: Type.Object({ code: Type.String({ minLength: 1, maxLength: 256 }), loginType, agreementVersion }),
  data: LogIn,
} satisfies Endpoint

export const refreshToken = {
  method: 'POST',
  path: '/auth/refresh-token',
  access: 'open',
  summary: 'Exchanges a refresh token for a new pair',
  description: [
    'Each token works once.',
    'Using one twice revokes its family.',
    'An answer may get lost, so a token may be repeated for a minute while its new pair is unused.',
    'A user who agreed to an earlier version of the agreements must log in again.',
  ],
  errors: ['account_suspended', 'agreement_changed', 'session_expired'],
  outcome: outcomes.logIn,
  body: Type.Object({ refreshToken: Type.String({ maxLength: 256 }) }),
  missing: { refreshToken: 'refresh_token_missing' },
  data: LogIn,
} satisfies Endpoint

export const logOut = {
  method: 'POST',
  path: '/auth/logout',
  access: 'app',
  summary: 'Revokes the token family of this log-in',
  data: Type.Null(),
} satisfies Endpoint

/** A typed mobile number, and the code that was sent to it. */
export const phoneProof = {
  phone: Type.String({ maxLength: MAX_TYPED_PHONE }),
  code: Type.String({ maxLength: 20 }),
}

/** An account that claims a proven number: the ticket that settles whose it is, and its masked user name. */
export const Claim = Type.Object({ ticket: Type.String(), username: orNull(Type.String()) })
export type Claim = Static<typeof Claim>

export const decryptPhone = {
  method: 'POST',
  path: '/user/decrypt-phone',
  access: 'app',
  needs: 'wechat',
  summary: "Sets the caller's phone number, which WeChat vouches for: by a phone code, or encrypted in the old way",
  description: [
    '`logIn` is present when the number belongs to another account of the same person.',
    'The caller continues as that account.',
    '`claimed` is present when another account claims the number without proof (see settlePhone).',
    'In that case nothing has changed.',
  ],
  errors: ['account_suspended', 'phone_decryption_failed', 'phone_of_others'],
  outcome: outcomes.decryptPhone,
  body: Type.Object({
    code: Type.Optional(Type.String({ maxLength: 256 })),
    encryptedData: Type.Optional(Type.String({ maxLength: 4096 })),
    iv: Type.Optional(Type.String({ maxLength: 64 })),
  }),
  guardsItself: true,
  data: Type.Object({
    phone: Type.String(),
    logIn: orNull(LogIn),
    claimed: orNull(Claim),
  }),
} satisfies Endpoint

export const phoneCodePicture = {
  method: 'GET',
  path: '/auth/phone-code-picture',
  access: 'open',
  needs: 'sms',
  limit: { requests: 20, minutes: 1 },
  summary: 'A picture with four signs to read before another code is sent',
  description: ['Each picture is answered once.'],
  outcome: outcomes.readPicture,
  data: Type.Object({ ticket: Type.String(), picture: Type.String() }),
} satisfies Endpoint

export const sendPhoneCode = {
  method: 'POST',
  path: '/auth/phone-code',
  access: 'open',
  needs: 'sms',
  guardsItself: true,
  summary: 'Sends a code of six digits to a mobile number, valid for five minutes',
  description: [
    'The answer does not depend on whether the number has an account.',
    'A number gets one code in 60 seconds, and ten in a day.',
    'From the third code on the sender reads a picture first.',
  ],
  errors: [
    'code_sent_lately',
    'codes_too_many',
    'phone_invalid',
    'picture_needed',
    'picture_wrong',
    'sms_failed',
    'sms_undeliverable',
  ],
  outcome: outcomes.sendPhoneCode,
  body: Type.Object({
    phone: phoneProof.phone,
    picture: Type.Optional(
      Type.Object({ ticket: Type.String({ maxLength: 512 }), text: Type.String({ maxLength: 20 }) }),
    ),
  }),
  data: Type.Object({ seconds: Type.Integer(), shownCode: orNull(Type.String()) }),
} satisfies Endpoint

export const phoneLogIn = {
  method: 'POST',
  path: '/auth/phone-log-in',
  access: 'open',
  needs: 'sms',
  guardsItself: true,
  summary: 'Logs in with a mobile number and the code that was sent to it',
  description: [
    'A number that nobody has gets an account.',
    '`claimed` is present when an account claims the number without proof; `settlePhoneLogIn` says whose it is.',
    'In that case nobody is logged in yet.',
  ],
  errors: ['account_suspended', 'phone_code_locked', 'phone_code_wrong', 'phone_invalid'],
  outcome: outcomes.logIn,
  body: Type.Object({ ...phoneProof, agreementVersion }),
  data: Type.Object({ logIn: orNull(LogIn), isNew: Type.Boolean(), claimed: orNull(Claim) }),
} satisfies Endpoint

export const settlePhoneLogIn = {
  method: 'POST',
  path: '/auth/settle-phone-log-in',
  access: 'open',
  needs: 'sms',
  guardsItself: true,
  summary: 'Settles who owns a proven number that another account only claims (phone-log-in answered `ticket`)',
  description: ["With that account's password it is that account's.", 'Without it the number goes to a new account.'],
  errors: ['account_suspended', 'login_too_often', 'login_wrong', 'one_time_password_used', 'phone_ticket_expired'],
  outcome: outcomes.logIn,
  body: Type.Object({
    ticket: Type.String({ minLength: 1, maxLength: 2048 }),
    password: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
    agreementVersion,
  }),
  data: Type.Object({ logIn: LogIn, isNew: Type.Boolean() }),
} satisfies Endpoint

/** An account of the demo world, for one-tap log-in. */
export const DemoAccount = Type.Object({ username: Type.String(), password: Type.String(), who: Type.String() })
export type DemoAccount = Static<typeof DemoAccount>

export const demoAccounts = {
  method: 'GET',
  path: '/auth/demo-accounts',
  access: 'open',
  summary: 'The demo accounts while the demo world is on, else an empty list',
  data: Type.Array(DemoAccount),
} satisfies Endpoint

/** Who runs the platform, as the agreements name it. Both fields are empty when nothing is configured. */
export const Operator = Type.Object({ name: Type.String(), contact: Type.String() })
export type Operator = Static<typeof Operator>

export const readOperator = {
  method: 'GET',
  path: '/operator',
  access: 'open',
  summary: 'Who runs the platform',
  outcome: outcomes.readInformation,
  data: Operator,
} satisfies Endpoint

export const features = {
  method: 'GET',
  path: '/features',
  access: 'open',
  summary: 'The features of the deployment',
  description: ['The app hides the features that are missing.'],
  data: Type.Object({
    cards: Type.Boolean(),
    shop: Type.Boolean(),
    stringingPayments: Type.Boolean(),
    ballPayments: Type.Boolean(),
    trialLessons: Type.Boolean(),
    packages: Type.Boolean(),
    wechat: Type.Boolean(),
    wechatPay: Type.Boolean(),
    sms: Type.Boolean(),
  }),
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about:
    'Log-in of app users by password, WeChat or a code sent to their phone, the exchange of tokens, and what a client needs to know before it.',
  fields: {
    username: 'The user name or phone number of the account.',
    'DemoAccount.username': 'The user name of the demo account.',
    'DemoAccount.password': 'The password of the demo account.',
    'h5Login.password': 'The password of the account.',
    who: 'Who the demo account is, in Chinese.',
    tokens: 'The tokens of the log-in.',
    userInfo: 'The user who logged in.',
    passwordUsedUp: 'True when a one-time password was used, so that the user must set a new one; else left out.',
    'Operator.name': 'The name of the company that runs the platform; empty when it is not configured.',
    'Operator.contact': 'How to reach who runs the platform; empty when it is not configured.',
    isCompanyAdmin: 'Whether the user is the admin of a company.',
    sport:
      'What the user said they play, tennis or badminton, with which forms begin; left out when they said nothing.',
    loginType: 'What the client means to log in as; only the client uses it, and it grants nothing.',
    agreementVersion: 'The version of 用户协议 and 隐私政策 that the user agreed to: its day. It is kept as proof.',
    cards: 'Whether the deployment has stored-value cards.',
    shop: 'Whether the deployment has the shop of products.',
    stringingPayments: 'Whether stringing is paid through the platform.',
    ballPayments: 'Whether games with a fee are paid through the platform.',
    trialLessons: 'Whether trial lessons are offered and paid through the platform.',
    packages: 'Whether packages of lesson hours are sold through the platform.',
    wechat: 'Whether the deployment is connected with WeChat: its log-in, messages and codes.',
    wechatPay: 'Whether orders can be paid by WeChat Pay.',
    sms: 'Whether codes are sent to phones, for log-in, proof of a number and a new password.',
    phone: 'The mobile number, in any spelling.',
    code: 'The code that was sent to the number.',
    'sendPhoneCode.picture': 'What the sender read in a picture; required from the third code on.',
    'picture.ticket': 'The ticket of the picture.',
    'picture.text': 'The four signs that the picture shows, in any case.',
    'phoneCodePicture.ticket': 'The ticket to send with what was read.',
    'phoneCodePicture.picture': 'The picture as a data address.',
    seconds: 'The seconds until the number gets another code.',
    shownCode: 'The code itself where the simulator stands for text messages; null where they are sent.',
    logIn: 'The log-in; null while it is not settled whose the number is.',
    isNew: 'Whether the account was made just now.',
    'settlePhoneLogIn.password':
      'The password of the account that claims the number; left out, the number goes to a new account.',
    'settlePhoneLogIn.ticket': 'The ticket that `phoneLogIn` answered for a claimed number.',
    Claim: 'An account that claims a proven number.',
    encryptedData: 'The encrypted phone data of an older WeChat, sent together with `iv`.',
    iv: 'The initialisation vector of the encrypted phone data.',
    'wxLogin.code': 'The code of `wx.login`.',
    'decryptPhone.code': "The phone code of WeChat's button; or the code of `wx.login` with encrypted data.",
    'decryptPhone.phone': 'The whole phone number that WeChat vouches for.',
    claimed: 'Another account that claims the number without proof; null without one.',
    ticket: 'The ticket with which `settlePhone` settles who owns the number.',
    'Claim.username': 'The user name of the account that claims the number; null before it has one.',
    DemoAccount: 'An account of the demo world.',
    LogIn: 'The answer of every log-in and refresh.',
    Operator: 'Who runs the platform.',
    Tokens: 'The access token and the refresh token of a log-in.',
    UserInfo: 'The user who logged in.',
  },
}
