import { bookCommonCourse, commonCoursesOfUser } from '@paidang/api/areas/activities/common-courses'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { invitations } from '../../../tables/classes.ts'
import { courses } from '../../../tables/companies.ts'
import {
  givenCoach,
  givenCommonCourse,
  givenCompany,
  givenContract,
  givenCourse,
  givenPlayer,
  givenRelation,
  givenScene,
  type Scene,
  TOMORROW,
} from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs, request, tokenOf } = await startTestServer()

const catalogueOf = (actorId: string) => signedInAs(actorId)(commonCoursesOfUser, {})

/** The scene's course is in the catalogue. */
async function givenOffer(): Promise<Scene & { commonCourseId: string }> {
  const scene = await givenScene(db)
  const commonCourseId = await givenCommonCourse(db)
  await db.update(courses).set({ commonCourseId }).where(eq(courses.id, scene.courseId))
  return { ...scene, commonCourseId }
}

const booking = ({ coachId, venueId: stadiumId, commonCourseId }: Scene & { commonCourseId: string }) => ({
  commonCourseId,
  coachId,
  stadiumId,
  selectedCourt: 1,
  courseDate: TOMORROW,
  beginTimeSlot: 32,
  endTimeSlot: 34,
})
const book = (body: ReturnType<typeof booking> & { courseDesignPrice?: number }, actorId: string) =>
  signedInAs(actorId)(bookCommonCourse, { body })

describe('the catalogue', () => {
  test('shows which of the caller’s coaches teach a course, the cheapest first, and puts it before the rest', async () => {
    const other = await givenCommonCourse(db, { courseName: '网球小班课' })
    const offer = await givenOffer()
    const { playerId, coachId, courseId, commonCourseId } = offer
    const { companyId } = await givenCompany(db, { companyName: '便宜俱乐部' })
    const cheap = await givenCoach(db, { companyId, nickname: '便宜教练' })
    await givenRelation(db, cheap, playerId)
    const over = { commonCourseId, pricePerSession: 20_000, sessionDuration: 90, maxParticipants: 2 }
    const cheapCourseId = await givenCourse(db, { companyId, coachIds: [cheap], ...over })
    const catalogue = await catalogueOf(playerId)
    expect(catalogue.map(({ id, offers }) => [id, offers.length])).toEqual([
      [commonCourseId, 2],
      [other, 0],
    ])
    expect(catalogue[0]).toMatchObject({
      courseName: '成人私教 1 对 1',
      pricePerSession: 30_000,
      offers: [
        {
          coachId: cheap,
          coachName: '便宜教练',
          courseDesignId: cheapCourseId,
          companyName: '便宜俱乐部',
          pricePerSession: 20_000,
          sessionDuration: 90,
          maxParticipants: 2,
          availableSessions: 0,
        },
        { coachId, courseDesignId: courseId, availableSessions: 10 },
      ],
    })
  })

  test('names only the caller’s own coaches, and no deleted course', async () => {
    const { courseId, adminId, playerId, coachId } = await givenOffer()
    expect((await catalogueOf(await givenPlayer(db)))[0]?.offers).toEqual([])
    // The admin teaches it too, but the player is not their student.
    expect((await catalogueOf(playerId))[0]?.offers.map((offer) => offer.coachId)).toEqual([coachId])
    await givenRelation(db, adminId, playerId)
    expect((await catalogueOf(playerId))[0]?.offers).toHaveLength(2)
    await db.update(courses).set({ delFlag: true }).where(eq(courses.id, courseId))
    expect((await catalogueOf(playerId))[0]?.offers).toEqual([])
  })

  test('of two courses that a coach copied it offers the one that the caller has hours of, else the cheaper one', async () => {
    const { coachId, companyId, courseId, commonCourseId, playerId } = await givenOffer()
    const over = { commonCourseId, pricePerSession: 10_000 }
    const cheaper = await givenCourse(db, { companyId, coachIds: [coachId], ...over })
    const offered = async (actorId: string) =>
      (await catalogueOf(actorId))[0]?.offers.map((offer) => offer.courseDesignId)
    expect(await offered(playerId)).toEqual([courseId])
    const newcomer = await givenPlayer(db)
    await givenRelation(db, coachId, newcomer)
    expect(await offered(newcomer)).toEqual([cheaper])
    await givenContract(db, { userId: newcomer, courseId, coachId, expiryDate: '2026-04-30' })
    expect(await offered(newcomer)).toEqual([cheaper])
  })
})

