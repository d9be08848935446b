import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { confirmInvitation, updateBySelf } from '@paidang/api/areas/activities/class-actions'
import { listBlacklist } from '@paidang/api/areas/ground/blacklist'
import { contractsOfUser } from '@paidang/api/areas/money/contracts'
import { courtStatusForPlayer } from '@paidang/api/areas/time/schedule'
import * as declared from '@paidang/api/declared'
import type { Endpoint } from '@paidang/api/endpoint'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify'
import { describe, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { givenPlayer, givenScene } from '../testing/builders.ts'
import { nameOf, routesOf } from '../testing/routes-of.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { startTestServer } from '../testing/test-server.ts'
import { readPermissionMatrix } from './permission-matrix.ts'
import { ENDPOINTS } from './reference.ts'
import { serve } from './serve.ts'

type Body = Record<string, { schema: { required?: string[] }; example?: unknown }>

const { app, db, request, signedInAs, tokenOf } = await startTestServer()
const limited = await startTestServer({ limits: 'on' })
const behindProxy = await startTestServer({ trustProxy: ['loopback'] })
let freeBytes = 0
const small = await startTestServer({ freeBytes: async () => freeBytes })
const guarded = await startTestServer({ metricsToken: 'the token of the metrics' })

describe('the probes', () => {
  test('healthz answers as long as the process does, readyz until the server stops', async () => {
    expect((await request({ url: '/healthz' })).json()).toEqual({ status: 'ok' })
    expect((await request({ url: '/readyz' })).json()).toEqual({ status: 'ok' })
    app.lifecycle.isStopping = true
    const [health, readiness] = [await request({ url: '/healthz' }), await request({ url: '/readyz' })]
    app.lifecycle.isStopping = false
    expect([health.statusCode, readiness.statusCode]).toEqual([200, 503])
  })

  test('readyz reports a full disk, and the log reports it once', async () => {
    const ask = async (bytes: number) => {
      freeBytes = bytes
      return (await small.request({ url: '/readyz' })).json().status
    }
    const room = 67_108_864
    expect(await ask(room)).toBe('ok')
    expect([await ask(room - 1), await ask(0), await ask(room), await ask(0)]).toEqual([
      'disk full',
      'disk full',
      'ok',
      'disk full',
    ])
    const line = 'the disk is full: make room in DATA_DIR'
    expect(small.takeFaults().map(({ message }) => message)).toEqual([line, line])
    expect((await small.request({ url: '/readyz' })).statusCode).toBe(503)
  })

  test('metrics are for loopback only, and others cannot find out that they exist', async () => {
    await request({ url: '/aaapi/stadium/searchByCityAndApprove' })
    const near = await request({ url: '/metrics', remoteAddress: '127.0.0.1' })
    expect(near.statusCode).toBe(200)
    expect(near.headers['content-type']).toMatch(/^text\/plain/)
    expect(near.body).toContain('route="/aaapi/stadium/searchByCityAndApprove",status="200"')
    const far = await request({ url: '/metrics', remoteAddress: '203.0.113.7' })
    expect([far.statusCode, far.json()]).toMatchObject([404, { code: 'path_unknown' }])
  })

  test.each(['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'])(
    'metrics are closed to requests that a proxy on this machine forwards (%s)',
    async (header) => {
      const { statusCode } = await request({ url: '/metrics', remoteAddress: '127.0.0.1', headers: { [header]: 'x' } })
      expect(statusCode).toBe(404)
    },
  )

  test('a server that trusts a proxy shows its metrics to nobody without the token', async () => {
    expect((await behindProxy.request({ url: '/metrics', remoteAddress: '127.0.0.1' })).statusCode).toBe(404)
  })

  test('with a token configured, callers with the token read the metrics from anywhere', async () => {
    const ask = (headers: Record<string, string>, remoteAddress: string) =>
      guarded.request({ url: '/metrics', headers, remoteAddress }).then(({ statusCode }) => statusCode)
    const bearer = { authorization: 'Bearer the token of the metrics' }
    expect(await ask(bearer, '203.0.113.7')).toBe(200)
    expect(await ask({ authorization: 'Bearer another token' }, '203.0.113.7')).toBe(404)
    expect(await ask({}, '127.0.0.1')).toBe(404)
  })
})

describe('every answer', () => {
  test.each(['/aaapi/common/adv/getHomeAdv', '/aaapi/no-such-path', '/healthz'])(
    'of %s carries the security headers',
    async (url) => {
      const { headers } = await request({ url })
      expect(headers['content-security-policy']).toContain("default-src 'self'")
      expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests')
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
        'referrer-policy': 'no-referrer',
      })
      expect(headers['x-powered-by']).toBeUndefined()
    },
  )

  test('has the request’s own id, or a new one', async () => {
    const named = await request({
      url: '/aaapi/common/adv/getHomeAdv',
      headers: { 'x-request-id': 'from-the-gateway-7' },
    })
    expect(named.headers['x-request-id']).toBe('from-the-gateway-7')
    const ids = await Promise.all([1, 2].map(() => request({ url: '/aaapi/common/adv/getHomeAdv' })))
    const [first, second] = ids.map(({ headers }) => headers['x-request-id'])
    expect(first).toMatch(/\S/)
    expect(second).not.toBe(first)
  })

  test('under /aaapi is not cached', async () => {
    expect((await request({ url: '/aaapi/common/adv/getHomeAdv' })).headers['cache-control']).toBe('no-store')
    expect((await request({ url: '/aaapi/no-such-path' })).headers['cache-control']).toBe('no-store')
  })

  test('of a success is the envelope: success, code 0, data, msg, and total for paged lists only', async () => {
    expect((await request({ url: '/aaapi/common/adv/getHomeAdv' })).json()).toEqual({
      success: true,
      code: 0,
      data: [],
      msg: '操作成功',
    })
    expect((await request({ url: '/aaapi/threading/merchants' })).json()).toEqual({
      success: true,
      code: 0,
      data: [],
      msg: '操作成功',
      total: 0,
    })
  })

  test('with and without an Idempotency-Key has the same form', async () => {
    const { playerId, coachId, venueId: stadiumId } = await givenScene(db)
    const payload = { coachId, stadiumId, date: '2026-05-01' }
    const authorization = `Bearer ${await tokenOf(playerId)}`
    const ask = (headers: Record<string, string>) =>
      request({
        method: 'POST',
        url: '/aaapi/player-home/courtStatusBy',
        headers: { authorization, ...headers },
        payload,
      })
    const [plain, keyed] = [await ask({}), await ask({ 'idempotency-key': 'a-key-of-eight-or-more' })]
    expect([keyed.statusCode, keyed.json(), keyed.headers['content-type']]).toEqual([
      plain.statusCode,
      plain.json(),
      plain.headers['content-type'],
    ])
    expect(plain.json().data.length).toBeGreaterThan(0)
  })
})

