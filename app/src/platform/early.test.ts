import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takeReady, transport } from './transport.h5'

const CODE = readFileSync(join(import.meta.dirname, '../../config/early.js'), 'utf8')
const FILES = {
  'pages/home/index': ['js/94.js', 'css/94.css'],
  'pages/my/index': ['js/95.js'],
  coachHome: ['js/96.js'],
}
const START = '/aaapi/home/start?date=2026-11-23'
const asked = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  // Already the next day in Shanghai.
  vi.setSystemTime(new Date('2026-11-22T17:00:00Z'))
  vi.stubGlobal('fetch', asked)
  asked.mockReset().mockImplementation(async () => new Response('{"success":true}'))
  localStorage.clear()
  document.head.innerHTML = ''
  delete window.earlyCalls
})
afterEach(() => vi.unstubAllGlobals())

function open(hash: string, stored: Record<string, unknown> = {}) {
  for (const [key, data] of Object.entries(stored)) localStorage.setItem(key, JSON.stringify({ data }))
  location.hash = hash
  new Function(CODE.replace('FILES', JSON.stringify(FILES)))()
  return [...document.querySelectorAll('link')].map((link) => `${link.as} ${link.getAttribute('href')}`)
}
const session = (over: object = {}) => ({ token: 'abc', userId: '9', expiresAt: Date.now() + 600_000, ...over })
const requestOf = (token = 'abc', url = START) => ({
  method: 'GET' as const,
  url,
  headers: { Authorization: `Bearer ${token}` },
  body: undefined,
})
const start = (token?: string) => transport(requestOf(token))

test('the files of the first tab are asked for at once, and what home shows', async () => {
  asked.mockImplementationOnce(async () => {
    // The data is first in the browser's queue, and the app's own scripts, which stand in the page, come before these.
    expect(document.querySelector('link')).toBeNull()
    return new Response('{"success":true}')
  })
  expect(open('', session())).toEqual(['script ./js/94.js', 'style ./css/94.css'])
  expect([...document.querySelectorAll('link')].map((link) => link.fetchPriority)).toEqual(['low', 'low'])
  expect(asked.mock.calls).toEqual([[START, { method: 'GET', headers: { Authorization: 'Bearer abc' } }]])
  expect(await start()).toEqual({ status: 200, body: { success: true } })
  expect(asked).toHaveBeenCalledTimes(1)
  await start()
  expect(asked).toHaveBeenCalledTimes(2)
})

test('the picture on top is asked for as soon as the answer names it, and the app still reads the answer', async () => {
  const answer = { success: true, data: { topAdverts: [{ image: 'public/adverts/1.webp' }, { image: null }] } }
  asked.mockResolvedValueOnce(new Response(JSON.stringify(answer)))
  open('', session())
  expect(await start()).toEqual({ status: 200, body: answer })
  const links = () => [...document.querySelectorAll('link')]
  const pictures = () => links().flatMap((link) => (link.as === 'image' ? [link.getAttribute('href')] : []))
  await vi.waitFor(() => expect(pictures()).toEqual(['/aaapi/files/public/adverts/1.webp']))
  // On the same day the next visit of the same account asks at once, and nobody else’s.
  const asksAtOnce = (over: object) => {
    document.head.innerHTML = ''
    asked.mockReturnValueOnce(new Promise(() => undefined))
    open('', session(over))
    return pictures().length
  }
  expect([asksAtOnce({}), asksAtOnce({ userId: '8' }), asksAtOnce({ identity: 'coach' })]).toEqual([1, 0, 0])
  localStorage.removeItem('identity')
  vi.setSystemTime(new Date('2026-11-23T16:00:00Z'))
  expect(asksAtOnce({})).toBe(0)
})

test('an advert that was taken off home is not kept for the next visit', async () => {
  const kept = { image: 'public/adverts/1.webp', label: '', title: '训练营', subtitle: '' }
  asked.mockResolvedValueOnce(new Response('{"success":true,"data":{"topAdverts":[]}}'))
  open('', session({ topAdvert: ['9', '2026-11-23', kept] }))
  expect(document.querySelector('link')?.as).toBe('image')
  await vi.waitFor(() => expect(localStorage.getItem('topAdvert')).toBeNull())
})

test('an answer that has come is taken as it is, once, and by its own account alone', async () => {
  const answer = { success: true, code: 0, data: { topAdverts: [] }, msg: '' }
  asked.mockResolvedValueOnce(new Response(JSON.stringify(answer)))
  open('', session())
  expect(takeReady(requestOf())).toBeUndefined()
  await vi.waitFor(() => expect(window.earlyCalls?.[0]?.come?.body).toEqual(answer))
  expect([takeReady(requestOf('xyz')), takeReady(requestOf('abc', '/aaapi/home/start?date=2026-11-24'))]).toEqual([
    undefined,
    undefined,
  ])
  expect(takeReady(requestOf())).toEqual(answer)
  expect(takeReady(requestOf())).toBeUndefined()
  await start()
  expect(asked).toHaveBeenCalledTimes(2)
})

test('an answer that waited too long is not taken: the page asks again', async () => {
  open('', session())
  await vi.waitFor(() => expect(window.earlyCalls?.[0]?.come).toBeDefined())
  vi.setSystemTime(Date.now() + 30_000)
  expect(takeReady(requestOf())).toBeUndefined()
  await start()
  expect(asked).toHaveBeenCalledTimes(2)
})

test('a refusal that has come is left to the transport, which knows what to do', async () => {
  asked.mockResolvedValueOnce(new Response('{"success":false,"code":"session_expired"}', { status: 401 }))
  open('', session())
  await vi.waitFor(() => expect(window.earlyCalls?.[0]?.come).toBeDefined())
  expect(takeReady(requestOf())).toBeUndefined()
  expect(await start()).toMatchObject({ status: 401 })
})

