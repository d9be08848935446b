import * as declared from '@paidang/api/declared'
import type { Endpoint } from '@paidang/api/endpoint'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { jobFailures } from '../db/machinery-tables.ts'
import { cardAdjustments } from '../tables/cards.ts'
import { users } from '../tables/identities.ts'
import { clientErrors, invariantRuns } from '../tables/operations.ts'
import { reconcileFindings, reconcileRuns } from '../tables/reconcile.ts'
import { venues } from '../tables/venues.ts'
import {
  givenAdvert,
  givenClosure,
  givenCommonCourse,
  givenContract,
  givenMessage,
  givenVenue,
  only,
  TEST_NOW,
  TOMORROW,
} from '../testing/builders.ts'
import { givenBall } from '../testing/given-ball.ts'
import { givenContent, givenNewVenue, givenPasswordRequest, givenReport, givenRequest } from '../testing/given-desks.ts'
import { givenInvitation } from '../testing/given-invitation.ts'
import { givenCard, givenStuckRefund } from '../testing/given-money.ts'
import { givenApplication, givenPhoneConflict } from '../testing/given-people.ts'
import { givenProduct } from '../testing/given-shop.ts'
import { givenShop } from '../testing/given-stringing.ts'
import { givenStringingOrder } from '../testing/given-stringing-order.ts'
import { givenWorld, type World } from '../testing/given-world.ts'
import { SWEEP_REQUESTS, userOfRole } from '../testing/permission-requests.ts'
import { startTestServer } from '../testing/test-server.ts'
import type { MatrixRole } from './permission-matrix.ts'
import { API_PREFIX } from './serve.ts'

// Every parameter that a list declares changes its answer for some value, and a parameter that it does not declare is
// refused. So no list accepts a parameter and ignores it.

const server = await startTestServer({ rows: 'kept' })

/** Lists of which the fixture world has one row, so that fewer rows than that cannot be seen. */
const ONE_ROW = [
  'GET /admin/cards/transactions/:id',
  'GET /admin/shipments',
  'GET /admin/threading/refunds',
  'GET /company-adverts',
  'GET /company-coach-leaves',
  'GET /roster/imports',
  'GET /stored-card/transactions/card/:cardId',
  'GET /student-invitations/mine',
]

type Schema = {
  required?: string[]
  enum?: unknown[]
  const?: unknown
  type?: string
  format?: string
  pattern?: string
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  minimum?: number
  maximum?: number
}

const isList = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'paged' in value
const lists = Object.values<Record<string, unknown>>(declared).flatMap((area) => Object.values(area).filter(isList))

/** Values that a schema allows, so different that an obeyed parameter answers differently to some of them. */
function valuesOf(name: string, schema: Schema): unknown[] {
  if (name === 'current') return [2]
  if (name === 'rows') return [1]
  if (name === 'near') return [{ latitude: 31.23, longitude: 121.47 }]
  if (schema.anyOf) return schema.anyOf.flatMap((one) => valuesOf(name, one))
  // With a single allowed value the others are refused, which is shown instead.
  if (schema.const !== undefined) return [0]
  if (schema.enum) return schema.enum.length > 1 ? schema.enum : ['无此选项']
  if (schema.type === 'boolean') return [true, false]
  if (schema.type === 'integer' || schema.type === 'number') return [schema.minimum ?? 0, schema.maximum ?? 9_999_999]
  if (schema.format === 'id' || schema.format === 'user-id') return ['987654321987']
  if (schema.format?.startsWith('day')) return ['2020-01-01', '2030-01-01']
  return ['无此内容']
}

/** Who reads a list that the usual player or coach does not. */
const ROLES: Record<string, MatrixRole> = {
  'GET /invitationball/by-manager/:id': 'VM',
  'GET /common/messages/venue-requests': 'VM',
  'GET /company/invitations/by-company/:id': 'CA',
  'GET /stadium-closures': 'VM',
}

