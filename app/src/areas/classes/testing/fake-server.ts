import { ALL_FEATURES } from '@paidang/domain/kernel/features'
import { QueryClient } from '@tanstack/react-query'
import { vi } from 'vitest'
import { startSession } from '../../../platform/session'
import type { toInvitationInfo } from '../parts/invitation-info'

/** What the server answers to one call: data, or a refusal with its code, its sentence and what it is about. */
export type FakeAnswer =
  | { data: unknown; total?: number }
  | { status: number; code: string; msg: string; about?: unknown }

/** One call as it arrived: method, path below /aaapi with its query, body. */
export type FakeCall = { method: string; path: string; body: unknown }

/** Answers every call of the app in this test, and notes them; an answer may be late, or be thrown as a lost network. */
export function givenServer(answer: (call: FakeCall) => FakeAnswer | Promise<FakeAnswer>): FakeCall[] {
  const calls: FakeCall[] = []
  vi.stubGlobal('fetch', async (url: string, { method, body }: { method: string; body?: string }) => {
    const call = { method, path: url.replace('/aaapi', ''), body: body === undefined ? undefined : JSON.parse(body) }
    calls.push(call)
    const given = await answer(call)
    const isDone = 'data' in given
    const envelope = isDone
      ? { success: true, code: 0, msg: '', ...given }
      : { success: false, code: given.code, msg: given.msg, data: given.about ?? null }
    return new Response(JSON.stringify(envelope), { status: isDone ? 200 : given.status })
  })
  return calls
}

/** Longer than any test is away from the real time, by which `call` judges the token. */
const TEN_YEARS_S = 10 * 365 * 86_400

const NICKNAMES = { '10': '林知夏', '11': '陈默', '20': '王启明', '99': '赵一鸣' } as const

/** Somebody is logged in on this device: the player 10, the joiner 11, the coach 20 of the given class, or 99 who is none of it. */
export function givenSession(userId: keyof typeof NICKNAMES): void {
  const userInfo = {
    userId,
    userType: userId === '20' ? 1 : 0,
    nickname: NICKNAMES[userId],
    avatar: null,
    isCompanyAdmin: false,
  }
  startSession({ tokens: { token: 'token', refreshToken: 'refresh', expiresIn: TEN_YEARS_S }, userInfo }, Date.now())
}

/** A cache of its own for one test, as the app's but without second tries. */
export const freshCache = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })

/** The same, where the deployment has everything. */
export function freshCacheWithFeatures(): QueryClient {
  const cache = freshCache()
  cache.setQueryData(['features'], ALL_FEATURES)
  return cache
}

/** The booking view as it travels: instants as texts again. */
export function onTheWire(info: ReturnType<typeof toInvitationInfo>): unknown {
  return JSON.parse(JSON.stringify(info))
}
