import { cancelByCoach } from '@paidang/api/areas/activities/class-actions'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ballParticipants } from '../../../tables/balls.ts'
import { invitations, seats } from '../../../tables/classes.ts'
import { users } from '../../../tables/identities.ts'
import { messages, outbox } from '../../../tables/messages.ts'
import { givenContract, givenPlayer, givenScene } from '../../../testing/builders.ts'
import { givenBall } from '../../../testing/given-ball.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { runJob } from '../../../testing/run-job.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { remind } from './remind.ts'

const ROUNDS = raceRounds(20)

const server = await startTestServer()
const { db, clock, signedInAs } = server

const at = (text: string) => new Date(`${text}:00+08:00`)
const remindAt = async (text: string) => {
  clock.set(at(text))
  expect(await runJob(server, remind)).toEqual([])
}
/** The messages of people, in order. */
const told = async () =>
  (await db.select().from(messages).orderBy(messages.id)).map(({ receiverId, content }) => [receiverId, content])
const receivers = async () => (await told()).map(([receiverId]) => receiverId).sort()

/** A class on 2 May from 18:00 to 19:00, confirmed by the coach two days before. */
async function givenClass(over: Partial<Parameters<typeof givenInvitation>[1]> = {}) {
  const scene = await givenScene(db)
  const made = at('2026-04-30T09:00')
  const id = await givenInvitation(db, { scene, status: 'CONFIRMED', beginTimeSlot: 36, at: made, ...over })
  return { scene, id }
}

test('player and coach are reminded of a class once a day before and once two hours before, however often the job runs', async () => {
  const { scene } = await givenClass()
  await remindAt('2026-05-01T17:59')
  expect(await told()).toEqual([])
  for (const minute of ['00', '01', '30']) await remindAt(`2026-05-01T18:${minute}`)
  const rows = await db.select().from(messages).orderBy(messages.id)
  const notice = { category: 'classNotice', title: '上课提醒', objectKind: 'invitation', senderId: null }
  expect(rows).toMatchObject([
    {
      ...notice,
      receiverId: scene.coachId,
      content: expect.stringMatching(/^5\.2 周六 18:00–19:00 网球课\d+，.+，学员 球员\d+$/),
    },
    {
      ...notice,
      receiverId: scene.playerId,
      content: expect.stringMatching(/^5\.2 周六 18:00–19:00 网球课\d+，.+，教练 教练\d+$/),
    },
  ])
  await remindAt('2026-05-02T15:59')
  expect(await told()).toHaveLength(2)
  for (const minute of ['00', '01', '29']) await remindAt(`2026-05-02T16:${minute}`)
  expect((await told()).slice(2)).toEqual([
    [scene.coachId, expect.stringMatching(/^5\.2 周六 18:00–19:00/)],
    [scene.playerId, expect.stringMatching(/^5\.2 周六 18:00–19:00/)],
  ])
})

test('after an outage of the server, reminders that are an hour, or half an hour, late are left out', async () => {
  await givenClass()
  await remindAt('2026-05-01T19:00')
  expect(await told()).toEqual([])
  await remindAt('2026-05-02T16:30')
  expect(await told()).toEqual([])
  await remindAt('2026-05-02T16:29')
  expect(await told()).toHaveLength(2)
})

test('a class that is confirmed in its last day has only the reminder two hours before', async () => {
  const { id } = await givenClass()
  await db
    .update(invitations)
    .set({ confirmedAt: at('2026-05-01T18:10') })
    .where(eq(invitations.id, id))
  await remindAt('2026-05-01T18:15')
  expect(await told()).toEqual([])
  await remindAt('2026-05-02T16:00')
  expect(await told()).toHaveLength(2)
})

