import * as ballChanges from '@paidang/api/areas/activities/ball-changes'
import * as balls from '@paidang/api/areas/activities/balls'
import * as classActions from '@paidang/api/areas/activities/class-actions'
import * as classes from '@paidang/api/areas/activities/classes'
import * as commonCourses from '@paidang/api/areas/activities/common-courses'
import * as likes from '@paidang/api/areas/activities/likes'
import * as students from '@paidang/api/areas/activities/students'
import { pinUsualCourse } from '@paidang/api/areas/activities/usual-courses'
import * as messageCalls from '@paidang/api/areas/ground/messages'
import * as profile from '@paidang/api/areas/people/profile'
import * as registration from '@paidang/api/areas/people/registration'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ballGames, ballParticipants, ballWaiters } from '../../../tables/balls.ts'
import { blacklistEntries } from '../../../tables/blacklist.ts'
import { courses } from '../../../tables/companies.ts'
import {
  givenCoach,
  givenCommonCourse,
  givenMessage,
  givenPlayer,
  givenRelation,
  givenScene,
  type Scene,
  TEST_NOW,
} from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenBall } from '../../../testing/given-ball.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { givenBlacklisted } from '../../../testing/given-people.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { notify } from '../messages/notify.ts'

// What is refused between two people when one has the other on their blacklist. Each case runs in both directions.

const { app, db, signedInAs } = await startTestServer()

/** Far enough in the future that changes are free. */
const DAY = '2026-05-05'
const UNAVAILABLE = { status: 409, code: 'coach_unavailable', message: '暂时无法约这位教练' }
const NO_CLASS = { status: 404, code: 'invitation_not_found' }

/** Runs a test once for each direction: who keeps the list, and who is on it. */
const bothWays = test.each([
  ['the first keeps the list', (one: string, other: string) => givenBlacklisted(db, one, other)],
  ['the second does', (one: string, other: string) => givenBlacklisted(db, other, one)],
] as const)

const booking = ({ coachId, venueId, courseId }: Scene) => ({
  coachId,
  stadiumId: venueId,
  courseDesignId: courseId,
  selectedCourt: 0,
  courseDate: DAY,
  beginTimeSlot: 30,
  endTimeSlot: 32,
})
const book = (scene: Scene, actorId = scene.playerId) =>
  signedInAs(actorId)(classActions.createByPlayer, { body: booking(scene) })
const invite = (scene: Scene, studentIds: string[]) => {
  const { coachId: _, ...body } = booking(scene)
  return signedInAs(scene.coachId)(classActions.createByCoach, { body: { ...body, studentIds } })
}
const join = (id: string, actorId: string, share?: string) =>
  signedInAs(actorId)(classActions.joinInvitation, {
    params: { a: id, b: actorId },
    body: share === undefined ? {} : { share },
  })

bothWays('a class cannot be booked, pinned or taken over when %s', async (_case, block) => {
  const scene = await givenScene(db)
  const { adminId, playerId, courseId } = scene
  const standing = await givenInvitation(db, { scene, courseDate: DAY, status: 'CONFIRMED' })
  await givenRelation(db, adminId, playerId)
  await block(playerId, adminId)
  const byAdmin = { ...scene, coachId: adminId }
  await expectRefusal(db, () => book(byAdmin), UNAVAILABLE)
  const { coachId, stadiumId, courseDesignId, selectedCourt, beginTimeSlot, endTimeSlot } = booking(byAdmin)
  const pin = { coachId, stadiumId, courseDesignId, selectedCourt, beginTimeSlot, endTimeSlot, weekday: 6 }
  await expectRefusal(db, () => signedInAs(playerId)(pinUsualCourse, { body: pin }), UNAVAILABLE)
  const change = (actorId: string) =>
    signedInAs(actorId)(classActions.changeCoach, { params: { a: standing, b: adminId } })
  await expectRefusal(db, () => change(playerId), UNAVAILABLE)
  await expectRefusal(db, () => change(scene.coachId), UNAVAILABLE)
  const edit = { ...booking(byAdmin), id: standing }
  const update = () => signedInAs(playerId)(classActions.updateBySelf, { params: { id: standing }, body: edit })
  await expectRefusal(db, update, UNAVAILABLE)
  const successors = () =>
    signedInAs(scene.coachId)(classes.coachesOfCourse, { params: { id: courseId }, query: { invitationId: standing } })
  expect(await successors()).toEqual([])
  await db.delete(blacklistEntries)
  expect((await successors()).map(({ id }) => id)).toEqual([adminId])
  expect(await change(playerId)).toMatchObject({ coachId: adminId })
})

