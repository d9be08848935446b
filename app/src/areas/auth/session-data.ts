import * as auth from '@paidang/api/areas/auth'
import { ApiError } from '@paidang/api/catalogue/errors'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../platform/call'
import { leaveLogin } from '../../platform/navigate'
import { endSession, startSession } from '../../platform/session'
import { showToast } from '../../platform/toast'
import { chooseIdentity, type Identity, LOGIN_TYPES } from './identity'
import { wechatCode } from './parts/wechat-code'

/** What a log-in form holds when it is sent. */
export type Credentials = { username: string; password: string; identity: Identity }

/** Logs in with account and password, and goes back to where the log-in was asked for. The form shows the failure. */
export function useLogIn() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ username, password, identity }: Credentials) =>
      call(auth.h5Login, { body: { username, password, loginType: LOGIN_TYPES[identity] } }),
    onSuccess: (logIn, { identity }) => enter(queryClient, logIn, identity),
  })
}

/** Logs in as the WeChat user of this phone. The form shows the failure. */
export function useWechatLogIn() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (identity: Identity) => {
      const code = await wechatCode()
      return call(auth.wxLogin, { body: { code, loginType: LOGIN_TYPES[identity] } })
    },
    onSuccess: (logIn, identity) => enter(queryClient, logIn, identity),
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

function enter(queryClient: QueryClient, logIn: auth.LogIn, identity: Identity): Promise<void> {
  chooseIdentity(identity)
  startSession(logIn, Date.now())
  // It may be another person than before: nothing that was fetched for the last one is shown to this one.
  queryClient.removeQueries({ type: 'inactive' })
  queryClient.resetQueries({ type: 'active' })
  return leaveLogin()
}
