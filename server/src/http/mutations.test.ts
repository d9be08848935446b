import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isErrorCode } from '@paidang/api/catalogue/errors'
import type { Endpoint } from '@paidang/api/endpoint'
import { sql } from 'drizzle-orm'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { hashOfToken } from '../areas/people/auth/sessions.ts'
import { loginSessions, refreshTokens } from '../tables/auth.ts'
import { restoreRows, saveRows } from '../testing/all-rows.ts'
import { only, TEST_NOW } from '../testing/builders.ts'
import { FORBIDDEN_FIELDS, FUZZ_JSON, FUZZ_TEXTS, oneOf, sampleOf } from '../testing/fuzz-inputs.ts'
import { givenWorld, type World } from '../testing/given-world.ts'
import { pictureForm } from '../testing/multipart-form.ts'
import {
  ASKER,
  REFRESH_TOKEN,
  SWEEP_PICTURES,
  SWEEP_REQUESTS,
  standIns,
  userOfRole,
} from '../testing/permission-requests.ts'
import { keyedRoutesOf, nameOf, routesOf } from '../testing/routes-of.ts'
import { startTestServer } from '../testing/test-server.ts'
import { MATRIX_ROLES } from './permission-matrix.ts'
import { ENDPOINTS } from './reference.ts'
import { API_PREFIX } from './serve.ts'

// A valid request of every route with exactly one thing wrong, for every field in the OpenAPI document. The answer is
// never a 5xx, always has the envelope, and reveals no internals. A refusal changes no row. The normal run tries one
// value of every fourth kind in each field, the long run all of them.

const server = await startTestServer({ rows: 'kept', queues: 'prepared' })
const { app, db, maintenance, request } = server

type Schema = { type?: string; properties?: Record<string, Schema>; items?: Schema; enum?: unknown[]; format?: string }
type Parameter = { name: string; in: 'path' | 'query' }
type Operation = { parameters?: Parameter[]; requestBody?: { content: { 'application/json'?: { schema: Schema } } } }

/** Successful answers of these calls have no envelope: the document itself, its page, a picture, a calendar. */
const OWN_FORMS = ['GET /openapi.json', 'GET /docs', 'GET /files/{relativePath}', 'GET /calendar/feed/{file}']
/**
 * Routes without documentation: the two that describe the others, and the live connection. Also the notifications of
 * the payment provider and of WeChat. One changed byte breaks the provider's signature, and the simulator has no token
 * of WeChat.
 */
const UNDOCUMENTED = [
  'GET /openapi.json',
  'GET /docs',
  'GET /live',
  'POST /payments/notify/{provider}',
  'GET /wechat/push',
  'POST /wechat/push',
]
/** Calls that count a wrong password or a wrong code of a racket, or use up a code of WeChat. */
const COUNTS_FAILURES: Record<string, string | string[]> = {
  'POST /auth/h5-login': 'login_failures',
  'POST /staff/login': 'login_failures',
  'POST /staff/factor/confirm': 'login_failures',
  'POST /staff/password': 'login_failures',
  'POST /auth/password': ['login_failures', 'wechat_used_codes'],
  'POST /auth/settle-phone': 'login_failures',
  'POST /auth/settle-phone-log-in': 'login_failures',
  'POST /auth/verify-phone': 'login_failures',
  'POST /merchant/threading/orders/hand-over/{id}': 'stringing_orders',
  'POST /merchant/threading/orders/give-back/{id}': 'stringing_orders',
}
/** Calls that answer a page of a list. */
const PAGED = new Set(
  ENDPOINTS.flatMap(({ endpoint: { method, path, paged } }) =>
    paged ? [nameOf(method, path.replace(/:(\w+)/g, '{$1}'))] : [],
  ),
)
const OUR_INSIDES =
  /\.ts\b|node_modules|\bat .+:\d+|violates|syntax error|relation "|column "|\bSELECT\b|\bINSERT INTO\b/

