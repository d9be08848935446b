import { createBall } from '@paidang/api/areas/activities/balls'
import {
  cancelByCoach,
  contractInvitation,
  createByCoach,
  createByPlayer,
} from '@paidang/api/areas/activities/class-actions'
import { bookCommonCourse } from '@paidang/api/areas/activities/common-courses'
import { createShopOrder } from '@paidang/api/areas/activities/shop-orders'
import { createRacket } from '@paidang/api/areas/activities/stringing'
import { createStringingOrder } from '@paidang/api/areas/activities/stringing-orders'
import * as accountEndpoints from '@paidang/api/areas/desks/accounts'
import { topUpCard } from '@paidang/api/areas/money/cards'
import { updateSessions } from '@paidang/api/areas/money/contracts'
import { createAddress } from '@paidang/api/areas/people/addresses'
import * as authEndpoints from '@paidang/api/areas/people/auth'
import { addCourse } from '@paidang/api/areas/places/companies'
import { homeAdverts } from '@paidang/api/areas/views/home'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Endpoint } from '@paidang/api/endpoint'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetTaro } from '../testing/taro'
import { createCalls, keyOfPress } from './call'
import { NetworkError } from './network-error'
import type { Session } from './session'
import type { HttpAnswer, HttpRequest } from './transport-types'

const NOW = 1_800_000_000_000
const MINUTE = 60_000

const person = { userType: 0, userId: '7', nickname: '林知夏', avatar: null, isCompanyAdmin: false }
const ok = (data: unknown = null): HttpAnswer => ({ status: 200, body: { success: true, code: 0, data, msg: '' } })
const refusal = (status: number, code: string, msg: string): HttpAnswer => ({
  status,
  body: { success: false, code, data: null, msg },
})
const renewed = ok({ tokens: { token: 'new', refreshToken: 'refresh-2', expiresIn: 3600 }, userInfo: person })

const change = { method: 'PUT', path: '/things/:id', access: 'app', summary: '', data: {} } as const satisfies Endpoint

type Answers = (request: HttpRequest) => HttpAnswer | Promise<HttpAnswer>

/** A call with its own session; the function gives the answers, and every request is recorded. */
function given(answer: Answers, session: Partial<Session> = {}, agrees = true) {
  const requests: HttpRequest[] = []
  let current: Session = {
    token: 'old',
    refreshToken: 'refresh-1',
    expiresAt: NOW + 60 * MINUTE,
    userInfo: person,
    userRole: 'user',
    userId: '7',
    username: '林知夏',
    ...session,
  }
  let keys = 0
  const onExpired = vi.fn()
  const askAgain = vi.fn(async () => agrees)
  const end = vi.fn(() => {
    current = { ...current, token: null, refreshToken: null, expiresAt: null, userInfo: null, userId: null }
  })
  const { call } = createCalls({
    transport: async (request) => {
      requests.push(request)
      return answer(request)
    },
    session: {
      current: () => current,
      reload: () => undefined,
      start: ({ tokens }, now) => {
        current = { ...current, ...tokens, expiresAt: now + tokens.expiresIn * 1000 }
      },
      end,
    },
    now: () => NOW,
    newKey: () => {
      keys += 1
      return `key-${keys}`
    },
    lock: (work) => work(),
    onExpired,
    askAgain,
  })
  const session_ = () => current
  return { call, requests, onExpired, askAgain, end, session: session_ }
}

const isRefresh = ({ url }: HttpRequest) => url.endsWith('/auth/refresh-token')

test('a call sends the bearer token and resolves to the data', async () => {
  const { call, requests } = given(() => ok([{ id: '1' }]))
  expect(await call(homeAdverts, {})).toEqual([{ id: '1' }])
  expect(requests).toMatchObject([
    { method: 'GET', url: '/aaapi/common/adv/getHomeAdv', headers: { Authorization: 'Bearer old' } },
  ])
})

/** Every call under /auth, by its access. */
const auth = [...Object.values(accountEndpoints), ...Object.values(authEndpoints)]
  .filter((one): one is typeof one & Endpoint => 'path' in one)
  .filter(({ path }) => path.startsWith('/auth/')) as Endpoint[]
const openAuth = auth.filter(({ access }) => access === 'open')
const ownAuth = auth.filter(({ access }) => access !== 'open')

test.each(openAuth)('$path sends no token, triggers no refresh, and its 401 ends no session', async (endpoint) => {
  const { call, requests, onExpired } = given(() => refusal(401, 'session_expired', '登录已过期，请重新登录'), {
    expiresAt: NOW,
  })
  await expect(call(endpoint, { body: {} } as never)).rejects.toMatchObject({ status: 401 })
  expect(requests).toHaveLength(1)
  expect(requests[0]?.headers).not.toHaveProperty('Authorization')
  expect(onExpired).not.toHaveBeenCalled()
})