test('the reads of a tab are told apart by their bodies and addresses', async () => {
  const filters = { current: 1, rows: 10, sort: 'activityTime', sord: 'asc', filters: {} }
  asked.mockImplementation(async (url) => new Response(JSON.stringify({ success: true, code: 0, data: [String(url)] })))
  open('#/pages/bookingBall/index', session())
  const list = { ...requestOf('abc', '/aaapi/invitationball/list'), method: 'POST' as const, body: filters }
  await vi.waitFor(() => expect(window.earlyCalls?.every(({ come }) => come)).toBe(true))
  expect(takeReady({ ...list, body: { ...filters, sord: 'desc' } })).toBeUndefined()
  expect(takeReady({ ...list, body: undefined })).toBeUndefined()
  expect(takeReady(list)).toMatchObject({ data: ['/aaapi/invitationball/list'] })
  expect(takeReady(list)).toBeUndefined()
  const own = '/aaapi/invitationball/getUserBallsByStatusGroup/1/9'
  const query = '?current=1&rows=10&sort=activityTime&sord=asc&role=initiator'
  expect(await transport(requestOf('abc', own + query))).toMatchObject({ body: { data: [own + query] } })
  expect(asked).toHaveBeenCalledTimes(2)
})

test.each([
  ['the usual coach', [2, 9, 9], '/aaapi/user-course-contract/active/by-user/9/11'],
  ['the only coach', [0], '/aaapi/user-course-contract/active/by-user/9/10'],
  ['nobody, where the player chooses first', [0, 0], undefined],
  ['nobody, without a coach', [], undefined],
])('the hours with %s are asked for as soon as the coaches are known', async (_who, held, contracts) => {
  const data = held.map((finishedClasses, at) => ({ coach: { id: String(10 + at) }, finishedClasses }))
  asked.mockImplementation(async () => new Response(JSON.stringify({ success: true, code: 0, data })))
  open('#/pages/bookingClass/index', session())
  await vi.waitFor(() => expect(window.earlyCalls?.[0]?.come).toBeDefined())
  await window.earlyCalls?.[0]?.answer
  const urls = ['/aaapi/user-relation/coach-by-player/9', ...(contracts ? [contracts] : [])]
  await vi.waitFor(() => expect(asked.mock.calls.map(([url]) => url)).toEqual(urls))
})

test('the coach with whom the page began the last time is asked about with it, for the same person', async () => {
  const rows = (id: string) => JSON.stringify({ success: true, code: 0, data: [{ coach: { id }, finishedClasses: 2 }] })
  const visit = async (coachId: string, userId = '9') => {
    asked.mockReset().mockImplementation(async () => new Response(rows(coachId)))
    open('#/pages/bookingClass/index', session({ userId }))
    const first = asked.mock.calls.length
    await vi.waitFor(() => expect(window.earlyCalls?.[0]?.come).toBeDefined())
    await window.earlyCalls?.[0]?.answer
    return [first, asked.mock.calls.map(([url]) => String(url).split('/').slice(-2).join('/'))]
  }
  expect(await visit('11')).toEqual([1, ['coach-by-player/9', '9/11']])
  expect(await visit('11')).toEqual([2, ['coach-by-player/9', '9/11']])
  expect(await visit('12')).toEqual([2, ['coach-by-player/9', '9/11', '9/12']])
  expect(await visit('12')).toEqual([2, ['coach-by-player/9', '9/12']])
  expect(await visit('12', '8')).toEqual([1, ['coach-by-player/8', '8/12']])
})

test('a coach’s own home is asked for with the page', () => {
  expect(open('#/pages/home/index', session({ identity: 'coach' }))).toContain('script ./js/96.js')
})

test.each([
  ['a guest', '', {}],
  ['a token near its end', '', session({ expiresAt: Date.parse('2026-11-22T17:05:00Z') })],
  ['a coach', '', session({ identity: 'coach' })],
  ['a session of an earlier version', '', { ...session(), userId: null }],
  ['another page', '#/user/pages/claim/index', session()],
])('nothing is called for %s', (_who, hash, stored) => {
  open(hash, stored)
  expect(asked).not.toHaveBeenCalled()
})

test('an answer of another account is not taken, and a failed one is asked for again', async () => {
  open('#/pages/home/index', session())
  await start('xyz')
  expect(asked).toHaveBeenCalledTimes(2)
  delete window.earlyCalls
  asked.mockRejectedValueOnce(new TypeError('offline'))
  open('#/pages/home/index', session())
  expect(await start()).toMatchObject({ status: 200 })
})

test('what the page asked for is as old as its asking, for the live connection too', async () => {
  const sinceMs = Date.now()
  open('', session())
  vi.resetModules()
  const { askedAt, queryClient } = await import('./query')
  vi.setSystemTime(sinceMs + 2000)
  queryClient.getQueryCache().build(queryClient, { queryKey: ['begun with it'], initialData: 1 })
  await queryClient.fetchQuery({ queryKey: ['joined it'], queryFn: () => start() })
  expect([askedAt(['begun with it']), askedAt(['joined it']), askedAt(['never'])]).toEqual([
    sinceMs,
    sinceMs,
    undefined,
  ])
  vi.setSystemTime(sinceMs + 30_000)
  await queryClient.fetchQuery({ queryKey: ['joined it'], queryFn: () => start() })
  expect(askedAt(['joined it'])).toBe(sinceMs + 30_000)
  queryClient.setQueryData(['told'], 1)
  expect(askedAt(['told'])).toBeUndefined()
})
