import * as classActions from '@paidang/api/areas/activities/class-actions'
import { payingContract } from '@paidang/domain/areas/money/contracts/contract'
import { addDays } from '@paidang/domain/kernel/day'
import { and, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seats } from '../../../tables/classes.ts'
import { contracts } from '../../../tables/contracts.ts'
import {
  givenContract,
  givenPlayer,
  givenRelation,
  givenScene,
  type Scene,
  TOMORROW,
} from '../../../testing/builders.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs, clock } = await startTestServer()

/**
 * Free hours in half hours, and days from the class to the end of each contract. Often days are equal and hours too
 * few.
 */
const wallets = fc.array(fc.record({ halves: fc.integer({ min: 1, max: 5 }), days: fc.integer({ min: -1, max: 2 }) }), {
  maxLength: 5,
})
const SAMPLES = fc.sample(wallets, { numRuns: 24, seed: 11 })
const CLASSES_A_DAY = 8

/** A player with these contracts, and the contract that should pay. */
async function givenPayer({ coachId, courseId }: Scene, wallet: (typeof SAMPLES)[number], courseDate: string) {
  const userId = await givenPlayer(db)
  await givenRelation(db, coachId, userId)
  for (const { halves, days } of wallet)
    await givenContract(db, { userId, courseId, sessions: halves / 2, expiryDate: addDays(courseDate, days) })
  const own = await db
    .select()
    .from(contracts)
    .where(and(eq(contracts.userId, userId), eq(contracts.courseId, courseId)))
  return { userId, expected: payingContract(own, { courseDate, consumedSessions: 1 })?.id ?? null }
}

const placeOf = (index: number) => ({
  courseDate: addDays(TOMORROW, Math.floor(index / CLASSES_A_DAY)),
  beginTimeSlot: 12 + (index % CLASSES_A_DAY) * 2,
})

async function heldOn(invitationId: string, userId: string): Promise<string | null> {
  const [seat] = await db
    .select()
    .from(seats)
    .where(and(eq(seats.invitationId, invitationId), eq(seats.userId, userId)))
  return seat?.contractId ?? null
}

test('a booking holds its hours on the contract that the rule selects, for any set of contracts', async () => {
  const scene = await givenScene(db)
  const { coachId, courseId: courseDesignId, venueId: stadiumId } = scene
  const found: (string | null)[] = []
  for (const [index, wallet] of SAMPLES.entries()) {
    const { courseDate, beginTimeSlot } = placeOf(index)
    const { userId, expected } = await givenPayer(scene, wallet, courseDate)
    const body = { coachId, courseDesignId, stadiumId, courseDate, beginTimeSlot, endTimeSlot: beginTimeSlot + 2 }
    const { id, needContract } = await signedInAs(userId)(classActions.createByPlayer, { body })
    expect([await heldOn(id, userId), needContract], JSON.stringify(wallet)).toEqual([expected, expected === null])
    found.push(expected)
  }
  expect(found.filter((id) => id === null).length).toBeGreaterThan(3)
  expect(found.filter((id) => id !== null).length).toBeGreaterThan(8)
})

test('a seat in a coach’s class holds its hours on the selected contract; without a contract that can pay joining is refused', async () => {
  const scene = await givenScene(db)
  for (const [index, wallet] of SAMPLES.entries()) {
    const place = placeOf(index)
    const { userId, expected } = await givenPayer(scene, wallet, place.courseDate)
    const id = await givenInvitation(db, { scene, madeBy: 'coach', at: clock.now(), invited: [userId], ...place })
    const joined = signedInAs(userId)(classActions.joinInvitation, { params: { a: id, b: userId }, body: {} })
    if (expected === null) await expect(joined).rejects.toMatchObject({ code: 'lesson_hours_too_few' })
    else await joined
    expect(await heldOn(id, userId), JSON.stringify(wallet)).toBe(expected)
  }
})
