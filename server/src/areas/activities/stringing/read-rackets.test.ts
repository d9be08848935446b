import { listRackets, updateRacket } from '@paidang/api/areas/activities/stringing'
import { addDays } from '@paidang/domain/kernel/day'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ballParticipants } from '../../../tables/balls.ts'
import { merchants } from '../../../tables/stringing.ts'
import { givenPlayer, givenScene, type Scene, TEST_NOW } from '../../../testing/builders.ts'
import { givenBall } from '../../../testing/given-ball.ts'
import { givenInvitation, type InvitationInput } from '../../../testing/given-invitation.ts'
import { givenRacket, givenShop } from '../../../testing/given-stringing.ts'
import { givenStringingOrder } from '../../../testing/given-stringing-order.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, clock, signedInAs } = await startTestServer()

const HOUR_MS = 3_600_000
const list = (actorId: string) => signedInAs(actorId)(listRackets, {})
/** An order handed over at that moment, 26 hours after it was made. */
const handedOver = (at: string) => ({ createdAt: new Date(new Date(at).getTime() - 26 * HOUR_MS) })
const wearOf = async (actorId: string, id: string) => (await list(actorId)).find((racket) => racket.id === id)?.wear

test('a racket shows its last job and its shop, and the number of its jobs', async () => {
  const { merchantId, polyId } = await givenShop(db, { name: '弦音' })
  const player = await givenPlayer(db)
  const racketId = await givenRacket(db, { userId: player })
  const order = { userId: player, merchantId, racketId }
  await givenStringingOrder(db, { ...order, createdAt: new Date('2026-03-01T10:00:00+08:00'), notes: '更早的' })
  const { id: orderId } = await givenStringingOrder(db, {
    ...order,
    mains: { stringId: polyId, tension: 52.5 },
    crosses: { name: '羊肠', tension: 50 },
    preStretch: 10,
    knots: 4,
    notes: '标记中心',
    createdAt: new Date('2026-04-20T22:00:00+08:00'),
  })
  // A running or cancelled order does not count as a job to repeat.
  await givenStringingOrder(db, { ...order, status: 'READY' })
  await givenStringingOrder(db, { ...order, status: 'CANCELLED' })
  const part = { source: 'OWN', stringId: null, material: null, gauge: null }
  expect(await list(player)).toMatchObject([
    {
      id: racketId,
      jobCount: 2,
      lastJob: {
        orderId,
        merchantId,
        merchantName: '弦音',
        mains: { source: 'SHOP', stringId: polyId, material: 'POLY', gauge: 1.25, tension: 52.5 },
        crosses: { ...part, name: '羊肠', tension: 50 },
        preStretch: 10,
        knots: 4,
        notes: '标记中心',
        strungOn: '2026-04-21',
      },
      wear: { hours: 0, days: 10, lifeHours: 15, lifeDays: 60, isDue: false },
    },
  ])
  await db.update(merchants).set({ isPublished: false })
  expect(await list(player)).toMatchObject([{ lastJob: { merchantName: '弦音' } }])
})

/** Creates ended classes two days before TEST_NOW, one hour each, from this half-hour index on. */
const classOf = (scene: Scene, beginTimeSlot: number, over: Partial<InvitationInput> = {}) =>
  givenInvitation(db, { scene, status: 'COMPLETED', beginTimeSlot, ...over })

test('hours are those of classes and games played since the player got the racket back', async () => {
  const { merchantId } = await givenShop(db)
  const scene = await givenScene(db)
  const { playerId: player } = scene
  const racketId = await givenRacket(db, { userId: player })
  await givenStringingOrder(db, { userId: player, merchantId, racketId, ...handedOver('2026-04-29T08:00:00+08:00') })
  expect(await wearOf(player, racketId)).toMatchObject({ hours: 0, days: 3, lifeHours: 20, lifeDays: 90 })

  // Before the racket was back, of another sport, of no sport, absent, on leave, or not held.
  await classOf(scene, 14)
  await classOf(scene, 16, { over: { courseDesignName: '羽毛球双打课' } })
  await classOf(scene, 18, { over: { courseDesignName: '体能训练' } })
  await classOf(scene, 20, { attendance: 'absent' })
  await classOf(scene, 22, { attendance: 'leave' })
  await givenInvitation(db, { scene, status: 'CONFIRMED', courseDate: '2026-04-30', beginTimeSlot: 40 })
  await givenInvitation(db, { scene, status: 'CANCELLED', courseDate: '2026-04-30' })
  expect(await wearOf(player, racketId)).toMatchObject({ hours: 0 })

  await classOf(scene, 24)
  await classOf(scene, 26, { attendance: 'present', endTimeSlot: 29 })
  await classOf(scene, 30, { attendance: 'late' })
  expect(await wearOf(player, racketId)).toMatchObject({ hours: 3.5, isDue: false })

  const other = await givenPlayer(db)
  const played = { status: 'FINISHED' as const, activityDate: '2026-04-30' }
  await givenBall(db, { ...played, playerIds: [other, player], beginTimeSlot: 20, endTimeSlot: 24 })
  await givenBall(db, { ...played, playerIds: [player, other], beginTimeSlot: 26, endTimeSlot: 30, sport: 'badminton' })
  const missedId = await givenBall(db, { ...played, playerIds: [other, player], beginTimeSlot: 32, endTimeSlot: 36 })
  const isMissing = and(eq(ballParticipants.ballId, missedId), eq(ballParticipants.userId, player))
  await db.update(ballParticipants).set({ noShowAt: TEST_NOW }).where(isMissing)
  await givenBall(db, { playerIds: [player, other], status: 'CANCELLED', activityDate: '2026-04-30' })
  await givenBall(db, { playerIds: [player, other] })
  expect(await wearOf(player, racketId)).toMatchObject({ hours: 5.5 })
})

