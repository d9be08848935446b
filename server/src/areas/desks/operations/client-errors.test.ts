import { listClientErrors } from '@paidang/api/areas/desks/admin-jobs'
import { reportClientError } from '@paidang/api/client-errors'
import { expect, test } from 'vitest'
import { keptSince } from '../../../jobs/retention.ts'
import { clientErrors } from '../../../tables/operations.ts'
import { runJob } from '../../../testing/run-job.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { cleanupOperations } from './jobs.ts'

const server = await startTestServer({ limits: 'on' })
const { db, clock, asStaff, call } = server
const DAY_MS = 86_400_000

const FAULT = {
  app: 'weapp',
  kind: 'script',
  message: 'no seat of 13800138000',
  stack: 'TypeError: no seat\n    at seatOf (app.js:1:22)',
  page: 'pages/home/index?id=7',
  version: '1.0.0',
  client: 'WeChat 3.0.0',
} as const
const list = async () => asStaff('operator')(listClientErrors, { query: { current: 1, rows: 10 } })

test('the same failure within a day is one row with a count and no personal data; operators read it, latest first', async () => {
  const told = call
  await told(reportClientError, { body: FAULT })
  await told(reportClientError, { body: { ...FAULT, message: 'no seat of 13900139000' } })
  clock.set(new Date(clock.now().getTime() + 60_000))
  await told(reportClientError, { body: { ...FAULT, app: 'h5' } })
  const { rows, total } = await list()
  expect(total).toBe(2)
  expect(rows.map(({ app, times }) => [app, times])).toEqual([
    ['h5', 1],
    ['weapp', 2],
  ])
  expect(rows[1]).toMatchObject({ message: 'no seat of …', page: 'pages/home/index…' })
  const one = await asStaff('operator')(listClientErrors, { query: { current: 1, rows: 10, app: 'weapp' } })
  expect([one.total, one.rows[0]?.times]).toEqual([1, 2])
})

test('another day has a new count, and a failure is removed after a month', async () => {
  await call(reportClientError, { body: FAULT })
  clock.set(new Date(clock.now().getTime() + DAY_MS))
  await call(reportClientError, { body: FAULT })
  expect((await list()).total).toBe(2)
  const [first] = await db.select().from(clientErrors).orderBy(clientErrors.id)
  clock.set(
    new Date(
      (first?.lastAt.getTime() ?? 0) + (clock.now().getTime() - keptSince('clientErrors', clock.now()).getTime()) + 1,
    ),
  )
  expect(await runJob(server, cleanupOperations)).toEqual([])
  expect((await list()).total).toBe(1)
})

test('one address can report a limited number of failures', async () => {
  const ends: number[] = []
  for (let n = 0; n < 11; n++) {
    const { statusCode } = await server.app.inject({
      method: 'POST',
      url: '/aaapi/client-errors',
      remoteAddress: '203.0.113.9',
      payload: FAULT,
    })
    ends.push(statusCode)
  }
  expect(ends.filter((status) => status === 200)).toHaveLength(10)
  expect(ends.at(-1)).toBe(429)
})

test('a limited number of kinds is stored for one day', async () => {
  await db.insert(clientErrors).values(
    Array.from({ length: 500 }, (_, at) => ({
      ...FAULT,
      day: '2026-05-01',
      fingerprint: `${at}`,
      lastAt: clock.now(),
    })),
  )
  clock.set(new Date('2026-05-01T12:00:00+08:00'))
  await call(reportClientError, { body: FAULT })
  expect(await db.$count(clientErrors)).toBe(500)
})