let world: World
const tokens = new Map<string, string>()

beforeAll(async () => {
  world = await givenWorld(db)
  const session = only(
    await db.insert(loginSessions).values({ userId: world.owner }).returning({ id: loginSessions.id }),
  )
  const expiresAt = new Date(TEST_NOW.getTime() + 86_400_000)
  await db.insert(refreshTokens).values({ tokenHash: hashOfToken(REFRESH_TOKEN), sessionId: session.id, expiresAt })
  for (const role of MATRIX_ROLES) {
    const userId = userOfRole(world, role)
    if (userId) tokens.set(role, await server.tokenOf(userId))
  }
  for (const userId of standIns(world)) tokens.set(userId, await server.tokenOf(userId))
  for (const role of ['operator', 'senior', 'merchant', 'owner'] as const)
    tokens.set(role, await server.staffTokenOf(role, world.merchantId))
  tokens.set(ASKER, await server.tokenOfStaff(world.operatorId))
  tokens.set('company', await server.adminTokenOf({ userId: world.admin, companyId: world.companyId }))
  tokens.set('staff', await server.tokenOfStaff(world.merchantStaffId))
  for (const path of SWEEP_PICTURES.map((relativePath) => join(app.filesDirectory, relativePath))) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, 'the bytes of a picture')
  }
  await saveRows(maintenance)
})

/** A request whose body is JSON text. */
type Sent = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  headers: Record<string, string>
  payload?: string | Buffer
}

/** The valid request of a route, by a permitted caller. */
function validRequest(route: string): Sent {
  const roles = ['PS', 'CI', 'CA', 'VM', 'PP', 'ST', 'PO'] as const
  const [row] = app.permissionMatrix.filter(({ endpoint }) => endpoint === route)
  const role = roles.find((one) => row?.expected[one] === 200)
  if (!role) throw new Error(`no row of ${route} allows anybody`)
  const { path, body, file, as } = (SWEEP_REQUESTS[route] as (typeof SWEEP_REQUESTS)[string])(world, role)
  const sent = file
    ? pictureForm(file)
    : body && { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) }
  return {
    method: route.split(' ')[0] as Sent['method'],
    url: API_PREFIX + path,
    ...sent,
    // Staff of the permitted kind.
    headers: {
      authorization: `Bearer ${tokens.get(as ?? (role === 'ST' ? row?.audience : role) ?? '')}`,
      ...sent?.headers,
    },
  }
}

/** One fault: its name, and the request that has it. */
type Mutant = { what: string; sent: Sent }

