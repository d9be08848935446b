import { ALL_FEATURES } from '@paidang/domain/kernel/features'
import { QueryClient } from '@tanstack/react-query'
import { vi } from 'vitest'
import { startSession } from '../platform/session'

/** The server's answer to one call: data, or a refusal with its code, its text and its details. */
export type FakeAnswer =
  | { data: unknown; total?: number }
  | { status: number; code: string; msg: string; about?: unknown }

/** One call as it arrived: method, path below /aaapi with its query, body. */
export type FakeCall = { method: string; path: string; body: unknown }

/** Answers and records every call of the app in this test. An answer may be late, or be thrown as a network failure. */
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

/** Longer than the distance of any test from the real time, against which `call` checks the token. */
const TEN_YEARS_S = 10 * 365 * 86_400

const NICKNAMES = { '10': '林知夏', '11': '陈默', '20': '王启明', '99': '赵一鸣' } as const

/** Logs somebody in: the player 10, the joiner 11 or the coach 20 of the given class. The user 99 has no part in it. */
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

/** Returns a cache for one test, like the app's but without retries. */
export const freshCache = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })

/** The same, with all features of the deployment enabled. */
export function freshCacheWithFeatures(): QueryClient {
  const cache = freshCache()
  cache.setQueryData(['features'], ALL_FEATURES)
  return cache
}
