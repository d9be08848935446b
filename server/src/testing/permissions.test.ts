import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { LIVE_PATH } from '@paidang/api/live'
import { type Access, isAdmitted, isForStaff, STAFF_ROLES, type StaffRole } from '@paidang/domain/kernel/access'
import readWorkbook from 'read-excel-file/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashOfToken } from '../areas/people/auth/sessions.ts'
import { createDatabase } from '../db/database.ts'
import { createPool } from '../db/pool.ts'
import { MATRIX_ROLES, type MatrixRole, type MatrixRow } from '../http/permission-matrix.ts'
import { API_PREFIX } from '../http/serve.ts'
import { loginSessions, refreshTokens } from '../tables/auth.ts'
import { users } from '../tables/identities.ts'
import { changedTables, restoreRows, saveRows } from './all-rows.ts'
import { only, TEST_NOW } from './builders.ts'
import { givenWorld, type World } from './given-world.ts'
import { statusOfHello } from './live-client.ts'
import { pictureForm } from './multipart-form.ts'
import {
  ASKER,
  REFRESH_TOKEN,
  REVEALS_A_PHONE,
  SWEEP_PICTURES,
  SWEEP_REQUESTS,
  type SweepRequest,
  standIns,
  userOfRole,
} from './permission-requests.ts'
import { personalFieldsIn, readPersonalFields } from './personal-fields.ts'
import { keyedRoutesOf, routesOf } from './routes-of.ts'
import { startTestServer } from './test-server.ts'

// Tests the permission matrix on the server: every row with a served route, as each of its ten roles.

const server = await startTestServer({ rows: 'kept', queues: 'prepared' })
const { app, db, maintenance, request } = server

const readOnlyUrl = new URL(server.databaseUrl)
readOnlyUrl.searchParams.set('options', '-c default_transaction_read_only=on')
/** A replica refuses every write. What of a read that may lag fails there. */
const readOnly = createPool(readOnlyUrl.href, { max: 2, onError: ({ message }) => failedThere.push(message) })
const there = createDatabase(readOnly)
const failedThere: string[] = []
let readsThere = 0
app.replica = {
  databaseFor() {
    readsThere += 1
    return there
  },
  failed: (error) => failedThere.push(String(error)),
  wrote: () => undefined,
  lostTrack: () => undefined,
  stop: () => readOnly.end(),
}
afterAll(() => readOnly.end())

const ABSENT_ID = '987654321987'

const routes = routesOf(app)
const keyed = keyedRoutesOf(app)
const rowName = (row: MatrixRow) => (row.case === '-' ? row.endpoint : `${row.endpoint} | ${row.case}`)
const requestOf = (row: MatrixRow) => SWEEP_REQUESTS[rowName(row)] ?? SWEEP_REQUESTS[row.endpoint]
const personalRows = readPersonalFields()
/** The roles that read a value in a personal field, as the table says. */
const readersOf = (row: MatrixRow) =>
  Object.fromEntries(
    personalRows
      .filter((one) => one.endpoint === row.endpoint && one.case === row.case)
      .flatMap(({ fields, readers }) => fields.map((field) => [field, readers])),
  )
const isAnswer = (body: string) => body.startsWith('{"success"')

/**
 * What an answer holds. The rows of a table in it stand under `file`, each value under its heading. A page has none, and a
 * picture shows what another call of the same readers answers.
 */
async function dataIn(body: string): Promise<unknown> {
  if (!isAnswer(body)) return undefined
  const { data } = JSON.parse(body)
  if (!data?.base64) return data
  if (data.contentType === 'image/png') return {}
  const bytes = Buffer.from(data.base64, 'base64')
  if (data.fileName.endsWith('.json')) return { file: JSON.parse(bytes.toString()) }
  if (!data.fileName.endsWith('.xlsx')) throw new Error(`nobody reads the file ${data.fileName}`)
  const sheets = await readWorkbook(bytes)
  const rows = sheets.flatMap(({ data: [headings = [], ...lines] }) =>
    lines.map((line) => Object.fromEntries(line.map((value, index) => [headings[index], value]))),
  )
  return { file: rows }
}
const served = app.permissionMatrix.filter((row) => routes.includes(row.endpoint))
const unserved = app.permissionMatrix.filter((row) => !routes.includes(row.endpoint))