function mutantsOf(route: string, valid: Sent, template: string, operation: Operation): Mutant[] {
  const mutants: Mutant[] = []
  const { pathname, search } = new URL(valid.url, 'http://localhost')
  const parts = pathname.split('/')
  template.split('/').forEach((part, index) => {
    if (!part.startsWith('{')) return
    for (const text of sampleOf(FUZZ_TEXTS, `${route} ${part}`)) {
      for (const written of new Set([encodeURIComponent(text), text.replace(/[^!-~]|[?#/]/g, '')])) {
        const url = parts.map((own, place) => (place === index ? written : own)).join('/') + search
        mutants.push({ what: `path ${part} = ${written}`, sent: { ...valid, url } })
      }
    }
  })
  for (const { name } of (operation.parameters ?? []).filter(({ in: place }) => place === 'query')) {
    const others = new URLSearchParams(search)
    others.delete(name)
    const withValue = (query: string) => ({
      ...valid,
      url: `${pathname}?${[others.toString(), query].filter(Boolean).join('&')}`,
    })
    for (const text of sampleOf(FUZZ_TEXTS, `${route} ${name}`)) {
      mutants.push({ what: `query ${name} = ${text}`, sent: withValue(`${name}=${encodeURIComponent(text)}`) })
    }
    const queries = [`${name}=1&${name}=2`, `${name}[]=1`, `${name}[a]=1`, `${name}`, `${name}=%ff`, `${name}=%`]
    for (const query of oneOf(queries, `${route} ${name}`)) {
      mutants.push({ what: `query ${query}`, sent: withValue(query) })
    }
  }
  const schema = operation.requestBody?.content['application/json']?.schema
  return schema ? [...mutants, ...bodyMutants(route, valid, schema)] : mutants
}

const HOLE = '"the hostile value"'
const holed = (value: object) => JSON.stringify(value).replaceAll('"@"', HOLE)

function bodyMutants(route: string, valid: Sent, schema: Schema): Mutant[] {
  const body = JSON.parse(String(valid.payload ?? '{}')) as Record<string, unknown>
  const headers = { ...valid.headers, 'content-type': 'application/json' }
  const mutants: Mutant[] = []
  const withText = (what: string, payload: string | Buffer, contentType?: string) =>
    mutants.push({
      what,
      sent: { ...valid, headers: contentType ? { ...headers, 'content-type': contentType } : headers, payload },
    })
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const { [name]: _own, ...rest } = body
    withText(`body without ${name}`, JSON.stringify(rest))
    const templates: [place: string, template: string][] = [[name, holed({ ...rest, [name]: '@' })]]
    for (const inner of Object.keys(property.items?.properties ?? {})) {
      templates.push([
        `${name} ${inner}`,
        holed({ ...rest, [name]: [{ ...smallestOf(property.items), [inner]: '@' }] }),
      ])
    }
    for (const [place, template] of templates) {
      // The place alone chooses the sample: a body holds tickets and ids that differ from run to run.
      for (const json of sampleOf(FUZZ_JSON, `${route} ${place}`))
        withText(
          `body ${template.slice(0, 80)} with ${json}`,
          template.replace(HOLE, () => json),
        )
    }
  }
  for (const name of sampleOf(FORBIDDEN_FIELDS, route))
    withText(`body with ${name}`, JSON.stringify({ ...body, [name]: 1 }))
  const others = FORBIDDEN_FIELDS.flat().filter((name) => !(name in body))
  withText(
    'body with all forbidden fields',
    JSON.stringify({ ...body, ...Object.fromEntries(others.map((name) => [name, 1])) }),
  )
  for (const json of sampleOf(FUZZ_JSON, route)) withText(`body ${json}`, json)
  const text = JSON.stringify(body)
  withText('a body behind a byte order mark', `\ufeff${text}`)
  withText('bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x7b]))
  withText('a body cut in half', text.slice(0, text.length / 2))
  const types = [
    'text/plain',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-7',
    'nonsense',
  ]
  for (const type of oneOf(types, route)) withText(`a body called ${type}`, text, type)
  return mutants
}

const UNKNOWN = 'nobodyDeclaresThis'

/** The valid request with a name that nothing declares: a query and the body of a list refuse it, other bodies do not. */
function withUnknownName(route: string, valid: Sent): (Mutant & { isRefused: boolean })[] {
  const query = `${valid.url.includes('?') ? '&' : '?'}${UNKNOWN}=1`
  const inQuery = { what: 'an unknown parameter', sent: { ...valid, url: valid.url + query }, isRefused: true }
  if (valid.headers['content-type'] !== 'application/json') return [inQuery]
  const payload = JSON.stringify({ ...JSON.parse(String(valid.payload)), [UNKNOWN]: 1 })
  return [inQuery, { what: 'an unknown field', sent: { ...valid, payload }, isRefused: PAGED.has(route) }]
}

/** The smallest object of a schema whose fields are well-formed. */
function smallestOf(schema: Schema | undefined): Record<string, unknown> {
  const formOf = ({ enum: words, format, type }: Schema) => {
    if (words) return words[0]
    if (format === 'id') return '1'
    return type === 'string' ? '' : 0
  }
  return Object.fromEntries(
    Object.entries(schema?.properties ?? {}).map(([name, property]) => [name, formOf(property)]),
  )
}

/** The problem with an answer; undefined when there is none. */
function complaint(route: string, { statusCode, body, headers }: LightMyRequestResponse): string | undefined {
  if (statusCode >= 500) return `${statusCode} ${body}`
  if (statusCode < 400 && OWN_FORMS.includes(route)) return undefined
  if (OUR_INSIDES.test(body) && statusCode >= 400) return `tells our insides: ${body}`
  if (headers['content-type'] !== 'application/json; charset=utf-8') return `is ${headers['content-type']}`
  const { success, code, msg, ...rest } = JSON.parse(body) as Record<string, unknown>
  if (!('data' in rest) || typeof msg !== 'string' || msg === '') return `is not the envelope: ${body}`
  if (statusCode < 400) return success === true && code === 0 ? undefined : `is not the envelope of success: ${body}`
  return success === false && isErrorCode(code) ? undefined : `is not the envelope of a refusal: ${body}`
}

const keyed = keyedRoutesOf(app)

/** Sends a request, with a new key where the route needs one. */
const ask = (route: string, { headers, ...sent }: Sent) => {
  const key = keyed.has(route) && { 'idempotency-key': randomUUID() }
  return request({ ...sent, headers: { ...key, ...headers } } as InjectOptions)
}

/** Restores the rows that were written since the last time, beside these tables. @returns the tables that had changed */
async function restore(...beside: string[]): Promise<string[]> {
  const changed = await restoreRows(maintenance, beside)
  if (changed.length > 0) {
    app.sessions.forgetAll()
    app.gridCache.clear()
  }
  return changed
}

const paths = app.swagger().paths as Record<string, Record<string, Operation>>
const operations = Object.entries(paths).flatMap(([template, methods]) =>
  Object.entries(methods).map(([method, operation]) => [nameOf(method, template), template, operation] as const),
)

let requests = 0

test.each(operations)('%s handles every single fault', async (route, template, operation) => {
  const valid = validRequest(route)
  const base = await ask(route, valid)
  expect([base.body, base.statusCode]).toEqual([base.body, 200])
  await restore()
  // Links that answer no envelope are followed by others, who may add to them.
  const isLink = base.headers['content-type'] !== 'application/json; charset=utf-8'
  for (const { what, sent, isRefused } of withUnknownName(route, valid)) {
    const { statusCode, body } = await ask(route, sent)
    const isNamed = statusCode === 400 && body.includes(`"code":"input_invalid","data":{"field":"${UNKNOWN}"}`)
    expect([what, isNamed, isNamed || statusCode]).toEqual(
      isRefused && !isLink ? [what, true, true] : [what, false, 200],
    )
    await restore('idempotency_keys')
  }

  const complaints: string[] = []
  const changed = new Set<string>()
  for (const { what, sent } of mutantsOf(route, valid, template, operation)) {
    const answer = await ask(route, sent)
    requests += 1
    const wrong = complaint(route, answer)
    if (wrong) complaints.push(`${what} → ${wrong}`)
    if (sent.method === 'GET') continue
    // The answer to a key is kept, a refusal too.
    const written = await restore('idempotency_keys')
    if (answer.statusCode >= 400) for (const table of written) changed.add(table)
  }
  expect(complaints).toEqual([])
  if (valid.method !== 'GET') expect([...changed].sort()).toEqual([COUNTS_FAILURES[route] ?? []].flat())
})

/** The number of rows of each table, without sessions and the answers of keys. */
async function rowCounts(): Promise<Record<string, number>> {
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name not in ('idempotency_keys', 'change_versions')`)
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::int as n from "${name}"`)
  const { rows } = await db.execute<{ name: string; n: number }>(sql.raw(counts.join(' union all ')))
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}

const BY_KEY = [
  'POST /admin/cards/adjust/{id}',
  'POST /admin/cards/issue',
  'POST /admin/common-courses',
  'POST /admin/companies',
  'POST /admin/offline-entries/correct/{id}',
  'POST /admin/offline-entries/pay/{id}',
  'POST /admin/offline-entries/refund/{id}',
  'POST /admin/products/stock/{id}',
  'POST /admin/threading/refunds/ask/{id}',
  'POST /admin/top-up-plans',
  'POST /course-refunds/contract/{id}',
  'POST /merchant/threading/strings/create',
  'POST /merchant/threading/strings/move/{id}',
  'POST /packages/managed',
  'POST /packages/remind',
  'POST /roster/students',
  'POST /shop/orders/create',
  'POST /stored-card/top-up',
  'POST /stored-card/withdraw',
  'POST /threading/orders/create',
]
const BY_BODY = [
  'POST /admin/adverts',
  'POST /admin/merchants/create',
  'POST /company-course/add-by-company',
  'POST /course-invitation/create/by-coach',
  'POST /course-invitation/create/by-player',
  'POST /course-invitation/past/by-coach',
  'POST /invitationball/create',
  'POST /merchant/threading/services/create',
  'POST /products',
  'POST /threading/rackets/create',
  'POST /user-course-contract/update-sessions',
  'POST /user/address/create',
  'POST /user/bookings',
  'POST /vacancy-alerts/book/{id}',
  'PUT /course-invitation/contract/by-coach/{id}',
]

test('the calls that create something once are these', () => {
  const named = (once: Endpoint['once']) =>
    ENDPOINTS.filter(({ endpoint }) => endpoint.once === once)
      .map(({ endpoint: { method, path } }) => nameOf(method, path.replace(/:(\w+)/g, '{$1}')))
      .sort()
  expect(named('by-key')).toEqual(BY_KEY)
  expect(named('by-body')).toEqual(BY_BODY)
  expect([...keyed].sort()).toEqual(BY_KEY)
})

test.each(BY_KEY)('%s without a key has no effect, and ten times with one key has one', async (route) => {
  await restore()
  const valid = validRequest(route)
  const without = await request(valid as InjectOptions)
  expect([without.statusCode, without.json()]).toMatchObject([400, { code: 'idempotency_key_missing', data: null }])
  expect(await restore()).toEqual([])

  await ask(route, valid)
  const once = await rowCounts()
  await restore()
  const headers = { ...valid.headers, 'idempotency-key': randomUUID() }
  const ten = await Promise.all(Array.from({ length: 10 }, () => request({ ...valid, headers } as InjectOptions)))
  expect(new Set(ten.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
  expect([ten[0]?.statusCode, await rowCounts()]).toEqual([200, once])
  await restore()
})

test.each(BY_BODY)('%s ten times within 10 seconds without a key has one effect', async (route) => {
  await restore()
  const { payload, ...rest } = validRequest(route)
  // Another contract, where the valid request changes one.
  const valid = { ...rest, payload: String(payload).replace(/"id":"\d+"/, '"id":"new_1"') }
  const send = () => request(valid as InjectOptions)
  const first = await send()
  const once = await rowCounts()
  const setAge = (age: string) => db.execute(sql`update idempotency_keys set created_at = now() - ${age}::interval`)
  // Younger than any pause of this test is long.
  await setAge('-1 minute')
  expect([first.statusCode, (await send()).body, await rowCounts()]).toEqual([200, first.body, once])
  await setAge('10.001 seconds')
  expect((await send()).body).not.toBe(first.body)

  await restore()
  const ten = await Promise.all(Array.from({ length: 10 }, send))
  expect(new Set(ten.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
  expect([ten[0]?.statusCode, await rowCounts()]).toEqual([200, once])
  await restore()
})

test('every documented call was tested, with thousands of faults', () => {
  expect(operations.map(([route]) => route).sort()).toEqual(
    routesOf(app)
      .filter((route) => !UNDOCUMENTED.includes(route))
      .sort(),
  )
  expect(requests).toBeGreaterThan(2_000)
})
