import * as classActions from '@paidang/api/areas/activities/class-actions'
import * as classes from '@paidang/api/areas/activities/classes'
import { and, asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { invitations, seats } from '../../../tables/classes.ts'
import { contracts } from '../../../tables/contracts.ts'
import { messages } from '../../../tables/messages.ts'
import { slotClaims } from '../../../tables/schedule.ts'
import { givenContract, givenPlayer, givenScene, only, TOMORROW } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, clock, signedInAs } = await startTestServer()

const decline = (id: string, actorId: string, reason?: string) =>
  signedInAs(actorId)(classActions.declineInvitation, { params: { id }, body: { ...(reason && { reason }) } })
const seatOf = async (invitationId: string, userId: string) =>
  only(
    await db
      .select()
      .from(seats)
      .where(and(eq(seats.invitationId, invitationId), eq(seats.userId, userId))),
  ).state
const told = (receiverId: string) =>
  db.select().from(messages).where(eq(messages.receiverId, receiverId)).orderBy(asc(messages.id))
const at = (time: string, day = TOMORROW) => clock.set(new Date(`${day}T${time}+08:00`))

/** A class made by its coach, tomorrow from 10:00 to 11:00. The scene's player is asked. */
async function givenAsked() {
  const scene = await givenScene(db)
  const id = await givenInvitation(db, { scene, madeBy: 'coach' })
  return { ...scene, id }
}

/** The same with two who have joined. Then its coach changes the time, and one agrees. */
async function givenChanged() {
  const scene = await givenScene(db)
  const mate = await givenPlayer(db)
  const contractId = await givenContract(db, { userId: mate, courseId: scene.courseId })
  const joiners = [
    { userId: scene.playerId, contractId: scene.contractId },
    { userId: mate, contractId },
  ]
  const input = { scene, madeBy: 'coach', status: 'CONFIRMED', participantsCount: 2, joiners } as const
  const id = await givenInvitation(db, input)
  await db.update(seats).set({ changedAt: clock.now() }).where(eq(seats.userId, scene.playerId))
  return { ...scene, id, mate }
}

test('an asked player declines with a text or without; the coach reads it once, and the player may still come', async () => {
  const { id, playerId, coachId } = await givenAsked()
  for (let round = 0; round < 2; round++) await decline(id, playerId, ' 那天要加班 ')
  expect(await seatOf(id, playerId)).toBe('DECLINED')
  expect(await told(coachId)).toMatchObject([
    {
      title: '学员拒绝约课',
      senderId: playerId,
      objectId: id,
      content: expect.stringMatching(/拒绝了 .*：那天要加班$/),
    },
  ])
  const info = await signedInAs(playerId)(classes.getFullInfo, { params: { id }, query: {} })
  expect(info.events.filter(({ action }) => action === 'decline')).toMatchObject([
    { fromStatus: 'PENDING', toStatus: 'PENDING', reason: '那天要加班' },
  ])
  expect([info.invitation.invitationStatus, info.reqUser.isInvited]).toEqual(['PENDING', false])
  await signedInAs(playerId)(classActions.joinInvitation, { params: { a: id, b: playerId }, body: {} })
  expect(await seatOf(id, playerId)).toBe('JOINED')
})

test.each([
  ['just before the start', '09:59:59.999', undefined],
  ['at the start', '10:00:00', 'invitation_started'],
  ['after it', '10:00:00.001', 'invitation_started'],
])('an asked player may decline until the class begins: %s', async (_when, time, code) => {
  const { id, playerId } = await givenAsked()
  await db.update(invitations).set({ expiresAt: new Date(`${TOMORROW}T12:00:00+08:00`) })
  at(time)
  if (code) await expectRefusal(db, () => decline(id, playerId), { status: 409, code })
  else await decline(id, playerId)
  expect(await seatOf(id, playerId)).toBe(code ? 'INVITED' : 'DECLINED')
})

test.each([
  ['long before', '10:00:00', '2026-05-01'],
  ['just before the start, when leaving costs', '09:59:59.999', TOMORROW],
  ['at the start', '10:00:00', TOMORROW],
  ['after the end', '11:30:00', TOMORROW],
])('a player who declines a change gets hours and half-hours back: %s', async (_when, time, day) => {
  const { id, playerId, coachId, contractId } = await givenChanged()
  at(time, day)
  for (let round = 0; round < 2; round++) await decline(id, playerId)
  expect(only(await db.select().from(contracts).where(eq(contracts.id, contractId)))).toMatchObject({
    remainingSessions: 10,
    heldSessions: 0,
  })
  expect(await seatOf(id, playerId)).toBe('DECLINED')
  expect(await db.$count(slotClaims, eq(slotClaims.resourceId, playerId))).toBe(0)
  expect(only(await db.select().from(invitations))).toMatchObject({ invitationStatus: 'CONFIRMED', seatsTaken: 1 })
  expect(await told(coachId)).toMatchObject([
    { title: '学员没有同意修改', content: expect.stringContaining('没有同意修改') },
  ])
})

test('when the last player who has not agreed declines, the class waits for players again', async () => {
  const { id, playerId, mate } = await givenChanged()
  await db.update(seats).set({ changedAt: clock.now() })
  await decline(id, playerId)
  await decline(id, mate)
  expect(only(await db.select().from(invitations))).toMatchObject({ invitationStatus: 'PENDING', seatsTaken: 0 })
})

test('a begun class whose last player declines is over at once', async () => {
  const { id, playerId, mate } = await givenChanged()
  await db.update(seats).set({ changedAt: clock.now() })
  await decline(id, mate)
  at('10:10:00')
  await decline(id, playerId)
  const { invitationStatus } = await signedInAs(playerId)(classes.getInvitation, { params: { id }, query: {} })
  expect(invitationStatus).toBe('EXPIRED')
})

test('a player who declined is not asked again by a change', async () => {
  const { id, playerId, coachId } = await givenAsked()
  await decline(id, playerId)
  const { invitation } = await signedInAs(coachId)(classes.getFullInfo, { params: { id }, query: {} })
  const { courseDesignId, stadiumId, courseDate, beginTimeSlot, endTimeSlot } = invitation
  const body = { coachId, courseDesignId, stadiumId, selectedCourt: 0, courseDate, beginTimeSlot, endTimeSlot }
  const edit = () =>
    signedInAs(coachId)(classActions.updateBySelf, { params: { id }, body: { ...body, studentIds: [playerId] } })
  await expectRefusal(db, edit, { status: 409, code: 'student_declined' })
})

test('only an asked player can decline', async () => {
  const { id, mate, coachId, adminId } = await givenChanged()
  const stranger = await givenPlayer(db)
  await expectRefusal(db, () => decline(id, mate), { status: 409, code: 'invitation_settled' })
  for (const actorId of [coachId, adminId])
    await expectRefusal(db, () => decline(id, actorId), { status: 403, code: 'invitation_not_yours' })
  await expectRefusal(db, () => decline(id, stranger), { status: 404, code: 'invitation_not_found' })
})