describe('the limit of requests', () => {
  test('is 600 a minute for one caller, and then 429 in the envelope', async () => {
    const ask = (remoteAddress: string) => limited.request({ url: '/aaapi/auth/demo-accounts', remoteAddress })
    for (let n = 0; n < 600; n++) expect((await ask('203.0.113.7')).statusCode).toBe(200)
    const refused = await ask('203.0.113.7')
    expect([refused.statusCode, refused.json()]).toEqual([
      429,
      { success: false, code: 'requests_too_many', data: null, msg: '操作过于频繁，请稍后再试' },
    ])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    for (const url of ['/%61aapi/auth/demo-accounts', 'http://x.example/aaap%69/auth/demo-accounts']) {
      expect((await limited.request({ url, remoteAddress: '203.0.113.7' })).statusCode).toBe(429)
    }
    expect((await ask('203.0.113.8')).statusCode).toBe(200)
    expect((await limited.request({ url: '/healthz', remoteAddress: '203.0.113.7' })).statusCode).toBe(200)
  })
})

describe('an address', () => {
  test('is one caller for any content of the header, and its users are callers of their own', async () => {
    const { tokenOf: tokenOfLimited, db: limitedDb } = limited
    const ask = (authorization: string) =>
      limited.request({
        url: '/aaapi/auth/demo-accounts',
        remoteAddress: '203.0.113.9',
        headers: { authorization },
      })
    const answers: number[] = []
    for (let n = 0; n < 601; n++) answers.push((await ask(`Bearer nonsense-${n}`)).statusCode)
    expect([answers.filter((status) => status === 200).length, answers.at(-1)]).toEqual([600, 429])
    const token = await tokenOfLimited(await givenPlayer(limitedDb))
    expect((await ask(`Bearer ${token}`)).statusCode).toBe(200)
  })
})