test.each(ownAuth)('$path needs the token, so an expiring one is refreshed first', async (endpoint) => {
  const { call, requests } = given((request) => (isRefresh(request) ? renewed : ok()), { expiresAt: NOW })
  await call(endpoint, { params: { id: '1' }, body: {} } as never)
  expect(requests.map(({ headers }) => headers.Authorization)).toEqual([undefined, 'Bearer new'])
})

test.each(ownAuth)('a 401 of $path ends the session', async (endpoint) => {
  const { call, session, onExpired } = given(() => refusal(401, 'session_expired', '登录已过期，请重新登录'))
  await expect(call(endpoint, { params: { id: '1' }, body: {} } as never)).rejects.toMatchObject({ status: 401 })
  expect(session().token).toBeNull()
  expect(onExpired).toHaveBeenCalledTimes(1)
})

test.each([
  ['within five minutes of its end', NOW + 5 * MINUTE, true],
  ['a millisecond before that', NOW + 5 * MINUTE + 1, false],
])('a token %s is refreshed first: %s → %s', async (_case, expiresAt, refreshes) => {
  const { call, requests } = given((request) => (isRefresh(request) ? renewed : ok([])), { expiresAt })
  await call(homeAdverts, {})
  expect(requests.some(isRefresh)).toBe(refreshes)
  expect(requests.at(-1)?.headers.Authorization).toBe(refreshes ? 'Bearer new' : 'Bearer old')
})

test('many calls at once wait for one refresh', async () => {
  const { call, requests } = given((request) => (isRefresh(request) ? renewed : ok([])), { expiresAt: NOW })
  await Promise.all([call(homeAdverts, {}), call(homeAdverts, {}), call(homeAdverts, {})])
  expect(requests.filter(isRefresh)).toHaveLength(1)
  expect(requests.filter((request) => request.headers.Authorization === 'Bearer new')).toHaveLength(3)
})

test('a refused refresh logs out once for all who waited, and none of their calls is sent', async () => {
  const { call, requests, onExpired, session } = given(
    () => refusal(401, 'session_expired', '登录已过期，请重新登录'),
    {
      expiresAt: NOW,
    },
  )
  const results = await Promise.allSettled([call(homeAdverts, {}), call(homeAdverts, {})])
  expect(results).toMatchObject([{ reason: { code: 'session_expired' } }, { reason: { code: 'session_expired' } }])
  expect(requests).toHaveLength(1)
  expect(onExpired).toHaveBeenCalledTimes(1)
  expect(session().token).toBeNull()
})

test('a user who has to accept new agreements reads why the session ends', async () => {
  const why = '用户协议或隐私政策有更新，请重新登录并同意'
  const { call, onExpired } = given(() => refusal(401, 'agreement_changed', why), { expiresAt: NOW })
  await expect(call(homeAdverts, {})).rejects.toMatchObject({ code: 'session_expired' })
  expect(onExpired.mock.calls).toEqual([[why]])
})

test('a session near its end without a refresh token ends', async () => {
  const { call, requests, onExpired } = given(() => ok([]), { expiresAt: NOW, refreshToken: null })
  await expect(call(homeAdverts, {})).rejects.toMatchObject({ code: 'session_expired' })
  expect(requests).toHaveLength(0)
  expect(onExpired).toHaveBeenCalledTimes(1)
})

test('a refresh with a lost answer is repeated at once, and gets a pair that replaces the lost one', async () => {
  const bought: string[] = []
  const { call, onExpired, session } = given(
    (request) => {
      if (!isRefresh(request)) return ok([])
      // As on the server: the token is used although its answer is lost, and may be repeated for a minute.
      bought.push((request.body as { refreshToken: string }).refreshToken)
      return bought.length === 1 ? Promise.reject(new NetworkError()) : renewed
    },
    { expiresAt: NOW },
  )
  await call(homeAdverts, {})
  expect(bought).toEqual(['refresh-1', 'refresh-1'])
  expect(onExpired).not.toHaveBeenCalled()
  expect(session()).toMatchObject({ token: 'new', refreshToken: 'refresh-2' })
})