test('a class wears the strings of its players, not of its coach', async () => {
  const { merchantId } = await givenShop(db)
  const scene = await givenScene(db)
  const joiner = await givenPlayer(db)
  const worn = new Map<string, string>()
  for (const userId of [joiner, scene.coachId]) {
    const racketId = await givenRacket(db, { userId })
    await givenStringingOrder(db, { userId, merchantId, racketId, ...handedOver('2026-04-28T08:00:00+08:00') })
    worn.set(userId, racketId)
  }
  await classOf(scene, 20, { joiners: [{ userId: joiner, attendance: 'present' }] })
  expect(await wearOf(joiner, worn.get(joiner) ?? '')).toMatchObject({ hours: 1 })
  expect(await wearOf(scene.coachId, worn.get(scene.coachId) ?? '')).toMatchObject({ hours: 0 })
})

test('hours count for the main racket of the sport, and follow when another becomes the main one', async () => {
  const { merchantId } = await givenShop(db)
  const scene = await givenScene(db)
  const { playerId: player } = scene
  const ids: string[] = []
  for (const sport of ['tennis', 'tennis', 'badminton'] as const) {
    const racketId = await givenRacket(db, { userId: player, sport })
    await givenStringingOrder(db, { userId: player, merchantId, racketId, ...handedOver('2026-04-28T08:00:00+08:00') })
    ids.push(racketId)
  }
  await classOf(scene, 20)
  await classOf(scene, 22, { over: { courseDesignName: '羽毛球双打课' } })
  const hours = async () => {
    const rows = await list(player)
    return ids.map((id) => rows.find((racket) => racket.id === id)?.wear?.hours)
  }
  expect(await hours()).toEqual([1, 0, 1])
  const params = { id: ids[1] ?? '' }
  const body = { sport: 'tennis' as const, brand: '海德', model: '速度 MP', isMain: true }
  expect(await signedInAs(player)(updateRacket, { params, body })).toMatchObject({ wear: { hours: 1 } })
  expect(await hours()).toEqual([0, 1, 1])
})

test('each racket is worn since its own last job', async () => {
  const { merchantId } = await givenShop(db)
  const scene = await givenScene(db)
  const { playerId: player } = scene
  const tennis = await givenRacket(db, { userId: player })
  const badminton = await givenRacket(db, { userId: player, sport: 'badminton' })
  const order = { userId: player, merchantId }
  await givenStringingOrder(db, { ...order, racketId: tennis, ...handedOver('2026-04-29T11:00:00+08:00') })
  await givenStringingOrder(db, { ...order, racketId: badminton, ...handedOver('2026-04-20T08:00:00+08:00') })
  await classOf(scene, 20)
  await classOf(scene, 22)
  await classOf(scene, 24, { over: { courseDesignName: '羽毛球双打课' } })
  expect([await wearOf(player, tennis), await wearOf(player, badminton)]).toMatchObject([{ hours: 1 }, { hours: 1 }])
})

test('a string is due once its days are over, even without play', async () => {
  const { merchantId, polyId } = await givenShop(db)
  const player = await givenPlayer(db)
  const racketId = await givenRacket(db, { userId: player })
  const poly = { mains: { stringId: polyId }, crosses: { stringId: polyId } }
  await givenStringingOrder(db, {
    userId: player,
    merchantId,
    racketId,
    ...poly,
    createdAt: new Date('2026-04-29T10:00:00+08:00'),
  })
  clock.set(new Date(`${addDays('2026-04-29', 59)}T23:59:00+08:00`))
  expect(await wearOf(player, racketId)).toMatchObject({ days: 59, isDue: false })
  clock.set(new Date(`${addDays('2026-04-29', 60)}T00:01:00+08:00`))
  expect(await wearOf(player, racketId)).toMatchObject({ days: 60, isDue: true })
})