bothWays('an active class goes on and may be moved when %s', async (_case, block) => {
  const scene = await givenScene(db)
  const { coachId, playerId } = scene
  const id = await givenInvitation(db, { scene, courseDate: DAY })
  await block(playerId, coachId)
  const as = signedInAs(playerId)
  expect(await as(classes.getInvitation, { params: { id }, query: {} })).toMatchObject({ coachId })
  const moved = await as(classActions.updateBySelf, { params: { id }, body: { ...booking(scene), id } })
  expect(moved).toMatchObject({ beginTimeSlot: 30, invitationStatus: 'PENDING' })
  expect(await signedInAs(coachId)(classActions.confirmInvitation, { params: { id } })).toMatchObject({
    invitationStatus: 'CONFIRMED',
  })
  expect(await as(classActions.cancelByPlayer, { params: { id }, body: {} })).toMatchObject({
    invitationStatus: 'CANCELLED',
  })
})

bothWays('a coach cannot invite their student, and the student cannot join, when %s', async (_case, block) => {
  const scene = await givenScene(db)
  const { coachId, playerId } = scene
  const other = await givenPlayer(db)
  await givenRelation(db, coachId, other)
  const asked = await givenInvitation(db, { scene, madeBy: 'coach', invited: [playerId, other] })
  const shared = await givenInvitation(db, {
    scene: { ...scene, playerId: other },
    beginTimeSlot: 26,
    needContract: true,
  })
  await block(playerId, coachId)
  await expectRefusal(db, () => invite(scene, [playerId]), { status: 403, code: 'action_forbidden' })
  await expectRefusal(db, () => join(asked, playerId), NO_CLASS)
  await expectRefusal(db, () => join(shared, playerId, app.shareTokens.of(shared)), NO_CLASS)
  const see = (id: string, share?: string) =>
    signedInAs(playerId)(classes.getFullInfo, { params: { id }, query: share === undefined ? {} : { share } })
  await expect(see(asked)).rejects.toMatchObject(NO_CLASS)
  await expect(see(shared, app.shareTokens.of(shared))).rejects.toMatchObject(NO_CLASS)
  expect(await invite(scene, [other])).toMatchObject({ invitationStatus: 'PENDING' })
})

bothWays('a blocked player cannot join another player’s class when %s', async (_case, block) => {
  const scene = await givenScene(db)
  const other = await givenPlayer(db)
  await givenRelation(db, scene.coachId, other)
  const id = await givenInvitation(db, { scene, participantsCount: 2 })
  await block(other, scene.playerId)
  await expectRefusal(db, () => join(id, other), NO_CLASS)
  await expectRefusal(db, () => join(id, other, app.shareTokens.of(id)), NO_CLASS)
})

bothWays(
  'a coach cannot find, add or assess a blocked player, and sees no phone number, when %s',
  async (_case, block) => {
    const [coach, student, stranger] = [
      await givenCoach(db),
      await givenPlayer(db),
      await givenPlayer(db, { phone: '13712345678' }),
    ]
    await givenRelation(db, coach, student)
    await block(coach, student)
    await block(coach, stranger)
    const as = signedInAs(coach)
    const unknown = { status: 404, code: 'student_unknown', message: '未找到该手机号对应的学员' }
    await expect(as(students.searchStudentByPhone, { params: { phone: '13712345678' } })).rejects.toMatchObject(unknown)
    await expectRefusal(db, () => as(students.addStudent, { body: { playerId: stranger } }), unknown)
    const assess = () => as(registration.assessLevel, { params: { playerId: student }, body: { level: 4 } })
    await expectRefusal(db, assess, { status: 403, code: 'action_forbidden' })
    const gone = { status: 404, code: 'relation_not_found' }
    await expectRefusal(db, () => as(students.revealStudentPhone, { params: { playerId: student } }), gone)
    await expect(as(students.getStudent, { params: { playerId: student } })).rejects.toMatchObject(gone)
  },
)

test('a student with hours stays on the coach’s list, whichever of the two blocks the other', async () => {
  const { coachId, playerId } = await givenScene(db)
  await givenBlacklisted(db, playerId, coachId)
  const page = { current: 1, rows: 10 }
  const { rows } = await signedInAs(coachId)(students.studentsOfCoach, { params: { coachId }, query: page })
  expect(rows.map(({ player }) => player.id)).toEqual([playerId])
})

bothWays('a class that both took part in does not permit a like when %s', async (_case, block) => {
  const scene = await givenScene(db)
  const id = await givenInvitation(db, { scene, status: 'COMPLETED' })
  await block(scene.playerId, scene.coachId)
  const like = () => signedInAs(scene.playerId)(likes.likeCoach, { params: { a: id, b: scene.coachId } })
  await expectRefusal(db, like, { status: 404, code: 'user_not_found' })
})

bothWays('the catalogue offers nothing and nothing can be booked from it when %s', async (_case, block) => {
  const scene = await givenScene(db)
  const commonCourseId = await givenCommonCourse(db)
  await db.update(courses).set({ commonCourseId }).where(eq(courses.id, scene.courseId))
  const as = signedInAs(scene.playerId)
  const offers = async () => (await as(commonCourses.commonCoursesOfUser, {})).flatMap((course) => course.offers)
  expect(await offers()).toHaveLength(1)
  await block(scene.coachId, scene.playerId)
  expect(await offers()).toEqual([])
  const { courseDesignId: _, ...body } = booking(scene)
  const bookIt = () => as(commonCourses.bookCommonCourse, { body: { ...body, commonCourseId } })
  await expectRefusal(db, bookIt, { code: 'common_course_not_taught' })
})