test.each([
  ['gets no answer', () => Promise.reject(new NetworkError()), { name: 'NetworkError' }],
  ['is answered by something in between', () => ({ status: 502, body: null }), { name: 'NetworkError', status: 502 }],
  ['meets a fault', () => refusal(500, 'unexpected', '服务器开小差了，请稍后再试'), { status: 500 }],
  ['comes too often', () => refusal(429, 'requests_too_many', '操作过于频繁，请稍后再试'), { status: 429 }],
] as const)('a refresh that %s fails the call and keeps the session', async (_case, answer, error) => {
  const { call, onExpired, session } = given(answer, { expiresAt: NOW })
  await expect(call(homeAdverts, {})).rejects.toMatchObject(error)
  expect(onExpired).not.toHaveBeenCalled()
  expect(session().token).toBe('old')
})

test('a suspended user is logged out by the next refresh', async () => {
  const { call, onExpired } = given(() => refusal(403, 'account_suspended', '账号已停用'), { expiresAt: NOW })
  await expect(call(homeAdverts, {})).rejects.toMatchObject({ code: 'session_expired' })
  expect(onExpired).toHaveBeenCalledTimes(1)
})

test('a device whose clock is behind exchanges the token that the server took no more, once, and repeats the press', async () => {
  const over = refusal(401, 'session_expired', '登录已过期，请重新登录')
  const { call, requests, onExpired } = given((request) => {
    if (isRefresh(request)) return renewed
    return request.headers.Authorization === 'Bearer new' ? ok() : over
  })
  await Promise.all([call(change, { params: { id: '1' } } as never), call(homeAdverts, {})])
  expect(requests.filter(isRefresh)).toHaveLength(1)
  const keys = requests.filter(({ method }) => method === 'PUT').map(({ headers }) => headers['Idempotency-Key'])
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
  expect(onExpired).not.toHaveBeenCalled()
})

test('a token that is refused again after the exchange ends the session', async () => {
  const { call, requests, onExpired } = given((request) =>
    isRefresh(request) ? renewed : refusal(401, 'session_expired', '登录已过期，请重新登录'),
  )
  await expect(call(homeAdverts, {})).rejects.toMatchObject({ code: 'session_expired' })
  expect(requests).toHaveLength(3)
  expect(onExpired).toHaveBeenCalledTimes(1)
})

test('a 401 logs out once, however many calls fail by it', async () => {
  const { call, onExpired, end } = given(() => refusal(401, 'session_expired', '登录已过期，请重新登录'))
  const results = await Promise.allSettled([call(homeAdverts, {}), call(homeAdverts, {})])
  expect(results.every(({ status }) => status === 'rejected')).toBe(true)
  expect(end).toHaveBeenCalledTimes(1)
  expect(onExpired).toHaveBeenCalledTimes(1)
})

test('a 401 for an older token leaves the new session of somebody else alone, and repeats nothing there', async () => {
  const answers: ((answer: HttpAnswer) => void)[] = []
  const { call, onExpired, session } = given((request) => {
    if (isRefresh(request)) return renewed
    return new Promise<HttpAnswer>((resolve) => answers.push(resolve))
  })
  const late = call(homeAdverts, {})
  await waitFor(() => expect(answers).toHaveLength(1))
  Object.assign(session(), { token: 'newer', userId: '8' })
  answers[0]?.(refusal(401, 'session_expired', '登录已过期，请重新登录'))
  await expect(late).rejects.toMatchObject({ status: 401 })
  expect(answers).toHaveLength(1)
  expect(onExpired).not.toHaveBeenCalled()
})

test("a refusal has the server's code, message and data", async () => {
  const { call } = given(() => ({
    status: 409,
    body: { success: false, code: 'slot_taken', data: { kind: 'COURT' }, msg: '该时段已被占用，不能选择' },
  }))
  const error = await call(change, { params: { id: '1' } } as never).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    code: 'slot_taken',
    status: 409,
    message: '该时段已被占用，不能选择',
    data: { kind: 'COURT' },
  })
})

test('an answer of another server is a network error with its status', async () => {
  const { call } = given(() => ({ status: 502, body: null }))
  await expect(call(homeAdverts, {})).rejects.toMatchObject({
    name: 'NetworkError',
    message: 'Network error',
    status: 502,
  })
})

test('every change has a new idempotency key; a read has none', async () => {
  const { call, requests } = given(() => ok())
  await call(change, { params: { id: '1' } } as never)
  await call(change, { params: { id: '1' } } as never)
  await call(homeAdverts, {})
  expect(requests.map(({ headers }) => headers['Idempotency-Key'])).toEqual(['key-1', 'key-2', undefined])
})

test('a change lost by the network is sent once more under the same key', async () => {
  let tries = 0
  const { call, requests } = given(() => {
    tries += 1
    return tries === 1 ? Promise.reject(new NetworkError()) : ok('done')
  })
  expect(await call(change, { params: { id: '1' } } as never)).toBe('done')
  expect(requests.map(({ headers }) => headers['Idempotency-Key'])).toEqual(['key-1', 'key-1'])
})

