import { queryObjections } from '@paidang/api/areas/activities/admin-classes'
import { boardOfMerchant } from '@paidang/api/areas/activities/merchant-board'
import { listContent } from '@paidang/api/areas/desks/admin-content'
import { listPasswordRequests } from '@paidang/api/areas/desks/admin-password-requests'
import { queryRefunds, retryRefund } from '@paidang/api/areas/money/admin-payments'
import { getVenueFile } from '@paidang/api/areas/places/admin-venues'
import { searchVenues } from '@paidang/api/areas/places/venues'
import { unfinishedOfCoach } from '@paidang/api/areas/views/coach-home'
import { eq, isNotNull } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { credentials } from '../tables/auth.ts'
import { merchants } from '../tables/stringing.ts'
import { stringingReviews } from '../tables/stringing-orders.ts'
import { venues } from '../tables/venues.ts'
import { waitingOf } from '../testing/given-desks.ts'
import { startTestServer } from '../testing/test-server.ts'
import { loadDemoWorld } from './load.ts'

// A Wednesday afternoon.
const now = new Date('2026-05-06T15:20:00+08:00')
const { app, db, call, signedInAs, asStaff } = await startTestServer({ now, rows: 'kept' })

beforeAll(async () => {
  expect(await loadDemoWorld(db, { now, filesDirectory: app.filesDirectory })).toBe('loaded')
})

const page = { current: 1, rows: 50 }

test('a racket that the first shop cannot string waits to be given back', async () => {
  const [shop] = await db.select().from(merchants).where(eq(merchants.name, '弦音穿线工作室'))
  const columns = await asStaff('merchant', shop?.id)(boardOfMerchant, { query: {} })
  const waiting = columns.find(({ column }) => column === 'RETURN')
  expect(waiting).toMatchObject({ total: 1, cards: [{ racketName: '云岭 磨王 98' }] })
})

test('one refund is stuck and comes first in the list, and a retry succeeds', async () => {
  const operator = asStaff('operator')
  const { rows } = await operator(queryRefunds, { query: page })
  expect(rows.map(({ refund }) => refund.state).filter((state) => state !== 'DONE')).toEqual(['STUCK'])
  expect(rows[0]?.refund.state).toBe('STUCK')
  const asked = await operator(retryRefund, { params: { id: rows[0]?.refund.id ?? '' } })
  expect(asked.refund.state).not.toBe('STUCK')
})

test('a venue is closed: operators see why, and users do not find it', async () => {
  const [closed, ...others] = await db.select().from(venues).where(isNotNull(venues.takenOffAt))
  expect([closed?.name, others]).toEqual(['北岸风雨球馆', []])
  const file = await asStaff('operator')(getVenueFile, { params: { id: closed?.id ?? '' } })
  expect(JSON.stringify(file)).toContain('场地改造')
  const { rows } = await call(searchVenues, { query: { ...page, approveStatus: 1 } })
  expect(rows.map(({ name }) => name)).not.toContain('北岸风雨球馆')
})

test('coach has past classes to complete', async () => {
  const [coach] = await db.select().from(credentials).where(eq(credentials.username, 'coach'))
  const unfinished = await signedInAs(coach?.userId ?? '')(unfinishedOfCoach, {})
  expect(unfinished.length).toBeGreaterThanOrEqual(1)
})

test('an objection without an answer from its coach waits for operators', async () => {
  const { rows } = await asStaff('operator')(queryObjections, { query: { ...page, stage: 'platform' } })
  expect(rows).toHaveLength(1)
})

test('a user who forgot a password waits in the inbox of the operators', async () => {
  const operator = asStaff('operator')
  expect(await waitingOf(operator, 'PASSWORD')).toBe(1)
  const { rows } = await operator(listPasswordRequests, { query: { ...page, state: 'waiting' } })
  expect(rows).toMatchObject([{ account: 'player3', state: 'WAITING' }])
})

test('a text and a picture wait for approval', async () => {
  const operator = asStaff('operator')
  expect(await waitingOf(operator, 'CONTENT')).toBe(2)
  const { rows } = await operator(listContent, { query: { ...page, state: 'waiting' } })
  expect(rows.map(({ name, isPicture }) => [name, isPicture])).toEqual([
    ['自我介绍', false],
    ['照片', true],
  ])
  const { statusCode } = await app.inject({ url: `/aaapi/files/${rows[1]?.value}` })
  expect(statusCode).toBe(200)
})

test('the stars of a shop match its reviews', async () => {
  const said = await db.select().from(stringingReviews).orderBy(stringingReviews.orderId)
  for (const shop of await db.select().from(merchants).orderBy(merchants.id)) {
    const own = said.filter(({ merchantId }) => merchantId === shop.id)
    expect([shop.ratingCount, shop.ratingSum]).toEqual([own.length, own.reduce((sum, { stars }) => sum + stars, 0)])
    expect(own.length).toBeGreaterThan(0)
  }
})
