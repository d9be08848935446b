import type { LogIn, UserInfo } from '@paidang/api/areas/people/auth'
import { isLoggedIn } from '@paidang/domain/areas/people/auth/session'
import { roleOf } from '@paidang/domain/kernel/access'
import { create } from 'zustand'
import { watchStorage } from './environment'
import { readStored, type StorageKey, store, unstore } from './storage'

/** The session of this device; instants in milliseconds. Source: specification §3 "Login session". */
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

/** The session for the screens. Only the functions below change it. */
export const useSession = create<Session>(readSession)

// Another tab of the browser may have logged in, out, or refreshed.
watchStorage(reloadSession)

/** The present session, outside of a component. */
export function currentSession(): Session {
  return useSession.getState()
}

/** Whether the device has stored the session. Otherwise it lasts as long as the page. */
let isStored = true

/** Reads the session again from the device, after another tab may have written it. */
export function reloadSession(): void {
  if (isStored) useSession.setState(readSession())
}

/**
 * Starts a session after a log-in or a refresh: stores tokens and user. `now` in milliseconds.
 *
 * @returns whether the session outlasts the page
 */
export function startSession({ tokens, userInfo }: LogIn, now: number): boolean {
  return save({
    token: tokens.token,
    refreshToken: tokens.refreshToken,
    expiresAt: now + tokens.expiresIn * 1000,
    userInfo,
    userRole: roleOf(userInfo.userType),
    userId: userInfo.userId,
    username: userInfo.nickname,
  })
}

/** Changes a part of the user's data, for example nickname, admin role, or user type. */
export function updateUserInfo(changes: Partial<UserInfo>): void {
  const { userInfo, ...rest } = currentSession()
  if (!userInfo) return
  const next = { ...userInfo, ...changes }
  save({ ...rest, userInfo: next, userRole: roleOf(next.userType), username: next.nickname })
}

/** Ends the session on this device. Source: specification §4 "Session". */
export function endSession(): void {
  save(NOBODY)
}

/** The id of the user who is logged in, or null. */
export function useUserId(): string | null {
  return useSession(({ userId }) => userId)
}

/** Whether a session exists: token and user stored, and not expired. Source: specification §4 "Session". */
export function useLoggedIn(): boolean {
  return useSession((session) => isLoggedIn(session, Date.now()))
}

function save(session: Session): boolean {
  isStored = true
  for (const key of KEYS) {
    if (session[key] === null) unstore(key)
    else isStored = store(key, session[key]) && isStored
  }
  // A full storage may have taken a part of it.
  if (!isStored) KEYS.forEach(unstore)
  useSession.setState(session)
  return isStored
}

function readSession(): Session {
  return Object.fromEntries(KEYS.map((key) => [key, readStored(key) ?? null])) as Session
}
