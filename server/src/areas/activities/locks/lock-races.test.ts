import * as classActions from '@paidang/api/areas/activities/class-actions'
import * as locks from '@paidang/api/areas/activities/locks'
import { addDays } from '@paidang/domain/kernel/day'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { invitations } from '../../../tables/classes.ts'
import { coachLocks, slotClaims, venueLocks } from '../../../tables/schedule.ts'
import { coachVenues } from '../../../tables/venues.ts'
import { givenCoach, givenScene, TOMORROW } from '../../../testing/builders.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs } = await startTestServer()

const ROUNDS = raceRounds(12)
const dayOfRound = (round: number) => addDays(TOMORROW, round)

async function givenManagers(venueId: string) {
  const managers = [await givenCoach(db), await givenCoach(db), await givenCoach(db)]
  for (const coachId of managers) {
    await db.insert(coachVenues).values({ coachId, venueId, isManager: true, approveStatus: 1 })
  }
  return managers.map((id) => signedInAs(id))
}

/** The coach confirms what was booked, because only some requests of a player may wait. */
async function confirmBooked(coachId: string) {
  const isPending = eq(invitations.invitationStatus, 'PENDING')
  for (const { id } of await db.select({ id: invitations.id }).from(invitations).where(isPending))
    await signedInAs(coachId)(classActions.confirmInvitation, { params: { id } })
}

test('when a coach’s lock and a booking are sent together exactly one succeeds', async () => {
  const scene = await givenScene(db, { sessions: 2 * ROUNDS })
  const [coach, player] = [signedInAs(scene.coachId), signedInAs(scene.playerId)]
  for (let round = 0; round < ROUNDS; round++) {
    const day = dayOfRound(round)
    const lock = () =>
      coach(locks.createCoachLock, {
        body: { date: day, beginTimeSlot: 20, endTimeSlot: 30, repeatUntil: addDays(day, 21) },
      })
    const book = () =>
      player(classActions.createByPlayer, {
        body: {
          coachId: scene.coachId,
          courseDesignId: scene.courseId,
          stadiumId: scene.venueId,
          courseDate: day,
          beginTimeSlot: 28,
          endTimeSlot: 32,
        },
      })
    const both = round % 2 === 0 ? [lock(), book()] : [book(), lock()]
    const results = await Promise.allSettled<unknown>(both)
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(refusals).toHaveLength(1)
    expect(['lock_over_booking', 'slot_taken']).toContain(refusals[0].code)
    await confirmBooked(scene.coachId)
    await db.delete(slotClaims).where(eq(slotClaims.holderKind, 2))
    await db.delete(coachLocks)
  }
})

test('when a lock of several spans and a booking in one of them are sent together exactly one succeeds, and a refused lock locks no span', async () => {
  const scene = await givenScene(db, { sessions: 2 * ROUNDS })
  const [coach, player] = [signedInAs(scene.coachId), signedInAs(scene.playerId)]
  for (let round = 0; round < ROUNDS; round++) {
    const day = dayOfRound(round)
    const moreSpans = [24, 28, 32].map((begin) => ({ beginTimeSlot: begin, endTimeSlot: begin + 2 }))
    const lock = () =>
      coach(locks.createCoachLock, { body: { date: day, beginTimeSlot: 20, endTimeSlot: 22, moreSpans } })
    const book = () =>
      player(classActions.createByPlayer, {
        body: {
          coachId: scene.coachId,
          courseDesignId: scene.courseId,
          stadiumId: scene.venueId,
          courseDate: day,
          beginTimeSlot: 29,
          endTimeSlot: 32,
        },
      })
    const [first, second] = round % 2 === 0 ? [lock(), book()] : [book(), lock()]
    const results = await Promise.allSettled<unknown>([first, second])
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(refusals).toHaveLength(1)
    expect(['lock_over_booking', 'slot_taken']).toContain(refusals[0].code)
    await confirmBooked(scene.coachId)
    const locked = refusals[0].code === 'lock_over_booking' ? 0 : 8
    expect(await db.$count(slotClaims, eq(slotClaims.holderKind, 2))).toBe(locked)
    await db.delete(slotClaims).where(eq(slotClaims.holderKind, 2))
    await db.delete(coachLocks)
  }
})

test('a series that is extended while it is deleted goes as a whole, or the rest is a series of its own', async () => {
  const { coachId } = await givenScene(db)
  const coach = signedInAs(coachId)
  const body = { date: TOMORROW, beginTimeSlot: 20, endTimeSlot: 24 }
  for (let round = 0; round < ROUNDS; round++) {
    const [first] = await coach(locks.createCoachLock, { body: { ...body, repeatUntil: addDays(TOMORROW, 14) } })
    const extend = () => coach(locks.createCoachLock, { body: { ...body, repeatUntil: addDays(TOMORROW, 28) } })
    const giveUp = () => coach(locks.deleteCoachLock, { params: { id: first?.id ?? '' }, query: { series: true } })
    await Promise.all<unknown>(round % 2 === 0 ? [extend(), giveUp()] : [giveUp(), extend()])
    const left = await db.select().from(coachLocks)
    // If the deletion runs last, nothing is left. If the extension runs last, the series was made anew.
    expect([0, 5]).toContain(left.length)
    expect(left.map(({ seriesId }) => seriesId)).not.toContain(first?.id)
    await db.delete(slotClaims).where(eq(slotClaims.holderKind, 2))
    await db.delete(coachLocks)
  }
})

