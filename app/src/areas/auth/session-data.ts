import * as accounts from '@paidang/api/areas/accounts'
import * as auth from '@paidang/api/areas/auth'
import { readRegistInfo } from '@paidang/api/areas/registration'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Input } from '@paidang/api/endpoint'
import { AGREEMENT_VERSION } from '@paidang/domain/areas/auth/agreement'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { accountPath, registPath } from '../../paths'
import { call } from '../../platform/call'
import { leaveLogin, replaceWith } from '../../platform/navigate'
import { endSession, startSession } from '../../platform/session'
import { showToast } from '../../platform/toast'
import { wechatCode } from '../../platform/wechat-code'
import { isUnnamed } from '../profile/profile-draft'
import { chooseIdentity, type Identity, LOGIN_TYPES } from './identity'

/** What a log-in form holds when it is sent. */
export type Credentials = { username: string; password: string; identity: Identity }

/**
 * Logs in with account and password, and goes back to where the log-in was asked for; who used up a one-time password goes on to
 * set his own. The form shows the failure.
 */
export function useLogIn() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ username, password, identity }: Credentials) =>
      call(auth.h5Login, {
        body: { username, password, loginType: LOGIN_TYPES[identity], agreementVersion: AGREEMENT_VERSION },
      }),
    onSuccess: (logIn, { identity }) => {
      takeSession(queryClient, logIn, identity)
      return logIn.passwordUsedUp ? replaceWith(accountPath()) : leaveLogin()
    },
  })
}

/** Logs in as the WeChat user of this phone; who comes for the first time goes on to his registration. The form shows the failure. */
export function useWechatLogIn() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (identity: Identity) => {
      const code = await wechatCode()
      return call(auth.wxLogin, {
        body: { code, loginType: LOGIN_TYPES[identity], agreementVersion: AGREEMENT_VERSION },
      })
    },
    onSuccess: async (logIn, identity) => {
      takeSession(queryClient, logIn, identity)
      await ((await isNewcomer(logIn)) ? replaceWith(registPath('player')) : leaveLogin())
    },
  })
}

/** A new account on the web, which is logged in at once and goes on to its registration as a player. The form shows the failure. */
export function useRegisterAccount() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Input<typeof accounts.registerAccount>['body']) =>
      call(accounts.registerAccount, { body: { ...body, agreementVersion: AGREEMENT_VERSION } }),
    onSuccess: (logIn) => takeSession(queryClient, logIn, 'player'),
  })
}

/** Asks the operators for another password. The form shows the failure. */
export function useAskForPassword() {
  return useMutation({
    mutationFn: (body: Input<typeof accounts.askForPassword>['body']) => call(accounts.askForPassword, { body }),
  })
}

/** Who runs the platform, for the agreements. */
export function useOperator() {
  return useQuery({
    queryKey: ['auth', 'operator'],
    queryFn: ({ signal }) => call(auth.readOperator, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The accounts that may be tried while the demo world is on; an empty list otherwise. */
export function useDemoAccounts() {
  return useQuery({
    queryKey: ['auth', 'demo-accounts'],
    queryFn: ({ signal }) => call(auth.demoAccounts, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/**
 * Ends the session on the server and on this device. The device forgets it even when the server cannot be reached: who
 * presses 退出登录 must not stay logged in here.
 */
export function useLogOut() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(auth.logOut, {}),
    onSuccess: () => showToast('已退出登录', { tone: 'done' }),
    onError: (error) => {
      // A session that the server has ended already is what was wanted.
      if (error instanceof ApiError && error.status === 401) showToast('已退出登录', { tone: 'done' })
      else showToast('已在本机退出，服务器没有回应', { tone: 'plain' })
    },
    onSettled: () => {
      endSession()
      queryClient.removeQueries({ type: 'inactive' })
    },
  })
}

/** Somebody is logged in on this device from now on; it may be another person than before. */
export function takeSession(queryClient: QueryClient, logIn: auth.LogIn, identity?: Identity): void {
  if (identity) chooseIdentity(identity)
  startSession(logIn, Date.now())
  // Nothing that was fetched for the last one is shown to this one.
  queryClient.removeQueries({ type: 'inactive' })
  queryClient.resetQueries({ type: 'active' })
}

/** Whether he has not registered yet. When that cannot be asked he goes on: 我的 reminds him. */
async function isNewcomer({ userInfo: { userId, nickname } }: auth.LogIn): Promise<boolean> {
  if (!isUnnamed(nickname)) return false
  try {
    return !(await call(readRegistInfo, { params: { id: userId } })).isRegistered
  } catch {
    return false
  }
}