let world: World
let secrets: { userId: string; text: string }[]
const tokens = new Map<string, string>()

/** The answer to a key is kept, that of a refusal too. */
const changedBesideKeys = () => changedTables(maintenance, ['idempotency_keys'])

beforeAll(async () => {
  world = await givenWorld(db)
  const people = await db.select().from(users)
  secrets = people.flatMap(({ id: userId, phone, openId }) =>
    [phone, openId].filter((text) => text !== null).map((text) => ({ userId, text })),
  )
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
  tokens.set('staff', await server.tokenOfStaff(world.merchantStaffId))
  tokens.set('company', await server.adminTokenOf({ userId: world.admin, companyId: world.companyId }))
  for (const path of SWEEP_PICTURES.map((relativePath) => join(app.filesDirectory, relativePath))) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, 'the bytes of a picture')
  }
  await saveRows(maintenance)
})

async function ask(row: MatrixRow, role: MatrixRole, { path, body, headers, file, as }: SweepRequest) {
  const [method] = row.endpoint.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE']
  // Console rows depend on the staff role. For other rows any staff member serves.
  const token = tokens.get(as ?? (role === 'ST' ? (staffRolesOf(row)[0] ?? 'operator') : role))
  if (as && !token) throw new Error(`nobody has logged in as user ${as}`)
  if (path === LIVE_PATH) return { statusCode: await statusOfHello(app, token), body: '' }
  const form = file && pictureForm(file)
  return request({
    method,
    url: API_PREFIX + path,
    ...(body && { payload: body }),
    ...form,
    headers: {
      ...(keyed.has(row.endpoint) && { 'idempotency-key': randomUUID() }),
      ...headers,
      ...form?.headers,
      ...(token && { authorization: `Bearer ${token}` }),
    },
  })
}

/** The console roles that may make a call. Empty when the call is not for the console. */
const staffRolesOf = ({ audience }: MatrixRow): StaffRole[] =>
  isForStaff(audience as Access) ? STAFF_ROLES.filter((role) => isAdmitted(role, audience as StaffRole)) : []

/** Undoes an allowed call. @returns the invariants that did not hold after it */
async function undo(): Promise<string[]> {
  const broken = await server.brokenInvariants()
  await restoreRows(maintenance)
  app.sessions.forgetAll()
  app.gridCache.clear()
  return broken.map(({ name }) => name)
}

test.each(served.map((row) => [rowName(row), row] as const))('%s', async (name, row) => {
  const make = requestOf(row)
  if (!make) throw new Error(`no request for ${name} in permission-requests.ts`)
  const actual: Record<string, number> = {}
  const faults: string[] = []
  const readers: Record<string, MatrixRole[]> = {}
  for (const role of MATRIX_ROLES) {
    const input = make(world, role)
    const answer = await ask(row, role, input)
    actual[role] = answer.statusCode
    const data = await dataIn(answer.body)
    for (const field of answer.statusCode === 200 ? new Set(personalFieldsIn(data)) : []) {
      readers[field] = [...(readers[field] ?? []), role]
    }

    const isTouched = (await changedBesideKeys()).length > 0
    if (isTouched && answer.statusCode >= 400)
      faults.push(`${role}: refused with ${answer.statusCode}, and yet rows changed`)
    if (isTouched) faults.push(...(await undo()).map((name) => `${role}: afterwards ${name} does not hold`))

    const mayReveal = answer.statusCode === 200 && REVEALS_A_PHONE.includes(row.endpoint)
    const told = isAnswer(answer.body) && data !== undefined ? JSON.stringify(data) : answer.body
    const leaks = mayReveal
      ? []
      : secrets.filter(({ userId, text }) => userId !== userOfRole(world, role) && told.includes(text))
    for (const { userId } of leaks) faults.push(`${role}: the answer tells the phone or openId of user ${userId}`)

    if (answer.statusCode === 404 && input.privateId) {
      const absent = await ask(row, role, { ...input, path: input.path.replace(input.privateId, ABSENT_ID) })
      if (absent.body !== answer.body)
        faults.push(`${role}: a foreign id answers ${answer.body}, an absent one ${absent.body}`)
    }
  }
  expect(actual).toEqual(row.expected)
  if (staffRolesOf(row).length === 0) expect(readers).toEqual(readersOf(row))
  expect(faults).toEqual([])
})