test('the same lock requested five times at once is made once, and every caller gets the same answer', async () => {
  const { coachId } = await givenScene(db)
  const coach = signedInAs(coachId)
  for (let round = 0; round < ROUNDS; round++) {
    const body = { date: dayOfRound(round), beginTimeSlot: 20, endTimeSlot: 24 }
    const [first, ...others] = await Promise.all(
      Array.from({ length: 5 }, () => coach(locks.createCoachLock, { body })),
    )
    expect(first).toHaveLength(1)
    for (const other of others) expect(other).toEqual(first)
  }
  expect(await db.$count(coachLocks)).toBe(ROUNDS)
})

test('a lock deleted while the class it gave way to is cancelled leaves nothing behind', async () => {
  const scene = await givenScene(db)
  const coach = signedInAs(scene.coachId)
  const id = await givenInvitation(db, { scene, useUnavailable: true })
  const [made] = await coach(locks.createCoachLock, { body: { date: TOMORROW, beginTimeSlot: 20, endTimeSlot: 24 } })
  await coach(classActions.confirmInvitation, { params: { id } })

  const waiting = async () => {
    const blocked = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return (await db.execute(blocked)).rows.length
  }
  // The table lock blocks notifications, so the cancellation stops there. It has given the half-hours back to the lock,
  // uncommitted.
  const { calls } = await db.transaction(async (tx) => {
    await tx.execute(sql`lock table messages in share mode`)
    const cancelling = coach(classActions.cancelByCoach, { params: { id }, body: {} })
    await expect.poll(waiting).toBe(1)
    const givingUp = coach(locks.deleteCoachLock, { params: { id: made?.id ?? '' }, query: {} })
    await expect.poll(waiting).toBe(2)
    return { calls: [cancelling, givingUp] as const }
  })
  expect((await Promise.all(calls))[1]).toEqual({ removed: 1 })
  expect(await db.$count(slotClaims)).toBe(0)
})

test('when a lock is deleted while a class is confirmed over it, only the class remains', async () => {
  const scene = await givenScene(db, { sessions: ROUNDS })
  const coach = signedInAs(scene.coachId)
  for (let round = 0; round < ROUNDS; round++) {
    const day = dayOfRound(round)
    const id = await givenInvitation(db, { scene, useUnavailable: true, courseDate: day })
    const [made] = await coach(locks.createCoachLock, { body: { date: day, beginTimeSlot: 20, endTimeSlot: 24 } })
    const giveUp = () => coach(locks.deleteCoachLock, { params: { id: made?.id ?? '' }, query: {} })
    const confirm = () => coach(classActions.confirmInvitation, { params: { id } })
    await Promise.all<unknown>(round % 2 === 0 ? [giveUp(), confirm()] : [confirm(), giveUp()])
  }
  // Court, coach and player, two half-hours each.
  expect(await db.$count(slotClaims)).toBe(ROUNDS * 6)
})

test('managers who lock and unlock overlapping cells at once each get what they requested', async () => {
  const { venueId } = await givenScene(db)
  const managers = await givenManagers(venueId)
  const cells = (courtIndex: number, from: number, to: number) =>
    Array.from({ length: to - from }, (_, offset) => ({ courtIndex, timeIndex: from + offset }))
  for (let round = 0; round < ROUNDS; round++) {
    const common = { stadiumId: venueId, date: dayOfRound(round) }
    const answers = await Promise.all(
      managers.map((call, index) =>
        call(locks.lockVenueCells, {
          body: { ...common, slots: [...cells(0, 14 + index, 24 + index), ...cells(1, 20 - index, 22)] },
        }),
      ),
    )
    for (const answer of answers) expect(answer.length).toBeGreaterThan(0)
    // Court 0 from 14 to 26, court 1 from 18 to 22: each cell once.
    expect(await db.$count(slotClaims, eq(slotClaims.day, common.date))).toBe(12 + 4)
    await Promise.all([
      ...managers.map((call) => call(locks.unlockVenueCells, { body: { ...common, slots: cells(0, 12, 40) } })),
      ...managers.map((call) => call(locks.lockVenueCells, { body: { ...common, slots: cells(1, 18, 24) } })),
    ])
    expect(await db.$count(slotClaims, eq(slotClaims.day, common.date))).toBe(6)
  }
})

test('when a venue’s lock and a booking are sent together exactly one succeeds', async () => {
  const scene = await givenScene(db, { sessions: 2 * ROUNDS })
  const [manager] = await givenManagers(scene.venueId)
  const player = signedInAs(scene.playerId)
  for (let round = 0; round < ROUNDS; round++) {
    const day = dayOfRound(round)
    const slots = Array.from({ length: 20 }, (_, index) => ({
      courtIndex: index % 2,
      timeIndex: 20 + Math.floor(index / 2),
    }))
    const lock = () =>
      manager?.(locks.lockVenueCells, {
        body: { stadiumId: scene.venueId, date: day, slots, repeatUntil: addDays(day, 14) },
      })
    const book = () =>
      player(classActions.createByPlayer, {
        body: {
          coachId: scene.coachId,
          courseDesignId: scene.courseId,
          stadiumId: scene.venueId,
          selectedCourt: 1,
          courseDate: day,
          beginTimeSlot: 18,
          endTimeSlot: 21,
        },
      })
    const results = await Promise.allSettled<unknown>(round % 2 === 0 ? [lock(), book()] : [book(), lock()])
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(refusals).toHaveLength(1)
    expect(['lock_over_booking', 'slot_taken']).toContain(refusals[0].code)
    await confirmBooked(scene.coachId)
    await db.delete(slotClaims).where(eq(slotClaims.holderKind, 3))
    await db.delete(venueLocks)
  }
})