describe('the reference', () => {
  test('lists every route of the API, and every one has a row in the permission matrix', async () => {
    const registered: string[] = []
    // Fastify announces each instance before anything is registered on it.
    const listen = (message: unknown) => {
      ;(message as { fastify: FastifyInstance }).fastify.addHook('onRoute', (route: RouteOptions) => {
        for (const method of [route.method].flat()) if (method !== 'HEAD') registered.push(nameOf(method, route.url))
      })
    }
    const database = await createTestDatabase()
    subscribe('fastify.initialization', listen)
    try {
      const parts = {
        tokenSecret: 'a secret that signs tokens in tests only',
        filesDirectory: '/nowhere',
        limits: 'off' as const,
      }
      const own = await buildApp({ ...parts, db: database.db, databaseUrl: database.url })
      await own.close()
    } finally {
      unsubscribe('fastify.initialization', listen)
      await database.drop()
    }
    const outside = ['GET /metrics', 'GET /healthz', 'GET /readyz']
    const api = registered.filter((name) => !outside.includes(name) && !name.startsWith('GET /docs/'))
    expect(api.length).toBeGreaterThan(30)
    expect([...api].sort()).toEqual([...routesOf(app)].sort())
    const rows = new Set(readPermissionMatrix().map(({ endpoint }) => endpoint))
    expect(api.filter((name) => !rows.has(name))).toEqual([])
  })

  test('is made from every file of the areas', () => {
    const folder = new URL('../../../api/src/areas/', import.meta.url)
    const areas = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /(?<!test)\.ts$/.test(file),
    )
    const files = areas.map((file) => basename(file, '.ts'))
    const named = Object.keys(declared).map((name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`))
    expect(named.filter((name) => !['client-errors', 'shapes'].includes(name)).sort()).toEqual(files.sort())
  })

  test('lists every endpoint that the API declares, with its summary and its schemas', async () => {
    const { paths } = (await request({ url: '/aaapi/openapi.json' })).json()
    expect(ENDPOINTS.length).toBeGreaterThan(30)
    for (const { area, name, endpoint } of ENDPOINTS) {
      const { method, path, summary, body, upload, query, access } = endpoint
      const described = paths[`/aaapi${path.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()]
      expect(described, `${method} ${path}`).toMatchObject({ operationId: name, tags: [area], summary })
      expect(described.requestBody !== undefined, `body of ${path}`).toBe(body !== undefined || upload !== undefined)
      expect(
        (described.parameters ?? []).some((one: { in: string }) => one.in === 'query'),
        `query of ${path}`,
      ).toBe(query !== undefined)
      expect(described.security !== undefined, `security of ${path}`).toBe(access !== 'open')
      expect(described.responses['200'], `answer of ${path}`).toBeDefined()
    }
  })

  test('breaks no recommended rule of Redocly, and its examples fit their schemas', async () => {
    const source = (await request({ url: '/aaapi/openapi.json' })).body
    const rules = {
      'no-invalid-schema-examples': 'error',
      'no-invalid-media-type-examples': 'error',
      'no-invalid-parameter-examples': 'error',
    } as const
    const config = await createConfig({ extends: ['recommended'], rules })
    const problems = await lintFromString({ source, config })
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
  })

  test('shows an example of every body that must hold something, unless only one caller can know it', async () => {
    const { paths } = (await request({ url: '/aaapi/openapi.json' })).json()
    const calls = Object.values<Record<string, { operationId: string; requestBody?: { content: Body } }>>(paths)
    const without = calls
      .flatMap((methods) => Object.values(methods))
      .filter(({ requestBody }) => {
        const json = requestBody?.content['application/json']
        return json?.schema.required?.length && json.example === undefined
      })
    expect(without.map(({ operationId }) => operationId).sort()).toEqual([])
  })

  test('is browsable, and its page loads nothing from elsewhere', async () => {
    const page = await request({ url: '/aaapi/docs' })
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.body).not.toMatch(/(src|href)="(https?:)?\/\//)
  })
})

describe('a server refuses to start', () => {
  const bare = () => Fastify().decorate('permissionMatrix', readPermissionMatrix()) as unknown as FastifyInstance
  const nothing = async () => null as never

  test('with a route that the permission matrix does not know', () => {
    const unknown = { ...confirmInvitation, path: '/course-invitation/approve/by-nobody/:id' }
    expect(() => serve(bare(), unknown, nothing)).toThrow('No policy for PUT /course-invitation/approve/by-nobody/{id}')
  })

  test('with a route whose access contradicts the matrix', () => {
    expect(() => serve(bare(), { ...confirmInvitation, access: 'open' }, nothing)).toThrow(
      /declared "open".*says "app"/,
    )
    expect(() => serve(bare(), { ...confirmInvitation, access: 'operator' }, nothing)).toThrow(/declared "operator"/)
    expect(() => serve(bare(), confirmInvitation, nothing)).not.toThrow()
  })
})

test('a call without its body names the first missing field', async () => {
  const userId = await givenPlayer(db)
  await expect(signedInAs(userId)(courtStatusForPlayer, { body: undefined as never })).rejects.toMatchObject({
    code: 'input_invalid',
    data: { field: 'coachId' },
  })
})

test.each([
  ['the user of a blacklist', listBlacklist, { params: { userId: '' } }, '用户未登录'],
  ['the user of any other list', contractsOfUser, { params: { userId: '' } }, '用户ID不存在，请重新登录'],
  ['the class that is changed', updateBySelf, { params: { id: '' }, body: {} as never }, '缺少ID'],
])('%s has the specification’s error when the path leaves it out', async (_case, endpoint, input, message) => {
  const asked = signedInAs(await givenPlayer(db))(endpoint as Endpoint, input as never)
  await expect(asked).rejects.toMatchObject({ status: 400, message })
})
