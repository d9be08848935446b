import * as accounts from '@paidang/api/areas/desks/accounts'
import * as auth from '@paidang/api/areas/people/auth'
import { readRegistInfo } from '@paidang/api/areas/people/registration'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Input } from '@paidang/api/endpoint'
import { AGREEMENT_VERSION } from '@paidang/domain/areas/people/auth/agreement'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { accountPath, homePath, registPath } from '../../../paths'
import { call } from '../../../platform/call'
import { fromHere, leaveLogin, replaceWith } from '../../../platform/navigate'
import { useRead } from '../../../platform/read'
import { endSession, startSession } from '../../../platform/session'
import { showToast } from '../../../platform/toast'
import { wechatCode } from '../../../platform/wechat-code'
import { useWrite } from '../../../platform/write'
import { isUnnamed } from '../profile/profile-draft'
import { chooseIdentity, type Identity, LOGIN_TYPES } from './identity'

const AUTH_KEY = ['auth'] as const

/** The input of a log-in form. */
export type Credentials = { username: string; password: string; identity: Identity }

/** A form that shows its failure itself, and whose success is another page. */
const byForm = { stale: [], isSilent: true, refused: () => undefined }

/**
 * Logs in with account and password, and returns to the page that asked for the log-in. A user with a one-time
 * password goes on to set a new one. The form shows the failure.
 */
export function useLogIn() {
  const queryClient = useQueryClient()
  return useWrite(auth.h5Login, {
    ...byForm,
    input: ({ username, password, identity }: Credentials) => ({
      body: { username, password, loginType: LOGIN_TYPES[identity], agreementVersion: AGREEMENT_VERSION },
    }),
    keep(logIn, { identity }) {
      takeSession(queryClient, logIn, identity)
      return logIn.passwordUsedUp ? replaceWith(accountPath()) : leaveLogin()
    },
  })
}

/** Logs in as the WeChat user of this phone. A new user goes on to the registration. The form shows the failure. */
export function useWechatLogIn() {
  const queryClient = useQueryClient()
  return useWrite(auth.wxLogin, {
    ...byForm,
    send: async (identity: Identity, idempotencyKey) => {
      const body = {
        code: await wechatCode(),
        loginType: LOGIN_TYPES[identity],
        agreementVersion: AGREEMENT_VERSION,
      }
      return call(auth.wxLogin, { body }, { idempotencyKey })
    },
    keep: (logIn, identity) => enter(queryClient, logIn, identity, false),
  })
}

/**
 * Registers a new account on the web, logs it in, and goes on to the registration as a player. The form shows the
 * failure.
 */
export function useRegisterAccount() {
  const queryClient = useQueryClient()
  return useWrite(accounts.registerAccount, {
    ...byForm,
    input: (body: Input<typeof accounts.registerAccount>['body']) => ({
      body: { ...body, agreementVersion: AGREEMENT_VERSION },
    }),
    keep: (logIn) => takeSession(queryClient, logIn, 'player'),
  })
}

/** Goes on after a log-in by WeChat or phone: a new account says its name first. */
async function enter(queryClient: QueryClient, logIn: auth.LogIn, identity: Identity, isNew: boolean): Promise<void> {
  takeSession(queryClient, logIn, identity)
  const goOn = fromHere()
  const saysName = isNew || (await isNewcomer(logIn))
  await goOn(() => (saysName ? replaceWith(registPath('player')) : leaveLogin()))
}

/** Goes on after a log-in by phone, which asks for no identity. */
function enterByPhone(queryClient: QueryClient, logIn: auth.LogIn, isNew: boolean): Promise<void> {
  return enter(queryClient, logIn, logIn.userInfo.userType === 0 ? 'player' : 'coach', isNew)
}

/** Logs in with a number and its code. A number that an account only claims is not settled yet. */
export function usePhoneLogIn() {
  const queryClient = useQueryClient()
  return useWrite(auth.phoneLogIn, {
    ...byForm,
    input: (proof: { phone: string; code: string }) => ({ body: { ...proof, agreementVersion: AGREEMENT_VERSION } }),
    keep: ({ logIn, isNew }) => (logIn ? enterByPhone(queryClient, logIn, isNew) : undefined),
  })
}

/** Settles a claimed number with the password of the account that claims it, or without it for a new account. */
export function useSettlePhoneLogIn() {
  const queryClient = useQueryClient()
  return useWrite(auth.settlePhoneLogIn, {
    ...byForm,
    input: (body: { ticket: string; password?: string }) => ({
      body: { ...body, agreementVersion: AGREEMENT_VERSION },
    }),
    keep: ({ logIn, isNew }) => enterByPhone(queryClient, logIn, isNew),
  })
}

/** Sets another password by the code that was sent to the account's number, and logs in. */
export function useResetPassword() {
  const queryClient = useQueryClient()
  return useWrite(accounts.resetPassword, {
    stale: [],
    refused: () => undefined,
    input: (body: Input<typeof accounts.resetPassword>['body']) => ({ body }),
    keep(logIn) {
      takeSession(queryClient, logIn)
      // The page of the log-in is below this one.
      return replaceWith(homePath())
    },
  })
}

/** Asks the operators for another password. The form shows the failure. */
export function useRequestPassword() {
  return useWrite(accounts.requestPassword, {
    ...byForm,
    input: (body: Input<typeof accounts.requestPassword>['body']) => ({ body }),
  })
}

/** The operator of the platform, for the agreements. */
export function useOperator() {
  return useRead(AUTH_KEY, auth.readOperator, {}, { staleTime: Number.POSITIVE_INFINITY })
}

/** The accounts to try while the demo world is on; an empty list otherwise. */
export function useDemoAccounts() {
  return useRead(AUTH_KEY, auth.demoAccounts, {}, { staleTime: Number.POSITIVE_INFINITY })
}

/**
 * Ends the session on the server and on this device. The device forgets the session even when the server is
 * unreachable: after 退出登录 nobody may stay logged in here.
 */
export function useLogOut() {
  const queryClient = useQueryClient()
  const forget = () => {
    endSession()
    queryClient.removeQueries({ type: 'inactive' })
  }
  return useWrite(auth.logOut, {
    stale: [],
    input: () => ({}),
    says: () => '已退出登录',
    keep: forget,
    refused(failure) {
      // A session that the server has ended already is the requested result.
      if (failure instanceof ApiError && failure.status === 401) showToast('已退出登录', { tone: 'done' })
      else showToast('已在本机退出，服务器没有回应', { tone: 'plain' })
      forget()
    },
  })
}

/** Shown where the browser blocks or has filled its storage. Three times as long as other toasts. */
const ONLY_HERE = '本次登录只在这个页面有效，刷新或关闭后需要重新登录。请允许浏览器保存网站数据'
const ONLY_HERE_MS = 6000

/** Starts a session on this device, possibly for another person than before. */
export function takeSession(queryClient: QueryClient, logIn: auth.LogIn, identity?: Identity): void {
  if (identity) chooseIdentity(identity)
  if (!startSession(logIn, Date.now())) showToast(ONLY_HERE, { durationMs: ONLY_HERE_MS })
  // Data of the last user must not be shown to this one.
  queryClient.removeQueries({ type: 'inactive' })
  queryClient.resetQueries({ type: 'active' })
}

/** Whether the user has yet to register. If that cannot be read, the answer is no; 我的 reminds the user. */
async function isNewcomer({ userInfo: { userId, nickname } }: auth.LogIn): Promise<boolean> {
  if (!isUnnamed(nickname)) return false
  try {
    return !(await call(readRegistInfo, { params: { id: userId } })).isRegistered
  } catch {
    return false
  }
}
