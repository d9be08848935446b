import { EventEmitter, once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ErrorCode } from '@paidang/api/catalogue/errors'
import { errors } from '@paidang/api/catalogue/errors'
import { sql } from 'drizzle-orm'
import type { InjectOptions } from 'fastify'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { buildApp } from '../app.ts'
import { createDatabase } from '../db/database.ts'
import { createPool } from '../db/pool.ts'
import { givenPlayer } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { startTestServer } from '../testing/test-server.ts'
import { asApiError } from './error-handler.ts'
import { TAKEN_KEYS } from './taken-keys.ts'

const { db, request, tokenOf, another } = await startTestServer()

const LOGIN = '/aaapi/auth/h5-login'
const json = { 'content-type': 'application/json' }
const credentials = { username: 'player', password: 'demo1234' }

const post = (payload: string | object, headers: Record<string, string> = json): InjectOptions => ({
  method: 'POST',
  url: LOGIN,
  headers,
  payload,
})

/** Nested JSON arrays with this depth. */
const nested = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`

/** Requests and their refusals. Every refusal is the envelope with the catalogue's code, status and sentence. */
const FAILURES: [string, InjectOptions, ErrorCode, object?][] = [
  ['JSON that breaks off', post('{"username": "pl'), 'input_invalid'],
  ['text that is no JSON', post('username=player'), 'input_invalid'],
  ['an empty body called JSON', post(''), 'input_invalid'],
  ['a body of another kind', post('<login/>', { 'content-type': 'application/xml' }), 'content_type_unsupported'],
  [
    'a form',
    post('username=player', { 'content-type': 'application/x-www-form-urlencoded' }),
    'content_type_unsupported',
  ],
  ['a body beyond the limit', post({ ...credentials, username: 'a'.repeat(262_145) }), 'input_too_large'],
  ['a path that is none', { url: '/aaapi/no-such-path' }, 'path_unknown'],
  ['a path outside the API', { url: '/no-such-path' }, 'path_unknown'],
  ['a method that the path does not know', { method: 'DELETE', url: LOGIN }, 'path_unknown'],
  ['a broken percent sign in the path', { url: '/aaapi/course-invitation/%zz' }, 'input_invalid'],
  ['overlong UTF-8 in the path', { url: '/aaapi/files/%c0%ae%c0%ae/secret.webp' }, 'input_invalid'],
  ['an array for a body', post('[]'), 'input_invalid', { field: '' }],
  ['null for a body', post('null'), 'input_invalid', { field: '' }],
  ['a missing field', post({ username: 'player' }), 'input_invalid', { field: 'password' }],
  ['a field of the wrong type', post({ ...credentials, username: 7 }), 'input_invalid', { field: 'username' }],
  ['a field that is null', post({ ...credentials, password: null }), 'input_invalid', { field: 'password' }],
  [
    'a text that is too long',
    post({ ...credentials, username: 'a'.repeat(65) }),
    'input_invalid',
    { field: 'username' },
  ],
  ['a number written as text', post({ ...credentials, loginType: '0' }), 'input_invalid', { field: 'loginType' }],
  ['a fraction for a whole number', post({ ...credentials, loginType: 0.5 }), 'input_invalid', { field: 'loginType' }],
  ['NUL in a text', post({ ...credentials, username: 'play\u0000er' }), 'input_invalid'],
  ['NUL in the name of a field', post({ ...credentials, 'a\u0000b': 1 }), 'input_invalid'],
  ['half of a surrogate pair', post('{"username":"\\ud83d","password":"x"}'), 'input_invalid'],
  ['the other half of one', post('{"username":"\\ude00","password":"x"}'), 'input_invalid'],
  ['JSON deeper than anything of ours', post(`{"username":"a","password":"b","x":${nested(13)}}`), 'input_invalid'],
  ['JSON a hundred thousand levels deep', post(nested(100_000)), 'input_invalid'],
  ['a field called __proto__', post('{"username":"a","password":"b","__proto__":{"isAdmin":true}}'), 'input_invalid'],
  ['NUL in a query', { url: '/aaapi/stadium/searchByCityAndApprove?keyword=%00' }, 'input_invalid'],
  ['page 0', { url: '/aaapi/stadium/searchByCityAndApprove?current=0' }, 'input_invalid', { field: 'current' }],
  ['a page of 101 rows', { url: '/aaapi/stadium/searchByCityAndApprove?rows=101' }, 'input_invalid', { field: 'rows' }],
  [
    'a page number that is none',
    { url: '/aaapi/stadium/searchByCityAndApprove?current=one' },
    'input_invalid',
    { field: 'current' },
  ],
  [
    'a parameter given twice',
    { url: '/aaapi/stadium/searchByCityAndApprove?city=a&city=b' },
    'input_invalid',
    { field: 'city' },
  ],
]

test.each(FAILURES)('%s is refused in the envelope', async (_case, sent, code, data) => {
  const answer = await request(sent)
  const { status, message } = errors[code]
  expect(answer.json()).toEqual({ success: false, code, data: data ?? null, msg: message })
  expect(answer.statusCode).toBe(status)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
})

describe('an id in a path', () => {
  test.each([
    ['2^63', '9223372036854775808'],
    ['nineteen nines', '9999999999999999999'],
    ['twenty digits', '10000000000000000000'],
    ['zero', '0'],
    ['a leading zero', '07'],
    ['a minus sign', '-7'],
    ['full-width digits', encodeURIComponent('７')],
    ['a word', 'defaultUserId'],
    ['NUL behind digits', '7%00'],
    ['a way upwards', '%2e%2e%2f7'],
    ['two hundred digits', '9'.repeat(200)],
  ])('that is %s is bad input, not a fault', async (_case, id) => {
    const authorization = `Bearer ${await tokenOf(await givenPlayer(db))}`
    const answer = await request({ url: `/aaapi/course-invitation/${id}`, headers: { authorization } })
    expect(answer.json()).toMatchObject({ success: false, code: 'input_invalid', msg: '参数错误' })
    expect(answer.statusCode).toBe(400)
  })

  test('that is 2^63-1 is a valid id of nothing', async () => {
    const authorization = `Bearer ${await tokenOf(await givenPlayer(db))}`
    const answer = await request({ url: '/aaapi/course-invitation/9223372036854775807', headers: { authorization } })
    expect(answer.json()).toEqual({ success: false, code: 'invitation_not_found', data: null, msg: '约课不存在' })
  })

  test('that is longer than any path part of ours is refused in the envelope', async () => {
    const answer = await request({ url: `/aaapi/course-invitation/${'9'.repeat(5_000)}` })
    expect(answer.json()).toMatchObject({ success: false, data: null })
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode).toBeLessThan(500)
  })
})

describe('numbers', () => {
  test('of a query string are read from their text', async () => {
    const { statusCode, body } = await request({ url: '/aaapi/stadium/searchByCityAndApprove?current=2&rows=100' })
    expect(statusCode).toBe(200)
    expect(JSON.parse(body)).toMatchObject({ success: true, code: 0, data: [], total: 0 })
  })

  test('of a body must be numbers, not texts', async () => {
    const authorization = `Bearer ${await tokenOf(await givenPlayer(db))}`
    const booking = {
      coachId: '1',
      courseDesignId: '1',
      stadiumId: '1',
      courseDate: '2026-05-02',
      beginTimeSlot: '20',
      endTimeSlot: 22,
    }
    const answer = await request({
      method: 'POST',
      url: '/aaapi/course-invitation/create/by-player',
      headers: { authorization },
      payload: booking,
    })
    expect(answer.json()).toMatchObject({ code: 'input_invalid', data: { field: 'beginTimeSlot' } })
  })
})

test('every unique key of the database has its refusal, except numbers that the database counts itself', async () => {
  const { rows } = await db.execute<{ name: string }>(sql`
    select index.relname as name
    from pg_index
      join pg_class index on index.oid = pg_index.indexrelid
      join pg_class tab on tab.oid = pg_index.indrelid
    where pg_index.indisunique and tab.relnamespace = 'public'::regnamespace
      and not (pg_index.indnkeyatts = 1 and exists (
        select 1 from pg_attribute where attrelid = tab.oid and attnum = pg_index.indkey[0]
          and pg_get_serial_sequence(tab.relname, attname) is not null))
    order by name`)
  expect(Object.keys(TAKEN_KEYS).sort()).toEqual(rows.map(({ name }) => name).sort())
  for (const { name } of rows) {
    const taken = Object.assign(new Error('duplicate key'), { code: '23505', constraint: name })
    expect([name, asApiError(new Error('Failed query', { cause: taken })).status]).toEqual([name, 409])
  }
})

describe('while the database is down', () => {
  test('a call answers 503 with Retry-After in the envelope, and readyz reports it', async () => {
    const alive = await createTestDatabase()
    const errorsSeen: Error[] = []
    // Nothing listens on port 1. The change feed has its own connection, which works.
    const pool = createPool('postgres://nobody:nothing@127.0.0.1:1/none', {
      onError: (error) => errorsSeen.push(error),
    })
    const app = await buildApp({
      db: createDatabase(pool),
      databaseUrl: alive.url,
      tokenSecret: 'a secret that signs tokens in tests only',
      filesDirectory: '/nowhere',
      limits: 'off',
    })
    try {
      const answer = await app.inject({ url: '/aaapi/stadium/searchByCityAndApprove' })
      expect(answer.json()).toEqual({ success: false, code: 'server_busy', data: null, msg: '有点忙，请稍后再试' })
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2'])
      expect((await app.inject({ url: '/readyz' })).statusCode).toBe(503)
      expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200)
    } finally {
      await app.close()
      await pool.end()
      await alive.drop()
    }
  })
})

/** A directory with a page, its files and an uploaded picture, until the test ends. */
function givenWebRoot(): string {
  const root = mkdtempSync(join(tmpdir(), 'paidang-web-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const name of ['index.html', 'app.0123abcd.js', 'app.0123abcd.css', 'logo.png'])
    writeFileSync(join(root, name), name)
  mkdirSync(join(root, 'public'))
  writeFileSync(join(root, 'public', 'picture.webp'), 'picture')
  return root
}

/** What a page needs, and the probe of the process. */
const PAGE = ['/', '/app.0123abcd.js', '/app.0123abcd.css', '/logo.png', '/console/', '/console/logo.png', '/healthz']
const PICTURE = '/aaapi/files/public/picture.webp'

test('a flood of slow calls is refused to be repeated, while pages, their files and the probe are served', async () => {
  const database = await createTestDatabase()
  const most = 4
  const pool = createPool(database.url, {
    max: most,
    statementTimeoutMs: 0,
    onError: (error) => expect.fail(`${error}`),
  })
  const root = givenWebRoot()
  const app = await buildApp({
    db: createDatabase(pool),
    databaseUrl: database.url,
    tokenSecret: 'a secret that signs tokens in tests only',
    filesDirectory: root,
    webRoot: root,
    consoleRoot: root,
    maxLagMs: 600_000,
  })
  try {
    const origin = await app.listen({ host: '127.0.0.1', port: 0 })
    const statusOf = (url: string) => fetch(origin + url).then(({ status }) => status)
    // All connections exist before the flood, so that none of its calls waits for a new one.
    for (const client of await Promise.all(Array.from({ length: most }, () => pool.connect()))) client.release()
    const patienceMs = pool.options.connectionTimeoutMillis
    pool.options.connectionTimeoutMillis = 1
    await database.maintenance('begin', [])
    await database.maintenance('lock table product_categories', [])

    const flood = 60
    const answers: Response[] = []
    const progress = new EventEmitter()
    const isShed = once(progress, 'shed')
    const calls = Array.from({ length: flood }, async () => {
      const answer = await fetch(`${origin}/aaapi/categories`)
      if (answers.push(answer) === flood - most) progress.emit('shed')
    })
    await isShed
    for (const url of [...PAGE, PICTURE]) expect([url, await statusOf(url)]).toEqual([url, 200])
    for (const answer of answers) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
      expect(await answer.json()).toMatchObject({ code: 'server_busy' })
    }

    pool.options.connectionTimeoutMillis = patienceMs
    await database.maintenance('commit', [])
    await Promise.all(calls)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(most)
  } finally {
    // After a failure the gate is still closed.
    await database.maintenance('rollback', [])
    await app.close()
    await pool.end()
    await database.drop()
  }
})

test('a thread that lags refuses calls to be repeated, and serves pages, their files and the probes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const database = await createTestDatabase()
  const root = givenWebRoot()
  const app = await buildApp({
    db: database.db,
    databaseUrl: database.url,
    tokenSecret: 'a secret that signs tokens in tests only',
    filesDirectory: root,
    webRoot: root,
    consoleRoot: root,
    maxLagMs: 1,
  })
  try {
    const statusOf = (method: 'GET' | 'POST', url: string) =>
      app.inject({ method, url }).then((answer) => answer.statusCode)
    expect(await statusOf('GET', '/aaapi/common/adv/getHomeAdv')).toBe(200)
    // The second of two measurements without a turn of the thread between them finds an endless lag.
    vi.advanceTimersByTime(2_000)
    for (const url of [...PAGE, '/readyz', PICTURE]) expect([url, await statusOf('GET', url)]).toEqual([url, 200])
    expect(await statusOf('POST', '/aaapi/files/upload')).toBe(503)
    const refused = await app.inject({ url: '/aaapi/common/adv/getHomeAdv' })
    expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toEqual([
      503,
      '2',
      { success: false, code: 'server_busy', data: null, msg: '有点忙，请稍后再试' },
    ])
  } finally {
    await app.close()
    await database.drop()
    vi.useRealTimers()
  }
})

test('a server for its own machine refuses what a proxy forwards, and tells it no demo accounts', async () => {
  const own = await another({
    refusesForwarded: true,
    demoAccounts: [{ username: 'player', who: '球员', password: 'demo1234' }],
  })
  const url = '/aaapi/auth/demo-accounts'
  expect((await own.inject({ url })).json().data).toHaveLength(1)
  for (const host of ['localhost:4100', '127.0.0.1:4100', '[::1]:4100', 'LOCALHOST']) {
    expect((await own.inject({ url, headers: { host } })).statusCode).toBe(200)
  }
  const signs = {
    forwarded: 'for=203.0.113.7',
    via: '1.1 proxy',
    'x-forwarded-for': '203.0.113.7',
    'x-forwarded-server': 'paidang.example',
    'x-client-ip': '203.0.113.7',
    'cf-connecting-ip': '203.0.113.7',
    host: 'paidang.example',
  }
  for (const [header, value] of [...Object.entries(signs), ['host', '127.0.0.1.paidang.example']] as const) {
    for (const path of [url, '/', '/aaapi/live']) {
      const answer = await own.inject({ url: path, headers: { [header]: value } })
      expect([answer.statusCode, answer.json()]).toMatchObject([403, { code: 'forwarding_refused', data: null }])
    }
  }
})
