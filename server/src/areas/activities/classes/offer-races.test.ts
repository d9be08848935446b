import * as classActions from '@paidang/api/areas/activities/class-actions'
import { removeStudent } from '@paidang/api/areas/activities/students'
import * as companies from '@paidang/api/areas/places/companies'
import { leaveVenue } from '@paidang/api/areas/places/venues'
import { ApiError } from '@paidang/api/catalogue/errors'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { invitations, seats } from '../../../tables/classes.ts'
import { coachCourses, companyMembers, courses } from '../../../tables/companies.ts'
import { studentRelations } from '../../../tables/relations.ts'
import { coachVenues } from '../../../tables/venues.ts'
import {
  givenCompany,
  givenContract,
  givenCourse,
  givenPlayer,
  givenRelation,
  givenScene,
  givenVenue,
  type Scene,
  TOMORROW,
} from '../../../testing/builders.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { countDeadlocks, race } from '../../../testing/race.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs, clock } = await startTestServer()

const ROUNDS = raceRounds(20)
const FIRST_STEP = 2
/** By then the head start is many times as long as any action. */
const MOST_ROUNDS = 40

/**
 * One user needs something that another removes at the same moment. Afterwards a class depends on it only if it still
 * exists. The later call is refused with one of these codes.
 */
type Rivalry = {
  use: () => Promise<unknown>
  take: () => Promise<unknown>
  rests: () => Promise<boolean>
  isThere: () => Promise<boolean>
  codes: string[]
}

const SPAN = { courseDate: TOMORROW, beginTimeSlot: 20, endTimeSlot: 22 }

const bodyOf = ({ coachId, courseId: courseDesignId, venueId: stadiumId }: Scene) => ({
  coachId,
  courseDesignId,
  stadiumId,
  selectedCourt: 0,
  participantsCount: 2,
  ...SPAN,
})

/** A student without a seat in a class made for another student, and the coach who removes that student. */
async function givenParting() {
  const scene = await givenScene(db)
  const { coachId, courseId, playerId } = scene
  const studentId = await givenPlayer(db)
  const relationId = await givenRelation(db, coachId, studentId)
  await givenContract(db, { userId: studentId, courseId })
  const at = clock.now()
  const id = await givenInvitation(db, { scene, madeBy: 'coach', invited: [playerId], participantsCount: 2, at })
  const rivalry = {
    take: () => signedInAs(coachId)(removeStudent, { params: { id: relationId } }),
    rests: async () => (await db.$count(seats, and(eq(seats.invitationId, id), eq(seats.userId, studentId)))) === 1,
    isThere: async () => (await db.$count(studentRelations, eq(studentRelations.id, relationId))) === 1,
  }
  return { scene, studentId, id, rivalry }
}

/** A coach who leaves a venue, and how often a class is held there. */
async function givenLeaving(scene: Scene, venueId: string) {
  const { coachId } = scene
  return {
    take: () => signedInAs(coachId)(leaveVenue, { params: { stadiumId: venueId } }),
    rests: async () => (await db.$count(invitations, eq(invitations.stadiumId, venueId))) === 1,
    isThere: async () =>
      (await db.$count(coachVenues, and(eq(coachVenues.coachId, coachId), eq(coachVenues.venueId, venueId)))) === 1,
    codes: ['classes_unfinished', 'coach_not_at_venue', 'coach_not_of_course'],
  }
}

/** A class that its player changes into the given input. */
async function givenEdit(scene: Scene, over: Partial<classActions.UpdateInvitation>) {
  const id = await givenInvitation(db, { scene, participantsCount: 2 })
  const body = { ...bodyOf(scene), ...over }
  return () => signedInAs(scene.playerId)(classActions.updateBySelf, { params: { id }, body })
}

const isOfCourse = async (courseId: string) =>
  (await db.$count(invitations, eq(invitations.courseDesignId, courseId))) === 1

