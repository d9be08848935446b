import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { LIVE_PATH } from '@paidang/api/live'
import { type Access, isAdmitted, isForStaff, STAFF_ROLES, type StaffRole } from '@paidang/domain/kernel/access'
import { beforeAll, expect, test } from 'vitest'
import { hashOfToken } from '../areas/auth/issue-tokens.ts'
import { loginSessions, refreshTokens } from '../areas/auth/tables.ts'
import { users } from '../areas/profile/tables.ts'
import { MATRIX_ROLES, type MatrixRole, type MatrixRow } from '../http/permission-matrix.ts'
import { API_PREFIX } from '../http/serve.ts'
import { fingerprints, keepRows, nextWrite, restoreRows } from './all-rows.ts'
import { only, TEST_NOW } from './builders.ts'
import { givenWorld, type World } from './given-world.ts'
import { statusOfHello } from './live-client.ts'
import { ASKER } from './money-requests.ts'
import { pictureForm } from './multipart-form.ts'
import { REFRESH_TOKEN, standIns, TELLS_A_PHONE, WALK_PICTURES, WALK_REQUESTS } from './permission-requests.ts'
import { personalFieldsIn, readPersonalFields } from './personal-fields.ts'
import { routesOf } from './routes-of.ts'
import { startTestServer } from './test-server.ts'
import { userOfRole, type WalkRequest } from './walk-request.ts'

// The permission matrix, served: every row whose route is served, as each of its ten roles, over the fixture world.

const server = await startTestServer({ rows: 'kept', queues: 'prepared' })
const { app, db, maintenance, request } = server

const ABSENT_ID = '987654321987'

const routes = routesOf(app)
const rowName = (row: MatrixRow) => (row.case === '-' ? row.endpoint : `${row.endpoint} | ${row.case}`)
const requestOf = (row: MatrixRow) => WALK_REQUESTS[rowName(row)] ?? WALK_REQUESTS[row.endpoint]
const personalRows = readPersonalFields()
/** Which roles read a value in which personal field, as the table says. */
const readersOf = (row: MatrixRow) =>
  Object.fromEntries(
    personalRows
      .filter((one) => one.endpoint === row.endpoint && one.case === row.case)
      .flatMap(({ fields, readers }) => fields.map((field) => [field, readers])),
  )
/** The personal fields of an answer, each once; a file or a page has none. */
const fieldsIn = (body: string) =>
  body.startsWith('{"success"') ? new Set(personalFieldsIn(JSON.parse(body).data)) : []
const served = app.permissionMatrix.filter((row) => routes.includes(row.endpoint))
const unserved = app.permissionMatrix.filter((row) => !routes.includes(row.endpoint))

let world: World
let secrets: { userId: string; text: string }[]
let untouched: Record<string, string>
const tokens = new Map<string, string>()

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
  tokens.set('company', await server.adminTokenOf({ userId: world.admin, companyId: world.companyId }))
  for (const path of WALK_PICTURES.map((relativePath) => join(app.filesDirectory, relativePath))) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, 'the bytes of a picture')
  }
  await keepRows(maintenance)
  untouched = await fingerprints(db)
})

async function ask(row: MatrixRow, role: MatrixRole, { path, body, headers, file, as }: WalkRequest) {
  const [method] = row.endpoint.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE']
  // Rows of the console mean who it is for; elsewhere any of the staff will do.
  const token = tokens.get(as ?? (role === 'ST' ? (staffRolesOf(row)[0] ?? 'operator') : role))
  if (as && !token) throw new Error(`nobody has logged in as user ${as}`)
  if (path === LIVE_PATH) return { statusCode: await statusOfHello(app, token), body: '' }
  const form = file && pictureForm(file)
  return request({
    method,
    url: API_PREFIX + path,
    ...(body && { payload: body }),
    ...form,
    headers: { ...headers, ...form?.headers, ...(token && { authorization: `Bearer ${token}` }) },
  })
}

/** Who of the console may make a call: nobody where it is not for the console. */
const staffRolesOf = ({ audience }: MatrixRow): StaffRole[] =>
  isForStaff(audience as Access) ? STAFF_ROLES.filter((role) => isAdmitted(role, audience as StaffRole)) : []

/** Undoes what an allowed call did; answers the invariants that did not hold after it. */
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
    const wanted = make(world, role)
    const before = await nextWrite(db)
    const answer = await ask(row, role, wanted)
    actual[role] = answer.statusCode
    for (const field of answer.statusCode === 200 ? fieldsIn(answer.body) : []) {
      readers[field] = [...(readers[field] ?? []), role]
    }

    const isTouched =
      (await nextWrite(db)) !== before && JSON.stringify(await fingerprints(db)) !== JSON.stringify(untouched)
    if (isTouched && answer.statusCode >= 400)
      faults.push(`${role}: refused with ${answer.statusCode}, and yet rows changed`)
    if (isTouched) faults.push(...(await undo()).map((name) => `${role}: afterwards ${name} does not hold`))

    const mayTell = answer.statusCode === 200 && TELLS_A_PHONE.includes(row.endpoint)
    const leaks = mayTell
      ? []
      : secrets.filter(({ userId, text }) => userId !== userOfRole(world, role) && answer.body.includes(text))
    for (const { userId } of leaks) faults.push(`${role}: the answer tells the phone or openId of user ${userId}`)

    if (answer.statusCode === 404 && wanted.privateId) {
      const absent = await ask(row, role, { ...wanted, path: wanted.path.replace(wanted.privateId, ABSENT_ID) })
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
  '%s is for its roles of the console alone',
  async (name, row) => {
    const make = requestOf(row)
    if (!make) throw new Error(`no request for ${name} in permission-requests.ts`)
    const statuses: Record<string, number> = {}
    for (const role of STAFF_ROLES.filter((role) => !staffRolesOf(row).includes(role))) {
      statuses[role] = (await ask(row, 'ST', { ...make(world, 'ST'), as: role })).statusCode
    }
    expect(statuses).toEqual(Object.fromEntries(Object.keys(statuses).map((role) => [role, 403])))
    expect(await fingerprints(db)).toEqual(untouched)
  },
)

test('a companyId may carry the suffix of its caller, and of nobody else', async () => {
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
])('the guest id names nobody in %s: 401 without a token, 403 with one', async (path) => {
  const [row] = served
  if (!row) throw new Error('nothing is served')
  const statuses = await Promise.all(
    (['AN', 'PO', 'CI'] as const).map((role) => ask({ ...row, endpoint: `GET ${path}` }, role, { path })),
  )
  expect(statuses.map(({ statusCode }) => statusCode)).toEqual([401, 403, 403])
})

test('every served route has its rows in the matrix and its request in the walk', () => {
  const endpoints = new Set(app.permissionMatrix.map(({ endpoint }) => endpoint))
  expect(routes.filter((route) => !endpoints.has(route))).toEqual([])
  expect(served.filter((row) => !requestOf(row)).map(rowName)).toEqual([])
})

test('no request and no exception stands for a row that is not there', () => {
  const names = new Set(app.permissionMatrix.flatMap((row) => [rowName(row), row.endpoint]))
  const listed = [...Object.keys(WALK_REQUESTS), ...TELLS_A_PHONE]
  expect(listed.filter((name) => !names.has(name))).toEqual([])
})

test(`of ${app.permissionMatrix.length} rows ${served.length} are walked, ${unserved.length} wait for their route`, () => {
  expect(served.length + unserved.length).toBe(app.permissionMatrix.length)
})
