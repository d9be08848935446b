import * as classActions from '@paidang/api/areas/activities/class-actions'
import { expect, test } from 'vitest'
import { invitations } from '../../../tables/classes.ts'
import { slotClaims } from '../../../tables/schedule.ts'
import {
  givenCoach,
  givenCompany,
  givenContract,
  givenCourse,
  givenPlayer,
  givenVenue,
  TEST_NOW,
  TOMORROW,
} from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs, clock } = await startTestServer()

const refusal = { status: 409, code: 'invitations_unconfirmed', message: '未确认的约课太多，请等教练确认后再约' }

/** Three coaches of one company who teach one course at one venue, and a player. */
async function givenClub() {
  const { companyId } = await givenCompany(db)
  const coachIds = [
    await givenCoach(db, { companyId }),
    await givenCoach(db, { companyId }),
    await givenCoach(db, { companyId }),
  ] as const
  const courseId = await givenCourse(db, { companyId, coachIds: [...coachIds] })
  const { venueId } = await givenVenue(db, { coachIds: [...coachIds] })
  const playerId = await givenPlayer(db)
  const ask = (coachId: string, n: number) =>
    signedInAs(playerId)(classActions.createByPlayer, {
      body: {
        coachId,
        courseDesignId: courseId,
        stadiumId: venueId,
        courseDate: TOMORROW,
        beginTimeSlot: 14 + 2 * n,
        endTimeSlot: 16 + 2 * n,
      },
    })
  return { coachIds, courseId, playerId, ask }
}

test('a player without hours has at most three waiting requests for one coach and six in all; a refused one leaves no trace', async () => {
  const { coachIds, ask } = await givenClub()
  const [first, second, third] = coachIds
  for (const n of [0, 1, 2]) expect(await ask(first, n)).toMatchObject({ needContract: true })
  await expectRefusal(db, () => ask(first, 3), refusal)
  for (const n of [3, 4, 5]) await ask(second, n)
  await expectRefusal(db, () => ask(third, 6), refusal)
  expect([await db.$count(invitations), await db.$count(slotClaims)]).toEqual([6, 6 * 2 * 3])
})

test('an answered or expired request makes room for another', async () => {
  const { coachIds, ask } = await givenClub()
  const [first] = coachIds
  const made = [await ask(first, 0), await ask(first, 1), await ask(first, 2)]
  await expectRefusal(db, () => ask(first, 3), refusal)
  await signedInAs(first)(classActions.cancelByCoach, { params: { id: made[0]?.id ?? '' }, body: {} })
  expect(await ask(first, 3)).toMatchObject({ invitationStatus: 'PENDING' })
  await expectRefusal(db, () => ask(first, 4), refusal)
  clock.set(new Date(TEST_NOW.getTime() + 23 * 3_600_000))
  expect(await ask(first, 9)).toMatchObject({ invitationStatus: 'PENDING' })
})

test('a player with hours has at most ten waiting requests', async () => {
  const { coachIds, courseId, playerId, ask } = await givenClub()
  const [first] = coachIds
  await givenContract(db, { userId: playerId, courseId, sessions: 50 })
  for (let n = 0; n < 10; n++) expect(await ask(first, n)).toMatchObject({ needContract: false })
  await expectRefusal(db, () => ask(first, 10), refusal)
})

test('of twelve requests sent at once three succeed', async () => {
  const { coachIds, ask } = await givenClub()
  const [first] = coachIds
  const settled = await Promise.allSettled(Array.from({ length: 12 }, (_, n) => ask(first, n)))
  const codes = settled.map((one) => (one.status === 'rejected' ? one.reason.code : 'made'))
  expect(codes.filter((code) => code === 'made')).toHaveLength(3)
  expect(codes.filter((code) => code === 'invitations_unconfirmed')).toHaveLength(9)
  expect(await db.$count(invitations)).toBe(3)
})
