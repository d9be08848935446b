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
    claimed: orNull(Type.Object({ ticket: Type.String(), username: orNull(Type.String()) })),
  }),
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
    wechat: Type.Boolean(),
    wechatPay: Type.Boolean(),
  }),
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about:
    'Log-in of app users by password or WeChat, the exchange of tokens, and what a client needs to know before it.',
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
    loginType: 'What the client means to log in as; only the client uses it, and it grants nothing.',
    agreementVersion: 'The version of 用户协议 and 隐私政策 that the user agreed to: its day. It is kept as proof.',
    cards: 'Whether the deployment has stored-value cards.',
    shop: 'Whether the deployment has the shop of products.',
    stringingPayments: 'Whether stringing is paid through the platform.',
    ballPayments: 'Whether games with a fee are paid through the platform.',
    trialLessons: 'Whether trial lessons are offered and paid through the platform.',
    wechat: 'Whether the deployment is connected with WeChat: its log-in, messages and codes.',
    wechatPay: 'Whether orders can be paid by WeChat Pay.',
    encryptedData: 'The encrypted phone data of an older WeChat, sent together with `iv`.',
    iv: 'The initialisation vector of the encrypted phone data.',
    'wxLogin.code': 'The code of `wx.login`.',
    'decryptPhone.code': "The phone code of WeChat's button; or the code of `wx.login` with encrypted data.",
    'decryptPhone.phone': 'The whole phone number that WeChat vouches for.',
    claimed: 'Another account that claims the number without proof; null without one.',
    ticket: 'The ticket with which `settlePhone` settles who owns the number.',
    'claimed.username': 'The user name of the account that claims the number; null before it has one.',
    DemoAccount: 'An account of the demo world.',
    LogIn: 'The answer of every log-in and refresh.',
    Operator: 'Who runs the platform.',
    Tokens: 'The access token and the refresh token of a log-in.',
    UserInfo: 'The user who logged in.',
  },
}