/** A parameter that another one is needed for. */
const BESIDE: Record<string, Record<string, object>> = {
  'GET /products': { direction: { order: 'price' } },
  'POST /invitationball/list': { 'filters.withinKm': { near: { latitude: 31.23, longitude: 121.47 } } },
  'GET /threading/merchants': {
    latitude: { longitude: 121.47 },
    longitude: { latitude: 31.23 },
  },
}

/** A second row for lists of which the fixture world has one, in another order by each of their sorts. */
async function givenMore(db: Database, it: World): Promise<void> {
  await givenAdvert(db, { place: 'home', title: '第二个' })
  await givenCommonCourse(db, { courseName: '少儿启蒙', isShown: false })
  await givenNewVenue(db, { createdBy: it.outsider })
  const closed = { day: TOMORROW, courtIds: it.courtIds, invitationId: it.classes.cancelled }
  await givenClosure(db, { ...closed, venueId: it.venueId, madeBy: it.manager })
  await givenClosure(db, { ...closed, venueId: it.ownVenueId, madeBy: it.admin })
  await givenRequest(db, it.otherAdmin, (await givenVenue(db)).venueId)
  await givenReport(db, { reporterId: it.idler, ownerId: it.owner })
  await givenPasswordRequest(db, { userId: it.joiner })
  await givenContent(db, { authorId: it.joiner })
  await givenStuckRefund(db, it.stranger)
  await givenPhoneConflict(db, only(await db.select().from(users).where(eq(users.id, it.stranger))).phone ?? '')
  await givenApplication(db, { userId: it.idler })
  await givenProduct(db, { categoryId: it.categoryId, stock: 3, priceFen: 1_000 })
  await givenProduct(db, { categoryId: it.categoryId, stock: 0, priceFen: 2_000 })
  const slow = { turnaroundHours: 1, latitude: 31.9, courierFeeFen: null }
  await givenShop(db, slow)
  const strung = { userId: it.owner, merchantId: it.merchantId, racketId: it.racketId }
  await givenStringingOrder(db, { ...strung, mains: { stringId: it.shop.polyId }, stars: 5, text: '很快' })
  for (const app of ['h5', 'weapp'] as const) {
    const failure = { app, kind: 'script', message: app, stack: '', page: '', version: '', client: '' } as const
    await db.insert(clientErrors).values({ ...failure, fingerprint: app, day: '2026-05-01', lastAt: TEST_NOW })
  }
  await givenCard(db, { userId: it.idler, principalFen: 10_000 })
  const card = { userId: it.owner, cardId: it.card.cardId }
  const wish = { ...card, principalChange: 1_000, giftChange: 0, isNewCard: false, reason: '更正' }
  await db.insert(cardAdjustments).values({ ...wish, requestedBy: it.operatorId, createdAt: TEST_NOW })
  const finding = {
    runId: it.money.runId,
    orderId: it.orderId,
    subject: 'payment:1',
    kind: 'PAYMENT_MISSED' as const,
    ours: '',
    theirs: '',
  }
  await db.insert(reconcileFindings).values(finding)
  const { venueId, companyId, courseId, courtIds, contractId } = it
  const [, courtId] = courtIds
  await db.update(venues).set({ latitude: 31.23, longitude: 121.47 }).where(eq(venues.id, venueId))
  await givenBall(db, {
    playerIds: [it.idler],
    stadiumId: venueId,
    courtId,
    place: '',
    beginTimeSlot: 26,
    endTimeSlot: 28,
  })
  const elsewhere = await givenVenue(db)
  const there = { stadiumId: elsewhere.venueId, courtId: elsewhere.courtIds[0], place: '' }
  await givenBall(db, { playerIds: [it.student], ...there, activityDate: '2026-05-06' })
  await db.update(users).set({ nickname: '阿教练', sport: 'badminton' }).where(eq(users.id, it.colleague))
  for (const coachId of [it.otherAdmin, it.loner]) {
    const requested = { objectKind: 'venue_association', objectId: await givenRequest(db, coachId, venueId) }
    await givenMessage(db, { receiverId: it.manager, senderId: coachId, approveStatus: 0, ...requested })
  }
  const scene = { companyId, courseId, venueId, courtIds, contractId, adminId: it.admin, playerId: it.owner }
  await givenInvitation(db, {
    scene: { ...scene, coachId: it.colleague },
    status: 'COMPLETED',
    courseDate: '2026-04-24',
  })
  const at = { firstAt: TEST_NOW, lastAt: TEST_NOW }
  await db.insert(jobFailures).values({ name: 'cleanup-outbox', error: 'done', retriedAt: TEST_NOW, ...at })
  await db
    .insert(invariantRuns)
    .values({ begunAt: TEST_NOW, seenAt: TEST_NOW, total: 1, checked: 0, broken: 0, findings: [] })
  await db.insert(reconcileRuns).values({ day: '2026-04-29', state: 'DONE', endedAt: TEST_NOW, createdAt: TEST_NOW })
  await db.update(users).set({ lastSeenAt: TEST_NOW }).where(eq(users.id, it.coach))
  await givenContract(db, { userId: it.newcomer, courseId: it.courseId, coachId: it.colleague, sessions: 1 })
  await givenContract(db, { userId: it.invited, courseId: it.courseId, coachId: it.coach, expiryDate: '2026-05-10' })
}

