import * as classActions from '@paidang/api/areas/activities/class-actions'
import { addDays } from '@paidang/domain/kernel/day'
import { expect, test } from 'vitest'
import { contracts } from '../../../tables/contracts.ts'
import { slotClaims } from '../../../tables/schedule.ts'
import { givenContract, givenPlayer, givenRelation, givenScene } from '../../../testing/builders.ts'
import { isLongRun } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs } = await startTestServer()

const CLIENTS = 100
/** The first rounds find what the next would. */
const ROUNDS = isLongRun ? 100 : 5
const CLASSES_A_DAY = 10

test(`of ${CLIENTS} players who request one hour exactly one gets it, ${ROUNDS} times in a row`, async () => {
  const scene = await givenScene(db)
  const { coachId, courseId, venueId } = scene
  const players = await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const userId = await givenPlayer(db)
      await givenRelation(db, coachId, userId)
      await givenContract(db, { userId, courseId, sessions: ROUNDS })
      return signedInAs(userId)
    }),
  )
  const coach = signedInAs(coachId)
  for (let round = 0; round < ROUNDS; round++) {
    const beginTimeSlot = 12 + (round % CLASSES_A_DAY) * 3
    const body: classActions.CreateInvitation = {
      coachId,
      courseDesignId: courseId,
      stadiumId: venueId,
      courseDate: addDays('2026-05-02', Math.floor(round / CLASSES_A_DAY)),
      beginTimeSlot,
      endTimeSlot: beginTimeSlot + 2,
    }
    const results = await Promise.allSettled(players.map((call) => call(classActions.createByPlayer, { body })))
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(refusals).toHaveLength(CLIENTS - 1)
    // One player may win often, and the number of waiting requests is limited.
    const [id = ''] = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.id] : []))
    await coach(classActions.confirmInvitation, { params: { id } })
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ status: 409, code: 'slot_taken', message: '该时段已被占用，不能选择' })
    }
  }
  const held = (await db.select().from(contracts)).reduce((sum, { heldSessions }) => sum + heldSessions, 0)
  expect(held).toBe(ROUNDS)
  expect(await db.$count(slotClaims)).toBe(ROUNDS * 2 * 3)
})
