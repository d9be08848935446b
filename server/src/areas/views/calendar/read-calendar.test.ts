import * as balls from '@paidang/api/areas/activities/balls'
import * as classActions from '@paidang/api/areas/activities/class-actions'
import * as calendar from '@paidang/api/areas/views/calendar'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { users } from '../../../tables/identities.ts'
import { stringingOrders } from '../../../tables/stringing-orders.ts'
import { givenPlayer, givenScene, TOMORROW } from '../../../testing/builders.ts'
import { givenBall } from '../../../testing/given-ball.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { givenMerchant, givenRacket } from '../../../testing/given-stringing.ts'
import { givenStringingOrder } from '../../../testing/given-stringing-order.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs, clock } = await startTestServer()

/** How long after the order the fixture's racket is ready. */
const READY_AFTER_MS = 240 * 60_000

const monthOf = (actorId: string, month = '2026-05') =>
  signedInAs(actorId)(calendar.calendarMonth, { query: { month } })
const datesOf = (actorId: string) => signedInAs(actorId)(calendar.calendarDates, {})
const slotsOf = (actorId: string, date: string) => signedInAs(actorId)(calendar.calendarTimeSlots, { query: { date } })

/** A player with a class, a game and a racket at the shop. The coach has only the class. */
async function givenFullMonth() {
  const scene = await givenScene(db)
  const { playerId, coachId } = scene
  await db.update(users).set({ nickname: '王启明' }).where(eq(users.id, playerId))
  await db.update(users).set({ nickname: '林教练' }).where(eq(users.id, coachId))
  const classId = await givenInvitation(db, { scene, status: 'CONFIRMED' })
  const ballId = await givenBall(db, { playerIds: [playerId], activityDate: '2026-05-09', title: '周末双打' })
  const merchantId = await givenMerchant(db, { name: '线王穿线' })
  const racketId = await givenRacket(db, { userId: playerId })
  const order = { userId: playerId, merchantId, racketId, status: 'PAID' as const }
  const { id: orderId } = await givenStringingOrder(db, { ...order, dueAt: new Date('2026-05-03T23:30:00+08:00') })
  return { scene, playerId, coachId, classId, ballId, orderId, order }
}