let world: World
let tokens: Partial<Record<MatrixRole, string>>
beforeAll(async () => {
  world = await givenWorld(server.db)
  const tokenOf = async (role: MatrixRole) => [role, await server.tokenOf(userOfRole(world, role) ?? '')]
  await givenMore(server.db, world)
  tokens = Object.fromEntries(await Promise.all((['PS', 'CI', 'CA', 'VM'] as const).map(tokenOf)))
})

const tokenFor = async ({ access }: Endpoint, role: MatrixRole): Promise<string> => {
  if (access === 'company') return server.adminTokenOf({ userId: world.admin, companyId: world.companyId })
  if (access === 'open' || access === 'app' || access === 'coach') return tokens[role] ?? ''
  return server.staffTokenOf(access === 'staff' ? 'operator' : (access as 'operator'), world.merchantId)
}

test.each(lists.map((list) => [`${list.method} ${list.path}`, list] as const))('%s', async (name, list) => {
  const sweep = SWEEP_REQUESTS[name.replace(/:(\w+)/g, '{$1}')]
  if (!sweep) throw new Error(`no request for ${name}`)
  const role = ROLES[name] ?? (list.access === 'coach' ? 'CI' : 'PS')
  const { path, body } = sweep(world, role)
  const url = new URL(API_PREFIX + path, 'http://paidang')
  const schema = (list.body ?? list.query) as Schema
  for (const key of [...url.searchParams.keys()]) if (!schema.required?.includes(key)) url.searchParams.delete(key)
  const headers = { authorization: `Bearer ${await tokenFor(list, role)}` }
  const ask = async (changes: Record<string, unknown>) => {
    const query = new URLSearchParams(url.searchParams)
    if (!list.body) for (const [key, value] of Object.entries(changes)) query.set(key, String(value))
    const answer = await server.request({
      method: list.method,
      url: `${url.pathname}?${query}`,
      headers,
      ...(list.body && { payload: { ...body, ...changes } }),
    })
    return answer.body
  }
  const usual = await ask({})
  expect(usual).toContain('"success":true')
  expect(await ask({ nobodyDeclaresThis: 1 })).toContain('"field":"nobodyDeclaresThis"')

  const ignored: string[] = []
  const tryAll = async (label: string, values: unknown[], send: (value: unknown) => Promise<string>) => {
    const answers = new Set([usual])
    for (const value of values) answers.add(await send(value))
    if (answers.size < 2) ignored.push(label)
  }
  for (const [key, one] of Object.entries(schema.properties ?? {})) {
    if (key === 'filters') {
      for (const [filter, inner] of Object.entries(one.properties ?? {}))
        await tryAll(`filters.${filter}`, valuesOf(filter, inner), (value) =>
          ask({ filters: { ...BESIDE[name]?.[`filters.${filter}`], [filter]: value } }),
        )
    } else await tryAll(key, valuesOf(key, one), (value) => ask({ ...BESIDE[name]?.[key], [key]: value }))
  }
  expect(ignored).toEqual(ONE_ROW.includes(name) ? ['rows'] : [])
})