test.each([
  accountEndpoints.registerAccount,
  accountEndpoints.setPassword,
  authEndpoints.wxLogin,
  authEndpoints.decryptPhone,
] as Endpoint[])(
  '$path, which guards itself, is not repeated automatically: the repeat would get a wrong answer',
  async (endpoint) => {
    const { call, requests } = given(() => Promise.reject(new NetworkError()))
    await expect(call(endpoint, { body: {} } as never)).rejects.toBeInstanceOf(NetworkError)
    expect(requests).toHaveLength(1)
  },
)

test('a read lost by the network is left to the cache to retry', async () => {
  const { call, requests } = given(() => Promise.reject(new NetworkError()))
  await expect(call(homeAdverts, {})).rejects.toBeInstanceOf(NetworkError)
  expect(requests).toHaveLength(1)
})

test('a key given by the caller is kept', async () => {
  const { call, requests } = given(() => ok())
  await call(change, { params: { id: '1' } } as never, { idempotencyKey: 'mine' })
  expect(requests[0]?.headers['Idempotency-Key']).toBe('mine')
})

test('a call with its own transport uses it, with the same token and key', async () => {
  const { call, requests } = given(() => ok('by the other'))
  const own: HttpRequest[] = []
  const transport = async (request: HttpRequest) => {
    own.push(request)
    if (own.length === 1) throw new NetworkError()
    return ok('by its own')
  }
  expect(await call(change, {}, { transport })).toBe('by its own')
  expect(requests).toEqual([])
  expect(own.map(({ headers }) => headers)).toEqual([
    { Authorization: 'Bearer old', 'Idempotency-Key': 'key-1' },
    { Authorization: 'Bearer old', 'Idempotency-Key': 'key-1' },
  ])
})

describe('a decision about an older state', () => {
  const outdated: HttpAnswer = {
    status: 409,
    body: {
      success: false,
      code: 'revision_outdated',
      data: { revision: 5, changes: ['时间已改为 12.5 20:00–21:00'], state: {} },
      msg: '时间已改为 12.5 20:00–21:00，请核对后再操作',
    },
  }
  const input = { params: { id: '1' }, body: { reason: '有事', revision: 3 } }
  const answer: Answers = ({ body }) => ((body as { revision: number }).revision === 5 ? ok() : outdated)

  test('is asked again with what changed, and sent for the present state under a key of the same press', async () => {
    const { call, requests, askAgain } = given(answer)
    await call(cancelByCoach, input, { idempotencyKey: 'press-1' })
    expect(askAgain.mock.calls).toEqual([[['时间已改为 12.5 20:00–21:00']]])
    expect(requests.map(({ body, headers }) => [body, headers['Idempotency-Key']])).toEqual([
      [{ reason: '有事', revision: 3 }, 'press-1'],
      [{ reason: '有事', revision: 5 }, 'press-1-5'],
    ])
  })

  test('is not sent again after a no', async () => {
    const { call, requests } = given(answer, {}, false)
    await expect(call(cancelByCoach, input)).rejects.toMatchObject({ code: 'revision_outdated' })
    expect(requests).toHaveLength(1)
  })
})

/** Every creation of the app, which a lost answer must not double. */
const CREATIONS = {
  'a class of a player': createByPlayer,
  'a class of a coach': createByCoach,
  'a class of the catalogue': bookCommonCourse,
  'a contract in a class': contractInvitation,
  contracts: updateSessions,
  'a game': createBall,
  'a stringing order': createStringingOrder,
  'an order of the shop': createShopOrder,
  'a top-up': topUpCard,
  'an address': createAddress,
  'a racket': createRacket,
  'a course': addCourse,
} satisfies Record<string, Endpoint>

test.each(Object.entries(CREATIONS))('%s keeps its key until an answer comes, also after a restart', async (_, it) => {
  forgetTaro()
  const input = { params: { id: '1' }, body: { name: '甲' } } as never
  const lost = given(() => Promise.reject(new NetworkError()))
  await expect(lost.call(it, input)).rejects.toBeInstanceOf(NetworkError)
  const keyOf = (sent: HttpRequest | undefined) => sent?.headers['Idempotency-Key']
  const first = keyOf(lost.requests[0])

  const restarted = given(() => ok({ id: '5' }))
  await restarted.call(it, { params: { id: '1' }, body: { name: '乙' } } as never, { idempotencyKey: 'of another' })
  await restarted.call(it, input, { idempotencyKey: 'of the next press' })
  await restarted.call(it, input, { idempotencyKey: 'of a press after the answer' })
  expect(restarted.requests.map(keyOf)).toEqual(['of another', first, 'of a press after the answer'])
})