test('a player who joins in the last day is reminded two hours before with the others', async () => {
  const late = await givenPlayer(db)
  const { scene } = await givenClass({ joiners: [{ userId: late }] })
  await db
    .update(seats)
    .set({ joinedAt: at('2026-05-01T18:05') })
    .where(eq(seats.userId, late))
  await remindAt('2026-05-01T18:10')
  expect(await receivers()).toEqual([scene.coachId, scene.playerId].sort())
  await remindAt('2026-05-02T16:00')
  expect(await receivers()).toEqual([late, ...[scene.coachId, scene.playerId].flatMap((id) => [id, id])].sort())
})

test('a cancelled, unconfirmed or past class has no reminder', async () => {
  for (const status of ['PENDING', 'CANCELLED', 'EXPIRED'] as const) await givenClass({ status })
  const { scene, id } = await givenClass()
  clock.set(at('2026-05-01T17:00'))
  await signedInAs(scene.coachId)(cancelByCoach, { params: { id }, body: { reason: '下雨' } })
  const before = await told()
  await remindAt('2026-05-01T18:00')
  await remindAt('2026-05-02T16:00')
  expect(await told()).toEqual(before)
})

test('a class that was moved has new reminders', async () => {
  const { id } = await givenClass()
  await remindAt('2026-05-01T18:00')
  await db
    .update(invitations)
    .set({ beginTimeSlot: 38, endTimeSlot: 40, confirmedAt: at('2026-05-01T18:30') })
    .where(eq(invitations.id, id))
  await remindAt('2026-05-01T19:00')
  const all = await told()
  expect(all.map(([, content]) => content?.slice(0, 18))).toEqual([
    '5.2 周六 18:00–19:00',
    '5.2 周六 18:00–19:00',
    '5.2 周六 19:00–20:00',
    '5.2 周六 19:00–20:00',
  ])
  // Its cells remain in place: the test needs only the part of a move that the reminder reads.
  await db.update(invitations).set({ beginTimeSlot: 36, endTimeSlot: 38 }).where(eq(invitations.id, id))
})

test('a confirmed player of a game is reminded of it, and a player who has not paid is not', async () => {
  const [host, guest, unpaid] = [await givenPlayer(db), await givenPlayer(db), await givenPlayer(db)]
  const held = [{ userId: unpaid, heldUntil: at('2026-05-01T18:20') }]
  const id = await givenBall(db, { playerIds: [host, guest], held })
  await remindAt('2026-05-01T18:00')
  expect(await told()).toEqual([
    [host, '5.2 周六 18:00–20:00 周末双打，世纪公园球场，已有 2/4 人'],
    [guest, '5.2 周六 18:00–20:00 周末双打，世纪公园球场，已有 2/4 人'],
  ])
  expect(await db.select().from(messages)).toMatchObject([
    { category: 'invitation', title: '球局提醒', objectKind: 'ball', objectId: id },
    { category: 'invitation', title: '球局提醒', objectKind: 'ball', objectId: id },
  ])
})

test('the reminder of a class or a game asks for agreement to a pending change', async () => {
  const scene = await givenScene(db)
  const mate = await givenPlayer(db)
  const joiners = [
    { userId: scene.playerId, contractId: scene.contractId },
    { userId: mate, contractId: await givenContract(db, { userId: mate, courseId: scene.courseId }) },
  ]
  const made = { madeBy: 'coach', status: 'CONFIRMED', participantsCount: 2, beginTimeSlot: 36, joiners } as const
  await givenInvitation(db, { scene, ...made, at: at('2026-04-30T09:00') })
  await db
    .update(seats)
    .set({ changedAt: at('2026-05-01T12:00') })
    .where(eq(seats.userId, mate))
  const [host, silent] = [await givenPlayer(db), await givenPlayer(db)]
  const ballId = await givenBall(db, { playerIds: [host, silent] })
  await db
    .update(ballParticipants)
    .set({ changedAt: at('2026-05-01T12:00') })
    .where(and(eq(ballParticipants.ballId, ballId), eq(ballParticipants.userId, silent)))
  await remindAt('2026-05-01T18:00')
  const asked = (await told()).filter(([, content]) => content?.includes('请先同意'))
  expect(asked).toEqual([
    [mate, expect.stringMatching(/；时间或内容有修改，请先同意$/)],
    [silent, expect.stringMatching(/；球局有修改，请先同意，否则开始时自动退出$/)],
  ])
})

