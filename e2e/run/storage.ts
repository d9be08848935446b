import { staffLogin } from '@paidang/api/areas/desks/staff'
import type { LogIn } from '@paidang/api/areas/people/auth'
import { now } from './clock.ts'
import { clientOf, logInAs, PASSWORD, type StaffName } from './people.ts'
import type { RunningServer } from './server.ts'

/** What a browser keeps of somebody who is logged in, in the shape of Playwright's `storageState`. */
type BrowserStorage = {
  cookies: {
    name: string
    value: string
    domain: string
    path: string
    httpOnly: true
    sameSite: 'Strict'
    secure: false
    expires: -1
  }[]
  origins: { origin: string; localStorage: { name: string; value: string }[] }[]
}

const STAFF: readonly string[] = ['operator', 'senior', 'merchant', 'clerk'] satisfies StaffName[]
/** Under which name the console keeps whose session it is, and the browser the cookie with its token. */
const CONSOLE_SESSION = 'paidang-console'

/** By product, not by address: a later product may get the port of an earlier one. */
const known = new WeakMap<RunningServer, Map<string, Promise<BrowserStorage>>>()

/** A browser's storage with somebody logged in, to the console if they are staff. Each account of a product logs in once. */
export function storageOf(product: RunningServer, username: string): Promise<BrowserStorage> {
  const ofProduct = known.get(product) ?? new Map<string, Promise<BrowserStorage>>()
  known.set(product, ofProduct)
  const { address } = product
  const made =
    ofProduct.get(username) ?? (isStaff(username) ? consoleStorage(address, username) : appStorage(address, username))
  ofProduct.set(username, made)
  return made
}

function isStaff(username: string): username is StaffName {
  return STAFF.includes(username)
}

async function appStorage(address: string, username: string): Promise<BrowserStorage> {
  const { logIn } = await logInAs(address, username)
  // Taro wraps each value that it keeps on the web.
  const entries = Object.entries(cachedSession(logIn)).map(([name, data]) => ({
    name,
    value: JSON.stringify({ data }),
  }))
  return { cookies: [], origins: [{ origin: address, localStorage: entries }] }
}

/** What the app keeps on the device for somebody who is logged in. Source: specification §3 "Login session" */
function cachedSession({ tokens, userInfo }: LogIn): Record<string, unknown> {
  return {
    token: tokens.token,
    refreshToken: tokens.refreshToken,
    expiresAt: now().getTime() + tokens.expiresIn * 1000,
    userInfo,
    userRole: userInfo.userType === 0 ? 'user' : 'coach',
    userId: userInfo.userId,
    username: userInfo.nickname,
    identity: 'player',
  }
}

async function consoleStorage(address: string, username: StaffName): Promise<BrowserStorage> {
  const { token, staff, expiresIn } = await clientOf(address)(staffLogin, { body: { username, password: PASSWORD } })
  const state = { staff, expiresAt: now().getTime() + expiresIn * 1000 }
  const value = JSON.stringify({ state, version: 1 })
  const { hostname: domain } = new URL(address)
  const cookie = { name: CONSOLE_SESSION, value: token, domain, path: '/aaapi', httpOnly: true, secure: false } as const
  return {
    cookies: [{ ...cookie, sameSite: 'Strict', expires: -1 }],
    origins: [{ origin: address, localStorage: [{ name: CONSOLE_SESSION, value }] }],
  }
}
