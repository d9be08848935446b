import type { LogIn, UserInfo } from '@paidang/api/areas/auth'
import { isLoggedIn } from '@paidang/domain/areas/auth/session'
import { roleOf } from '@paidang/domain/kernel/access'
import { create } from 'zustand'
import { readStored, type StorageKey, store, unstore } from './storage'
import { watchStorage } from './storage-watch'

/** Who uses the app on this device; instants in milliseconds. Source: specification §3 "Login session". */
export type Session = {
  token: string | null
  refreshToken: string | null
  expiresAt: number | null
  userInfo: UserInfo | null
  userRole: 'user' | 'coach' | null
  userId: string | null
  username: string | null
}

const NOBODY: Session = {
  token: null,
  refreshToken: null,
  expiresAt: null,
  userInfo: null,
  userRole: null,
  userId: null,
  username: null,
}
const KEYS = Object.keys(NOBODY) as (keyof Session & StorageKey)[]

/** The session as the screens see it; it changes through the functions below only. */
export const useSession = create<Session>(readSession)

// Another tab of the browser may have logged in, out, or refreshed.
watchStorage(reloadSession)

/** The session as it stands now, outside of a component. */
export function currentSession(): Session {
  return useSession.getState()
}

/** Reads the session again from the device, where another tab may have written it. */
export function reloadSession(): void {
  useSession.setState(readSession())
}

/** A log-in, or a refresh of one: keeps tokens and person. `now` in milliseconds. */
export function startSession({ tokens, userInfo }: LogIn, now: number): void {
  save({
    token: tokens.token,
    refreshToken: tokens.refreshToken,
    expiresAt: now + tokens.expiresIn * 1000,
    userInfo,
    userRole: roleOf(userInfo.userType),
    userId: userInfo.userId,
    username: userInfo.nickname,
  })
}

/** Part of the person changed, for example the nickname, the admin role, or what he is. */
export function updateUserInfo(changes: Partial<UserInfo>): void {
  const { userInfo, ...rest } = currentSession()
  if (!userInfo) return
  const next = { ...userInfo, ...changes }
  save({ ...rest, userInfo: next, userRole: roleOf(next.userType), username: next.nickname })
}

/** Forgets who was logged in. Source: specification §4 "Session". */
export function endSession(): void {
  save(NOBODY)
}

/** The id of the user who is logged in, or null. */
export function useUserId(): string | null {
  return useSession(({ userId }) => userId)
}

/** Whether somebody is logged in: token and person there, and not expired. Source: specification §4 "Session". */
export function useLoggedIn(): boolean {
  return useSession((session) => isLoggedIn(session, Date.now()))
}

function save(session: Session): void {
  for (const key of KEYS) {
    if (session[key] === null) unstore(key)
    else store(key, session[key])
  }
  useSession.setState(session)
}

function readSession(): Session {
  return Object.fromEntries(KEYS.map((key) => [key, readStored(key) ?? null])) as Session
}
