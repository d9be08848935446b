import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { API_PREFIX } from '../../../http/serve.ts'
import { rosterStudents } from '../../../tables/roster.ts'
import { givenCompany, givenContract, givenCourse } from '../../../testing/builders.ts'
import { givenUnclaimed } from '../../../testing/given-people.ts'
import { givenWorld, type World } from '../../../testing/given-world.ts'
import { SWEEP_REQUESTS, userOfRole } from '../../../testing/permission-requests.ts'
import { keyedRoutesOf, routesOf } from '../../../testing/routes-of.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const server = await startTestServer({ rows: 'kept', queues: 'prepared' })
const { app, db, request } = server

const NAME = '独孤不为人知'
const PHONE = '19912345678'
const ROLES = ['AN', 'PO', 'CO', 'CA'] as const

test('no call shows the unclaimed student of a club to anybody outside of it, by whatever id they ask', async () => {
  const world = await givenWorld(db)
  const { companyId, adminId } = await givenCompany(db, { companyName: '丁俱乐部' })
  const hidden = await givenUnclaimed(db, { companyId, addedBy: adminId, name: NAME, phone: PHONE })
  await givenContract(db, { userId: hidden, courseId: await givenCourse(db, { companyId }) })
  const routes = routesOf(app)
  const keyed = keyedRoutesOf(app)
  const tokens = new Map<string, string>()
  for (const role of ROLES) {
    const userId = userOfRole(world, role)
    if (userId) tokens.set(role, await server.tokenOf(userId))
  }
  const company = await server.adminTokenOf({ userId: world.admin, companyId: world.companyId })
  // Every person that a call is about is the hidden one.
  const people = [
    'owner',
    'joiner',
    'stranger',
    'invited',
    'classmate',
    'newcomer',
    'student',
    'idler',
    'unclaimed',
    'ward',
  ]
  const asked = { ...world, ...Object.fromEntries(people.map((name) => [name, hidden])) } as World
  const found = new Set<string>()
  let answered = 0
  const ask = async (name: string, token: string | undefined, given: World) => {
    const endpoint = name.split(' | ')[0] ?? ''
    const [method = ''] = endpoint.split(' ')
    const make = SWEEP_REQUESTS[name]
    if (!make || !routes.includes(endpoint) || endpoint.includes('/live')) return
    const { path, body, headers, file } = make(given, 'PO')
    if (file) return
    const { statusCode, body: text } = await request({
      method: method as 'GET',
      url: API_PREFIX + path,
      ...(body && { payload: body }),
      headers: {
        ...(keyed.has(endpoint) && { 'idempotency-key': randomUUID() }),
        ...headers,
        ...(token && { authorization: `Bearer ${token}` }),
      },
    })
    if (statusCode === 200) answered += 1
    if (text.includes(NAME) || text.includes(PHONE)) found.add(endpoint)
  }
  const endings = /log-out|logout|close|leaveCompany|refresh/
  const names = Object.keys(SWEEP_REQUESTS).filter((name) => !endings.test(name))
  // The lists once more, since they may show what a call of the first round wrote.
  for (const name of [...names, ...names.filter((one) => one.startsWith('GET'))]) {
    const isOfConsole = /^\w+ \/(roster|analytics)\//.test(name)
    for (const token of [...ROLES.map((role) => tokens.get(role)), ...(isOfConsole ? [company] : [])])
      await ask(name, token, asked)
  }
  expect(answered).toBeGreaterThan(200)
  expect([...found]).toEqual([])
  server.takeFaults()
  // The same words are found where they may be: the test would see them.
  const own = await server.tokenOf(adminId)
  await ask('GET /coach-home/student/{playerId}', own, asked)
  expect([...found]).toEqual(['GET /coach-home/student/{playerId}'])
  expect(await db.$count(rosterStudents, eq(rosterStudents.userId, hidden))).toBe(1)
}, 600_000)