test.each([
  ['a busy server', refusal(503, 'server_busy', '有点忙，请稍后再试')],
  ['a fault of the server', refusal(500, 'unexpected', '服务器开小差了，请稍后再试')],
  ['the limit of requests', refusal(429, 'requests_too_many', '操作过于频繁，请稍后再试')],
  ['the end of the session', refusal(401, 'session_expired', '登录已过期，请重新登录')],
])('%s leaves the key of a creation open: it stays for the next press', async (_, answer) => {
  forgetTaro()
  const input = { body: { cardId: '1', principalFen: 50_000 } } as never
  const answers: Answers[] = [() => Promise.reject(new NetworkError()), () => answer, () => ok({ id: '5' })]
  const keys: (string | undefined)[] = []
  for (const next of answers) {
    const { call, requests } = given(next)
    await call(topUpCard, input, { idempotencyKey: `press-${keys.length}` }).catch(() => undefined)
    keys.push(requests[0]?.headers['Idempotency-Key'])
  }
  expect(keys).toEqual(['press-0', 'press-0', 'press-0'])
})

const busy = (retryAfter?: string): HttpAnswer => ({
  ...refusal(503, 'server_busy', '有点忙，请稍后再试'),
  ...(retryAfter !== undefined && { retryAfter }),
})

describe('a busy server', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('is asked again under the same key after the time that it says, and only once', async () => {
    const answers = [busy('2'), ok({ id: '5' }), busy('2'), busy('2')]
    const { call, requests } = given(() => answers.shift() ?? ok())
    const done = call(change, {})
    await vi.advanceTimersByTimeAsync(1_999)
    expect(requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2_001)
    expect(await done).toEqual({ id: '5' })
    const keys = requests.map(({ headers }) => headers['Idempotency-Key'])
    expect(keys).toEqual([keys[0], keys[0]])

    const refused = expect(call(homeAdverts, {})).rejects.toMatchObject({ message: '有点忙，请稍后再试' })
    await vi.advanceTimersByTimeAsync(4_000)
    await refused
    expect(requests).toHaveLength(4)
  })

  test.each([
    ['does not say when', change, busy()],
    ['wants a long wait', change, busy('60')],
    ['refused a log-in, which a repeat may refuse for another reason', { ...change, guardsItself: true }, busy('2')],
  ] as const)('that %s is not asked again', async (_, endpoint, answer) => {
    const { call, requests } = given(() => answer)
    await expect(call(endpoint, {})).rejects.toMatchObject({ code: 'server_busy' })
    expect(requests).toHaveLength(1)
  })

  test('is not asked again for a screen that was left', async () => {
    const left = new AbortController()
    const { call, requests } = given(() => busy('2'))
    const refused = expect(call(homeAdverts, {}, { signal: left.signal })).rejects.toBe('left')
    await vi.advanceTimersByTimeAsync(1_000)
    left.abort('left')
    await refused
    await vi.advanceTimersByTimeAsync(10_000)
    expect(requests).toHaveLength(1)
  })
})

test('a refusal ends the key of a creation', async () => {
  forgetTaro()
  const { call, requests } = given(() => refusal(404, 'card_not_found', '储值卡不存在'))
  for (const key of ['one', 'two'])
    await call(topUpCard, { body: { cardId: '1' } } as never, { idempotencyKey: key }).catch(() => undefined)
  expect(requests.map(({ headers }) => headers['Idempotency-Key'])).toEqual(['one', 'two'])
})

test('the key of a creation without an answer is kept for a day, and for its user alone', async () => {
  forgetTaro()
  expect(keyOfPress('7 POST /x {}', 'one', NOW)).toBe('one')
  expect(keyOfPress('7 POST /x {}', 'two', NOW + 24 * 60 * MINUTE - 1)).toBe('one')
  expect(keyOfPress('8 POST /x {}', 'three', NOW)).toBe('three')
  expect(keyOfPress('7 POST /x {}', 'four', NOW + 24 * 60 * MINUTE)).toBe('four')
})

test('a change that is no creation has a new key for each press', async () => {
  const { call, requests } = given(() => Promise.reject(new NetworkError()))
  for (const key of ['one', 'two']) await call(change, {}, { idempotencyKey: key }).catch(() => undefined)
  expect(new Set(requests.map(({ headers }) => headers['Idempotency-Key']))).toEqual(new Set(['one', 'two']))
})