bothWays('an offered seat, a swap and the game itself are gone when %s', async (_case, block) => {
  const [initiator, player, waiter] = [await givenPlayer(db), await givenPlayer(db), await givenPlayer(db)]
  const ballId = await givenBall(db, { playerIds: [initiator, player], feeFen: 0, maxPlayers: 3 })
  await db.update(ballGames).set({ seatsTaken: 3, status: 'FULL' })
  const heldUntil = new Date(TEST_NOW.getTime() + 3_600_000)
  await db.insert(ballParticipants).values({ ballId, userId: waiter, state: 'OFFERED', heldUntil })
  await db.insert(ballWaiters).values({ ballId, userId: waiter, state: 'OFFERED' })
  await block(waiter, initiator)
  const absent = { status: 404, code: 'ball_not_found' }
  const as = signedInAs(waiter)
  await expect(as(balls.getBallDetail, { params: { id: ballId }, query: {} })).rejects.toMatchObject(absent)
  await expectRefusal(db, () => as(balls.enrollBall, { body: { id: ballId } }), absent)
  const group = { params: { group: 'all' as const, userId: waiter }, query: { current: 1, rows: 10 } }
  expect((await as(balls.ballsOfUser, group)).rows).toEqual([])

  const incoming = await givenPlayer(db)
  await block(incoming, player)
  const swap = { id: ballId, outUserId: player, inUserId: incoming }
  const propose = () => signedInAs(initiator)(ballChanges.swapPlayer, { body: swap })
  await expectRefusal(db, propose, { status: 404, code: 'user_not_found' })
})

bothWays(
  'players of one game see each other, and a blocked onlooker does not see them, when %s',
  async (_case, block) => {
    const [initiator, one, other, onlooker] = [
      await givenPlayer(db),
      await givenPlayer(db),
      await givenPlayer(db),
      await givenPlayer(db),
    ]
    const ballId = await givenBall(db, { playerIds: [initiator, one, other], feeFen: 0 })
    await block(one, other)
    await block(onlooker, other)
    const seenBy = async (actorId: string) => {
      const detail = await signedInAs(actorId)(balls.getBallDetail, { params: { id: ballId }, query: {} })
      const seats = await signedInAs(actorId)(balls.seatsOfBall, { params: { id: ballId }, query: {} })
      expect(seats).toEqual(detail.seats)
      expect(detail.participants.map(({ id }) => id)).toEqual(seats.map(({ user }) => user.id))
      return { ids: seats.map(({ user }) => user.id), taken: detail.seatsTaken }
    }
    expect(await seenBy(one)).toEqual({ ids: [initiator, one, other], taken: 3 })
    expect(await seenBy(onlooker)).toEqual({ ids: [initiator, one], taken: 3 })
  },
)

bothWays('messages without a binding tie are not sent, and earlier ones are hidden, when %s', async (_case, block) => {
  const [one, other] = [await givenPlayer(db), await givenPlayer(db)]
  const about = (kind: 'coach' | 'ball') => ({ objectKind: kind, objectId: one })
  await givenMessage(db, { receiverId: other, senderId: one, ...about('coach') })
  await givenMessage(db, { receiverId: other, senderId: one, ...about('ball') })
  await givenMessage(db, { receiverId: other })
  const id = await block(one, other)
  for (const kind of ['coach', 'ball'] as const) {
    const notice = { category: 'systemNotice' as const, title: kind, content: '', about: { kind, id: one } }
    await notify(db, { ...notice, receiverIds: [other], senderId: one })
  }
  const titles = async () => {
    const all = { params: { messageType: 'all' as const }, query: { current: 1, rows: 10 } }
    const { rows, total } = await signedInAs(other)(messageCalls.messagesOfType, all)
    const { all: unread } = await signedInAs(other)(messageCalls.unreadCounts, {})
    return { titles: rows.map(({ title, object }) => `${title} ${object?.kind ?? '-'}`), total, unread }
  }
  const told = ['ball ball', '通知 -', '通知 ball']
  expect(await titles()).toEqual({ titles: told, total: 3, unread: 3 })
  await db.delete(blacklistEntries).where(eq(blacklistEntries.id, id))
  expect(await titles()).toEqual({ titles: [...told, '通知 coach'], total: 4, unread: 4 })
})

test('a user on a coach’s blacklist does not find the coach; a user who blacklists their own coach still sees the coach’s page', async () => {
  const scene = await givenScene(db)
  const view = (actorId: string) => signedInAs(actorId)(profile.getCoachView, { params: { id: scene.coachId } })
  await givenBlacklisted(db, scene.coachId, scene.playerId)
  await expect(view(scene.playerId)).rejects.toMatchObject({ status: 404, code: 'coach_not_found' })
  await db.delete(blacklistEntries)
  await givenBlacklisted(db, scene.playerId, scene.coachId)
  expect(await view(scene.playerId)).toMatchObject({ id: scene.coachId })
})