describe('booking from the catalogue', () => {
  test('books the course that the coach teaches it as, paid by a contract for that course', async () => {
    const offer = await givenOffer()
    const made = await book(booking(offer), offer.playerId)
    expect(made).toMatchObject({ invitationStatus: 'PENDING', courseDesignId: offer.courseId, needContract: false })
    expect(await db.select().from(invitations)).toMatchObject([
      { id: made.id, initiatorId: offer.playerId, coachId: offer.coachId, courseDesignPrice: 30_000 },
    ])
  })

  test('at another price than the shown one is refused, and books nothing', async () => {
    const offer = await givenOffer()
    const at = (courseDesignPrice: number) => book({ ...booking(offer), courseDesignPrice }, offer.playerId)
    await expectRefusal(db, () => at(28_000), {
      code: 'revision_outdated',
      message: '价格已改为 ¥300/课时，请核对后再操作',
    })
    expect(await at(30_000)).toMatchObject({ courseDesignId: offer.courseId })
  })

  test('waits for a contract where none exists', async () => {
    const offer = await givenOffer()
    const newcomer = await givenPlayer(db)
    expect(await book(booking(offer), newcomer)).toMatchObject({ needContract: true, invitationStatus: 'PENDING' })
  })

  test('books the same course that the catalogue offers', async () => {
    const offer = await givenOffer()
    const over = { commonCourseId: offer.commonCourseId, pricePerSession: 10_000 }
    await givenCourse(db, { companyId: offer.companyId, coachIds: [offer.coachId], ...over })
    expect(await book(booking(offer), offer.playerId)).toMatchObject({ courseDesignId: offer.courseId })
  })

  test('is refused, and leaves no trace', async () => {
    const offer = await givenOffer()
    const { playerId, coachId } = offer
    const body = booking(offer)
    const untaught = await givenCommonCourse(db, { courseName: '网球小班课' })
    const refusals: [object, string, string][] = [
      [{ commonCourseId: untaught }, playerId, 'common_course_not_taught'],
      [{ commonCourseId: '987654321' }, playerId, 'common_course_not_found'],
      [{ coachId: playerId }, coachId, 'common_course_not_taught'],
      [{}, coachId, 'invitation_with_oneself'],
      [{ selectedCourt: 9 }, playerId, 'court_not_found'],
      [{ stadiumId: '987654321' }, playerId, 'venue_not_found'],
      [{ participantsCount: 9 }, playerId, 'participants_invalid'],
      [{ endTimeSlot: 32 }, playerId, 'invitation_time_invalid'],
    ]
    for (const [over, actorId, code] of refusals)
      await expectRefusal(db, () => book({ ...body, ...over }, actorId), { code })
  })

  test('of two simultaneous bookings of the same half-hours one is refused as taken', async () => {
    const offer = await givenOffer()
    const other = await givenPlayer(db)
    const results = await Promise.allSettled([offer.playerId, other].map((actorId) => book(booking(offer), actorId)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'slot_taken' } })
    expect(await db.$count(invitations)).toBe(1)
  })

  test('takes effect once for one idempotency key', async () => {
    const offer = await givenOffer()
    const headers = { authorization: `Bearer ${await tokenOf(offer.playerId)}` }
    const send = () =>
      request({
        method: 'POST',
        url: '/aaapi/user/bookings',
        payload: booking(offer),
        headers: { ...headers, 'idempotency-key': 'one-press-of-book' },
      })
    const [first, again] = [await send(), await send()]
    expect(again.body).toBe(first.body)
    expect([first.statusCode, await db.$count(invitations)]).toEqual([200, 1])
  })
})