const ofConsole = served.filter((row) => staffRolesOf(row).length > 0)

test.each(ofConsole.map((row) => [rowName(row), row] as const))(
  '%s admits only its roles of the console',
  async (name, row) => {
    const make = requestOf(row)
    if (!make) throw new Error(`no request for ${name} in permission-requests.ts`)
    const statuses: Record<string, number> = {}
    for (const role of STAFF_ROLES.filter((role) => !staffRolesOf(row).includes(role))) {
      statuses[role] = (await ask(row, 'ST', { ...make(world, 'ST'), as: role })).statusCode
    }
    expect(statuses).toEqual(Object.fromEntries(Object.keys(statuses).map((role) => [role, 403])))
    expect(await changedBesideKeys()).toEqual([])
  },
)

test('a companyId may carry the suffix of its caller only', async () => {
  const [row] = served.filter(({ endpoint }) => endpoint === 'GET /user-contract/byUserAndCompany/{userId}/{companyId}')
  if (!row) throw new Error('the call with a companyId is not served')
  const { owner, coach, joiner, companyId } = world
  const statusWith = async (role: MatrixRole, suffix: string) =>
    (await ask(row, role, { path: `/user-contract/byUserAndCompany/${owner}/${companyId}-${suffix}` })).statusCode
  expect([await statusWith('PS', owner), await statusWith('CI', coach)]).toEqual([200, 200])
  expect([await statusWith('PS', joiner), await statusWith('CI', owner)]).toEqual([403, 403])
  expect([await statusWith('PP', joiner), await statusWith('PP', owner)]).toEqual([403, 403])
})

test.each([
  ['/user-relation/coach-by-player/123456'],
  ['/user-course-contract/by-user/123456'],
  ['/user-course-contract/by-user/123456/search-by-coach'],
])('the guest id is no user in %s: 401 without a token, 403 with one', async (path) => {
  const [row] = served
  if (!row) throw new Error('nothing is served')
  const statuses = await Promise.all(
    (['AN', 'PO', 'CI'] as const).map((role) => ask({ ...row, endpoint: `GET ${path}` }, role, { path })),
  )
  expect(statuses.map(({ statusCode }) => statusCode)).toEqual([401, 403, 403])
})

test('every served route has its rows in the matrix and its request in the sweep', () => {
  const endpoints = new Set(app.permissionMatrix.map(({ endpoint }) => endpoint))
  expect(routes.filter((route) => !endpoints.has(route))).toEqual([])
  expect(served.filter((row) => !requestOf(row)).map(rowName)).toEqual([])
})

test('every request and every exception belongs to an existing row', () => {
  const names = new Set(app.permissionMatrix.flatMap((row) => [rowName(row), row.endpoint]))
  const listed = [...Object.keys(SWEEP_REQUESTS), ...REVEALS_A_PHONE]
  expect(listed.filter((name) => !names.has(name))).toEqual([])
})

test(`of ${app.permissionMatrix.length} rows ${served.length} are swept, ${unserved.length} wait for their route`, () => {
  expect(served.length + unserved.length).toBe(app.permissionMatrix.length)
})

test('every read that may lag is answered by a database that refuses writes', () => {
  expect(failedThere).toEqual([])
  expect(readsThere).toBeGreaterThan(50)
})