describe('the month', () => {
  test('has classes, games and rackets ordered by time', async () => {
    const { playerId, classId, ballId, orderId } = await givenFullMonth()
    expect(await monthOf(playerId)).toEqual([
      {
        kind: 'class',
        id: classId,
        date: TOMORROW,
        beginTimeSlot: 20,
        endTimeSlot: 22,
        title: expect.stringMatching(/ · 林教练$/),
        place: expect.stringMatching(/ 场地1$/),
        statusName: '已确认',
      },
      {
        kind: 'stringing',
        id: orderId,
        date: '2026-05-03',
        beginTimeSlot: null,
        endTimeSlot: null,
        title: '穿线 · 海德 速度 MP',
        place: '线王穿线',
        statusName: '待送拍',
      },
      {
        kind: 'ball',
        id: ballId,
        date: '2026-05-09',
        beginTimeSlot: 36,
        endTimeSlot: 40,
        title: '周末双打',
        place: '世纪公园球场',
        statusName: '报名中',
      },
    ])
    expect(await monthOf(playerId, '2026-06')).toEqual([])
  })

  test('shows a coach the names of the players, and shows other people nothing', async () => {
    const { coachId, classId } = await givenFullMonth()
    expect(await monthOf(coachId)).toMatchObject([
      { kind: 'class', id: classId, title: expect.stringMatching(/ · 王启明$/) },
    ])
    expect(await monthOf(await givenPlayer(db))).toEqual([])
  })

  test('names two students of a class and counts the others', async () => {
    const scene = await givenScene(db)
    const players = await Promise.all(['甲', '乙'].map((nickname) => givenPlayer(db, { nickname })))
    await db.update(users).set({ nickname: '王启明' }).where(eq(users.id, scene.playerId))
    await givenInvitation(db, { scene, participantsCount: 3, joiners: players.map((userId) => ({ userId })) })
    const [entry] = await monthOf(scene.coachId)
    expect(entry?.title).toMatch(/ · .+、.+ 等 3 人$/)
  })

  test('leaves out cancelled things, and seats that the player gave up', async () => {
    const { scene, playerId, order } = await givenFullMonth()
    const before = await monthOf(playerId)
    for (const status of ['CANCELLED', 'EXPIRED'] as const)
      await givenInvitation(db, { scene, status, beginTimeSlot: 30 })
    await givenBall(db, { playerIds: [playerId], status: 'CANCELLED' })
    await givenStringingOrder(db, { ...order, status: 'CANCELLED', dueAt: new Date('2026-05-04T10:00:00+08:00') })
    expect(await monthOf(playerId)).toEqual(before)
  })

  test('no longer has a class or a game that the player left', async () => {
    const scene = await givenScene(db)
    const joiner = await givenPlayer(db)
    const classId = await givenInvitation(db, { scene, participantsCount: 2, joiners: [{ userId: joiner }] })
    const ballId = await givenBall(db, { playerIds: [scene.playerId, joiner], feeFen: 0 })
    expect((await monthOf(joiner)).map(({ id }) => id)).toEqual([classId, ballId])
    await signedInAs(joiner)(classActions.cancelByPlayer, { params: { id: classId }, body: {} })
    await signedInAs(joiner)(balls.leaveBall, { body: { id: ballId } })
    expect(await monthOf(joiner)).toEqual([])
    expect(await monthOf(scene.playerId)).toHaveLength(2)
  })

  test('hides an expired request even before a job has marked it', async () => {
    const scene = await givenScene(db)
    await givenInvitation(db, { scene })
    expect(await monthOf(scene.playerId)).toHaveLength(1)
    clock.set(new Date('2026-05-02T12:00:00+08:00'))
    expect(await monthOf(scene.playerId)).toEqual([])
  })

  test('shows a class to an invited player until it is over', async () => {
    const scene = await givenScene(db)
    const asked = await givenPlayer(db)
    const id = await givenInvitation(db, { scene, madeBy: 'coach', invited: [asked] })
    expect(await monthOf(asked)).toMatchObject([{ id, statusName: '待确认' }])
    const joiners = [{ userId: scene.playerId, contractId: scene.contractId }]
    const over = { courseDate: '2026-04-29', status: 'COMPLETED' as const, joiners, invited: [asked] }
    await givenInvitation(db, { scene, madeBy: 'coach', ...over })
    expect(await monthOf(asked, '2026-04')).toEqual([])
    expect(await monthOf(scene.playerId, '2026-04')).toMatchObject([{ statusName: '已完成' }])
  })

  test('has a racket on the day when it was ready, which ends at midnight in Shanghai', async () => {
    const { playerId, order } = await givenFullMonth()
    const readyAt = async (at: string) => {
      const createdAt = new Date(Date.parse(at) - READY_AFTER_MS)
      const { id } = await givenStringingOrder(db, { ...order, status: 'READY', createdAt })
      expect(await db.select().from(stringingOrders).where(eq(stringingOrders.id, id))).toMatchObject([
        { readyAt: new Date(at) },
      ])
      return id
    }
    const id = await readyAt('2026-04-30T15:59:00Z')
    const next = await readyAt('2026-04-30T16:00:00Z')
    const april = await monthOf(playerId, '2026-04')
    expect(april).toMatchObject([{ id, date: '2026-04-30', statusName: '待取拍' }])
    expect(await monthOf(playerId)).toContainEqual(expect.objectContaining({ id: next, date: '2026-05-01' }))
  })

  test.each(['2026-13', '2026-00', '2026-5', '1999-01', ''])('%s is refused as a month', async (month) => {
    await expect(monthOf(await givenPlayer(db), month)).rejects.toMatchObject({ code: 'input_invalid' })
  })
})

describe('the dates', () => {
  test('are 14 from today, the first one selected, each with the number of entries', async () => {
    const { playerId } = await givenFullMonth()
    const dates = await datesOf(playerId)
    expect(dates).toHaveLength(14)
    expect(dates[0]).toEqual({
      fullDate: '2026/05/01',
      displayDate: '5.1',
      weekday: '周五',
      isSelected: true,
      entryCount: 0,
    })
    expect(dates.filter(({ isSelected }) => isSelected)).toHaveLength(1)
    const busy = dates.filter(({ entryCount }) => entryCount > 0)
    expect(busy.map(({ displayDate, entryCount }) => [displayDate, entryCount])).toEqual([
      ['5.2', 1],
      ['5.3', 1],
      ['5.9', 1],
    ])
  })
})

describe('the time slots', () => {
  test('are those from 06:00 to 22:00, each with the caller’s entries', async () => {
    const { playerId, classId } = await givenFullMonth()
    const slots = await slotsOf(playerId, '2026/05/02')
    expect(slots.map(({ timeIndex }) => timeIndex)).toEqual(Array.from({ length: 33 }, (_, at) => 12 + at))
    expect(slots[0]).toEqual({ timeIndex: 12, timeSlot: '06:00', date: '2026/05/02', isPast: false, entry: null })
    expect(slots[32]).toMatchObject({ timeSlot: '22:00' })
    const taken = slots.filter(({ entry }) => entry)
    expect(taken.map(({ timeIndex, entry }) => [timeIndex, entry?.id])).toEqual([
      [20, classId],
      [21, classId],
    ])
  })

  test('are past once they have begun', async () => {
    const slots = await slotsOf(await givenPlayer(db), '2026-05-01')
    expect(slots.filter(({ isPast }) => isPast).map(({ timeIndex }) => timeIndex)).toEqual(
      Array.from({ length: 13 }, (_, at) => 12 + at),
    )
  })

  test.each(['2026-02-30', 'tomorrow', ''])('%s is refused as a date', async (date) => {
    await expect(slotsOf(await givenPlayer(db), date)).rejects.toMatchObject({ code: 'input_invalid' })
  })
})