const RIVALRIES: [string, () => Promise<Rivalry>][] = [
  [
    'a student joins a class, and its coach parts from him',
    async () => {
      const { studentId, id, rivalry } = await givenParting()
      const params = { a: id, b: studentId }
      const use = () => signedInAs(studentId)(classActions.joinInvitation, { params, body: {} })
      return { ...rivalry, use, codes: ['classes_unfinished', 'invitation_not_found', 'invitation_not_yours'] }
    },
  ],
  [
    'a coach asks a student to a class that he made, and parts from him',
    async () => {
      const { scene, studentId, id, rivalry } = await givenParting()
      const body = { ...bodyOf(scene), studentIds: [scene.playerId, studentId] }
      const use = () => signedInAs(scene.coachId)(classActions.updateBySelf, { params: { id }, body })
      return { ...rivalry, use, codes: ['classes_unfinished', 'action_forbidden'] }
    },
  ],
  [
    'a player books a coach at a venue, and he leaves it',
    async () => {
      const scene = await givenScene(db)
      const use = () => signedInAs(scene.playerId)(classActions.createByPlayer, { body: bodyOf(scene) })
      return { ...(await givenLeaving(scene, scene.venueId)), use }
    },
  ],
  [
    'a coach makes a class at a venue, and leaves it',
    async () => {
      const scene = await givenScene(db)
      const body = { ...bodyOf(scene), studentIds: [scene.playerId] }
      const use = () => signedInAs(scene.coachId)(classActions.createByCoach, { body })
      return { ...(await givenLeaving(scene, scene.venueId)), use }
    },
  ],
  [
    'a player moves his class to another venue, and the coach leaves that',
    async () => {
      const scene = await givenScene(db)
      const { venueId: stadiumId } = await givenVenue(db, { coachIds: [scene.coachId] })
      return { ...(await givenLeaving(scene, stadiumId)), use: await givenEdit(scene, { stadiumId }) }
    },
  ],
  [
    'a player changes his class to a course of another company, and the coach leaves that',
    async () => {
      const scene = await givenScene(db)
      const { coachId } = scene
      const { companyId } = await givenCompany(db)
      await db.insert(companyMembers).values({ companyId, userId: coachId })
      const courseDesignId = await givenCourse(db, { companyId, coachIds: [coachId] })
      const taught = and(eq(coachCourses.coachId, coachId), eq(coachCourses.courseId, courseDesignId))
      return {
        use: await givenEdit(scene, { courseDesignId }),
        take: () => signedInAs(coachId)(companies.leaveCompany, { body: { companyId } }),
        rests: () => isOfCourse(courseDesignId),
        isThere: async () => (await db.$count(coachCourses, taught)) === 1,
        codes: ['classes_unfinished', 'coach_not_of_course'],
      }
    },
  ],
  [
    'a player changes his class to another course, and the admin deletes that',
    async () => {
      const scene = await givenScene(db)
      const { companyId, coachId, adminId } = scene
      const courseDesignId = await givenCourse(db, { companyId, coachIds: [coachId] })
      return {
        use: await givenEdit(scene, { courseDesignId }),
        take: () => signedInAs(adminId)(companies.deleteCourse, { params: { id: courseDesignId } }),
        rests: () => isOfCourse(courseDesignId),
        isThere: async () =>
          (await db.$count(courses, and(eq(courses.id, courseDesignId), eq(courses.delFlag, false)))) === 1,
        codes: ['classes_unfinished', 'course_not_found', 'coach_not_of_course'],
      }
    },
  ],
]

test.each(RIVALRIES)(
  `%s: exactly one of the two happens, ${ROUNDS} times, without a deadlock`,
  async (_name, given) => {
    const wins = { use: 0, take: 0 }
    const deadlocks = await countDeadlocks(db)
    // The winner begins later the next time, and ever later while it keeps winning. So both meet at any speed.
    let headStart = 0
    let step = FIRST_STEP
    let wasUsed: boolean | undefined
    // A race that one side always wins would prove nothing about the other, so it goes on until each has won.
    const isDecided = () => wins.use > 0 && wins.take > 0
    for (let round = 0; round < ROUNDS || (!isDecided() && round < MOST_ROUNDS); round++) {
      const { use, take, rests, isThere, codes } = await given()
      const [used, taken] = await race(db, [use, take], headStart)
      const refusals = [used, taken].flatMap((result) => (result?.status === 'rejected' ? [result.reason] : []))
      expect(refusals, `round ${round}`).toHaveLength(1)
      const [refusal] = refusals
      if (!(refusal instanceof ApiError)) throw refusal
      expect(codes).toContain(refusal.code)
      const isUsed = used?.status === 'fulfilled'
      expect([await rests(), await isThere()], `round ${round}`).toEqual([isUsed, isUsed])
      wins[isUsed ? 'use' : 'take'] += 1
      step = isUsed === wasUsed ? step * 2 : FIRST_STEP
      headStart += isUsed ? -step : step
      wasUsed = isUsed
    }
    expect((await countDeadlocks(db)) - deadlocks, 'deadlocks').toBe(0)
    expect(isDecided(), 'each side wins at least once').toBe(true)
  },
)
