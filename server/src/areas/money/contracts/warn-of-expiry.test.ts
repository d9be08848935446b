import { cancelByPlayer } from '@paidang/api/areas/activities/class-actions'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { contracts, contractWarnings } from '../../../tables/contracts.ts'
import { messages } from '../../../tables/messages.ts'
import { givenContract, givenScene } from '../../../testing/builders.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { runJob } from '../../../testing/run-job.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { warnOfExpiry } from './expiry.ts'

const server = await startTestServer()
const { db, clock, signedInAs } = server

const warnOn = async (day: string) => {
  clock.set(new Date(`${day}T09:00:00+08:00`))
  expect(await runJob(server, warnOfExpiry)).toEqual([])
}
const warned = async () => {
  const rows = await db.select().from(contractWarnings).orderBy(contractWarnings.createdAt)
  return rows.map(({ expiryDate, daysBefore }) => [expiryDate, daysBefore])
}
const EXPIRY = '2026-05-31'

async function givenEndingScene(expiryDate = EXPIRY) {
  const scene = await givenScene(db)
  await db.update(contracts).set({ expiryDate })
  return scene
}

test('player and coach are warned 14, 7 and 1 days before the end, each time once', async () => {
  const scene = await givenEndingScene()
  for (let day = 1; day <= 31; day++) {
    const date = `2026-05-${String(day).padStart(2, '0')}`
    await warnOn(date)
    await warnOn(date)
  }
  expect(await warned()).toEqual([
    [EXPIRY, 14],
    [EXPIRY, 7],
    [EXPIRY, 1],
  ])
  const rows = await db.select().from(messages).orderBy(messages.id)
  expect(rows).toHaveLength(6)
  const notice = { category: 'systemNotice', title: '课时即将到期', objectKind: 'contract', objectId: scene.contractId }
  expect(rows.slice(0, 2)).toMatchObject([
    { ...notice, receiverId: scene.playerId, content: expect.stringMatching(/^网球课\d+ 还剩 10 课时，5.31 到期$/) },
    {
      ...notice,
      receiverId: scene.coachId,
      content: expect.stringMatching(/^球员\d+ 的 网球课\d+ 还剩 10 课时，5.31/),
    },
  ])
})

test('after missed days only the nearest warning is sent', async () => {
  await givenEndingScene()
  await warnOn('2026-05-26')
  await warnOn('2026-05-27')
  await warnOn('2026-05-31')
  await warnOn('2026-06-01')
  expect(await warned()).toEqual([
    [EXPIRY, 7],
    [EXPIRY, 1],
  ])
})

test('held or expired hours have no warning, and returned hours have one', async () => {
  const scene = await givenScene(db, { sessions: 1 })
  await db.update(contracts).set({ expiryDate: '2026-05-15' })
  const id = await givenInvitation(db, { scene, status: 'CONFIRMED' })
  await givenContract(db, {
    userId: scene.playerId,
    courseId: scene.courseId,
    sessions: 2,
    spent: 2,
    expiryDate: '2026-05-15',
  })
  await warnOn('2026-05-02')
  expect(await warned()).toEqual([])
  await signedInAs(scene.playerId)(cancelByPlayer, { params: { id }, body: {} })
  await warnOn('2026-05-03')
  expect(await warned()).toEqual([['2026-05-15', 14]])
})

test('a contract that is extended has new warnings', async () => {
  const { contractId } = await givenEndingScene('2026-05-15')
  await warnOn('2026-05-02')
  await db.update(contracts).set({ expiryDate: EXPIRY }).where(eq(contracts.id, contractId))
  await warnOn('2026-05-03')
  await warnOn('2026-05-17')
  expect(await warned()).toEqual([
    ['2026-05-15', 14],
    [EXPIRY, 14],
  ])
})

test('a contract signed for a few days has no warning on the day of its signing', async () => {
  const scene = await givenScene(db)
  await givenContract(db, { userId: scene.playerId, courseId: scene.courseId, expiryDate: '2026-05-05' })
  await warnOn('2026-05-01')
  expect(await warned()).toEqual([])
  await warnOn('2026-05-04')
  expect(await warned()).toEqual([['2026-05-05', 1]])
})

test('several runs at once warn once', async () => {
  const scene = await givenEndingScene()
  for (let number = 0; number < 59; number++)
    await givenContract(db, {
      userId: scene.playerId,
      courseId: scene.courseId,
      coachId: scene.coachId,
      expiryDate: EXPIRY,
    })
  clock.set(new Date('2026-05-17T09:00:00+08:00'))
  const run = () => runJob(server, warnOfExpiry)
  expect(await Promise.all([run(), run(), run()])).toEqual([[], [], []])
  expect(await db.$count(contractWarnings)).toBe(60)
  expect(await db.$count(messages)).toBe(120)
})
