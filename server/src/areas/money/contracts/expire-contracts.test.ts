import * as classActions from '@paidang/api/areas/activities/class-actions'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { coachCourses } from '../../../tables/companies.ts'
import { contracts, lessonLedger } from '../../../tables/contracts.ts'
import { messages } from '../../../tables/messages.ts'
import { givenCoach, givenContract, givenRelation, givenScene } from '../../../testing/builders.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { runJob } from '../../../testing/run-job.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { expireContracts } from './expiry.ts'

const server = await startTestServer()
const { db, clock, signedInAs } = server

const expire = () => runJob(server, expireContracts)
const balances = async () => {
  const rows = await db.select().from(contracts).orderBy(contracts.id)
  return rows.map(({ remainingSessions, heldSessions }) => [remainingSessions, heldSessions])
}
const expired = async () => {
  const rows = await db.select().from(lessonLedger).where(eq(lessonLedger.kind, 'EXPIRE')).orderBy(lessonLedger.seq)
  return rows.map(({ remainingChange, reason }) => [remainingChange, reason])
}
const told = async () => {
  const rows = await db.select().from(messages).orderBy(messages.id)
  return rows.map(({ receiverId, category, title, content, objectKind }) => ({
    receiverId,
    category,
    title,
    content,
    objectKind,
  }))
}
const midnight = (day: string) => clock.set(new Date(`${day}T00:01:00+08:00`))

async function givenEndingScene(expiryDate = '2026-05-02') {
  const scene = await givenScene(db)
  await db.update(contracts).set({ expiryDate })
  return scene
}

test('the day after its last day a contract loses its free hours, and player and coach are notified once', async () => {
  const scene = await givenEndingScene()
  midnight('2026-05-02')
  expect(await expire()).toEqual([])
  expect(await balances()).toEqual([[10, 0]])
  midnight('2026-05-03')
  for (let run = 0; run < 2; run++) expect(await expire()).toEqual([])
  expect(await balances()).toEqual([[0, 0]])
  expect(await expired()).toEqual([[-10, '合同到期，剩余课时失效']])
  const notice = { category: 'systemNotice', title: '合同已到期', objectKind: 'contract' }
  expect(await told()).toMatchObject([
    {
      ...notice,
      receiverId: scene.playerId,
      content: expect.stringMatching(/^网球课\d+ 还有 10 课时未用，已随合同到期$/),
    },
    { ...notice, receiverId: scene.coachId, content: expect.stringMatching(/^球员\d+ 的 网球课\d+ 还有 10 课时/) },
  ])
})

test('hours held by a live class remain; once returned they expire 30 days later with a second message', async () => {
  const scene = await givenEndingScene()
  const id = await givenInvitation(db, { scene, status: 'CONFIRMED' })
  clock.set(new Date('2026-05-02T10:30:00+08:00'))
  const attendances = [{ userId: scene.playerId, attendance: 'leave' as const }]
  await signedInAs(scene.coachId)(classActions.signInvitation, { params: { id }, body: { attendances } })
  midnight('2026-05-03')
  await expire()
  expect(await balances()).toEqual([[1, 1]])
  await signedInAs(scene.coachId)(classActions.finishInvitation, { params: { id } })
  for (const day of ['2026-05-04', '2026-06-02']) {
    midnight(day)
    await expire()
    expect(await balances()).toEqual([[1, 0]])
  }
  midnight('2026-06-03')
  await expire()
  expect(await balances()).toEqual([[0, 0]])
  expect((await expired()).map(([change]) => change)).toEqual([-9, -1])
  expect((await told()).filter(({ title }) => title === '合同已到期')).toHaveLength(4)
})

test('a contract that is used up or fully held ends without a message, and a later consumption leaves no hours to expire', async () => {
  const scene = await givenScene(db, { sessions: 1 })
  await givenContract(db, { userId: scene.playerId, courseId: scene.courseId, sessions: 3, spent: 3 })
  await db.update(contracts).set({ expiryDate: '2026-05-02' })
  const id = await givenInvitation(db, { scene, status: 'CONFIRMED' })
  midnight('2026-05-03')
  await expire()
  await signedInAs(scene.coachId)(classActions.finishInvitation, { params: { id } })
  midnight('2026-05-04')
  await expire()
  expect(await balances()).toEqual([
    [0, 0],
    [0, 0],
  ])
  expect(await expired()).toEqual([])
  expect((await told()).filter(({ objectKind }) => objectKind === 'contract')).toEqual([])
})

test('a contract that gets a later end and new hours expires again with a new message', async () => {
  const { contractId } = await givenEndingScene()
  midnight('2026-05-03')
  await expire()
  await db.execute(`with topped as (
      update contracts set remaining_sessions = 4, seq = seq + 1, expiry_date = '2026-05-10' where id = ${contractId} returning *)
    insert into lesson_ledger (contract_id, seq, kind, remaining_change, held_change, remaining_after, held_after, reason, unit_price)
    select id, seq, 'GRANT', 4, 0, 4, 0, '续约', 0 from topped`)
  midnight('2026-05-11')
  await expire()
  expect((await expired()).map(([change]) => change)).toEqual([-10, -4])
  expect(await told()).toHaveLength(4)
})

test('only a coach who may see the contract is notified: the one who signed it, else all who teach the player its course', async () => {
  const scene = await givenEndingScene()
  const colleague = await givenCoach(db, { companyId: scene.companyId })
  await db.insert(coachCourses).values({ coachId: colleague, courseId: scene.courseId })
  await givenRelation(db, colleague, scene.playerId)
  const open = await givenContract(db, { userId: scene.playerId, courseId: scene.courseId, expiryDate: '2026-05-02' })
  midnight('2026-05-03')
  await expire()
  const rows = await db.select().from(messages)
  const receiversOf = (contractId: string) =>
    rows.flatMap(({ objectId, receiverId }) => (objectId === contractId ? [receiverId] : [])).sort()
  expect(receiversOf(scene.contractId)).toEqual([scene.playerId, scene.coachId].sort())
  expect(receiversOf(open)).toEqual([scene.playerId, scene.coachId, colleague].sort())
})

test('several runs at once expire each contract once', async () => {
  const scene = await givenScene(db)
  for (let number = 0; number < 59; number++)
    await givenContract(db, { userId: scene.playerId, courseId: scene.courseId, coachId: scene.coachId, sessions: 2 })
  await db.update(contracts).set({ expiryDate: '2026-05-02' })
  midnight('2026-05-03')
  expect(await Promise.all([expire(), expire(), expire()])).toEqual([[], [], []])
  await expire()
  expect(await expired()).toHaveLength(60)
  expect(await db.$count(messages)).toBe(120)
  expect(new Set((await balances()).flat())).toEqual(new Set([0]))
})