test('a game that is cancelled or not published yet has no reminder', async () => {
  const players = [await givenPlayer(db), await givenPlayer(db)] as [string, string]
  await givenBall(db, { playerIds: players, status: 'CANCELLED' })
  await remindAt('2026-05-01T18:00')
  expect(await told()).toEqual([])
})

test('WeChat gets the subject, the time and the place', async () => {
  const { scene } = await givenClass()
  await db.update(users).set({ openId: 'open-player' }).where(eq(users.id, scene.playerId))
  await remindAt('2026-05-01T18:00')
  const [row] = await db.select().from(outbox)
  expect(row?.payload).toMatchObject({
    template: 'reminder',
    words: ['上课提醒', '2026年5月2日 18:00', expect.any(String)],
  })
})

test('several processes at once remind each person once', async () => {
  clock.set(at('2026-05-01T18:00'))
  for (let round = 1; round <= 20; round++) {
    const { scene } = await givenClass()
    const players: [string, string] = [await givenPlayer(db), await givenPlayer(db)]
    await givenBall(db, { playerIds: players })
    await Promise.all([runJob(server, remind), runJob(server, remind), runJob(server, remind)])
    const ofRound = (await receivers()).filter((id) => [scene.coachId, scene.playerId, ...players].includes(id ?? ''))
    expect(ofRound).toHaveLength(4)
    expect(await db.$count(messages)).toBe(round * 4)
  }
})

test('a concurrent cancellation comes before or after the reminder, and is never undone', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { scene, id } = await givenClass()
    clock.set(at('2026-05-01T18:00'))
    const cancel = signedInAs(scene.coachId)(cancelByCoach, { params: { id }, body: { reason: '下雨' } })
    const [faults] = await Promise.all([runJob(server, remind), cancel])
    expect(faults).toEqual([])
    const own = await db.select().from(messages).where(eq(messages.receiverId, scene.playerId)).orderBy(messages.id)
    const titles = own.map(({ title }) => title)
    expect([['上课提醒', '约课已取消'], ['约课已取消']]).toContainEqual(titles)
  }
})

test('whoever must answer a request is reminded once before it is due, and nobody after the answer', async () => {
  const answered = async () => {
    const rows = await db.select().from(messages).where(eq(messages.title, '约课待答复')).orderBy(messages.id)
    return rows.map(({ receiverId, content, category }) => [receiverId, content, category])
  }
  const scene = await givenScene(db)
  const made = at('2026-05-01T12:00')
  await givenInvitation(db, { scene, courseDate: '2026-05-08', beginTimeSlot: 36, at: made })
  const [asked, silent] = [await givenPlayer(db), await givenPlayer(db)]
  const byCoach = { scene: { ...scene, playerId: silent }, madeBy: 'coach', participantsCount: 2 } as const
  await givenInvitation(db, {
    ...byCoach,
    courseDate: '2026-05-09',
    beginTimeSlot: 36,
    invited: [silent, asked],
    at: made,
  })
  await givenInvitation(db, { scene, status: 'CONFIRMED', courseDate: '2026-05-08', beginTimeSlot: 30, at: made })
  await remindAt('2026-05-02T09:59')
  expect(await answered()).toEqual([])
  for (const time of ['10:00', '10:01', '11:59']) await remindAt(`2026-05-02T${time}`)
  const due = (content: string) =>
    expect.stringMatching(`^${content} 网球课\\d+，请在 5\\.2 12:00 前答复，超时自动取消$`)
  expect(await answered()).toEqual([
    [scene.coachId, due('5\\.8 周五 18:00–19:00'), 'invitation'],
    ...[silent, asked].map((id) => [id, due('5\\.9 周六 18:00–19:00'), 'invitation']).sort(),
  ])
  await remindAt('2026-05-02T12:00')
  expect(await answered()).toHaveLength(3)
})
