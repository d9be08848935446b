import {
  approveMessage,
  deleteMessage,
  messagesOfType,
  rejectMessage,
  venueRequests,
} from '@paidang/api/areas/ground/messages'
import { associateVenue, leaveVenue, venuesManagedBy, venuesOfCoach } from '@paidang/api/areas/places/venues'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { messages } from '../../../tables/messages.ts'
import { coachVenues } from '../../../tables/venues.ts'
import { givenCoach, givenMessage, givenPlayer, givenScene, givenVenue } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs, asStaff } = await startTestServer()

async function givenRequest() {
  const [managerId, otherManagerId, coachId] = [await givenCoach(db), await givenCoach(db), await givenCoach(db)]
  const { venueId } = await givenVenue(db, { managerIds: [managerId, otherManagerId] })
  const answer = await signedInAs(coachId)(associateVenue, { body: { stadiumId: venueId, approveStatus: '1' } })
  const ask = async (receiverId: string) =>
    (await db.select().from(messages).where(eq(messages.receiverId, receiverId)).orderBy(messages.id)).at(-1)?.id ?? ''
  return { managerId, otherManagerId, coachId, venueId, answer, messageOf: ask }
}

test('a request waits whatever the body says, and every manager is asked to decide', async () => {
  const { managerId, otherManagerId, coachId, venueId, answer } = await givenRequest()
  expect(answer).toMatchObject({ id: venueId, approveStatus: 0, venueApproveStatus: 1, isManager: false })
  const [row] = await db.select().from(coachVenues).where(eq(coachVenues.coachId, coachId))
  const asked = {
    senderId: coachId,
    objectKind: 'venue_association',
    objectId: row?.id,
    approveStatus: 0,
    readStatus: 0,
  }
  expect(await db.select().from(messages).orderBy(messages.id)).toMatchObject([
    { receiverId: managerId, ...asked },
    { receiverId: otherManagerId, ...asked },
  ])
  const [managed] = await signedInAs(managerId)(venuesManagedBy, { params: { coachId: managerId } })
  expect(managed).toMatchObject({ id: venueId, waitingRequests: 1, isManager: true })
})

test('asking again, also at once, returns the same request and asks no manager twice', async () => {
  const coachId = await givenCoach(db)
  const { venueId: stadiumId } = await givenVenue(db, { managerIds: [await givenCoach(db)] })
  const ask = signedInAs(coachId)
  const answers = await Promise.all([1, 2, 3].map(() => ask(associateVenue, { body: { coachId, stadiumId } })))
  expect(answers.map(({ approveStatus }) => approveStatus)).toEqual([0, 0, 0])
  expect([await db.$count(coachVenues, eq(coachVenues.coachId, coachId)), await db.$count(messages)]).toEqual([1, 1])
})

test('at a venue without a manager nobody is asked, and the request waits for an operator', async () => {
  const { venueId: stadiumId } = await givenVenue(db)
  const answer = await signedInAs(await givenCoach(db))(associateVenue, { body: { stadiumId } })
  expect([answer.approveStatus, await db.$count(messages)]).toEqual([0, 0])
})

test('a request for another coach, or for an absent or unapproved venue, leaves no trace', async () => {
  const coachId = await givenCoach(db)
  const { venueId } = await givenVenue(db)
  const { venueId: unapproved } = await givenVenue(db, { approveStatus: 0 })
  const asCoach = signedInAs(coachId)
  const other = await givenCoach(db)
  await expectRefusal(db, () => asCoach(associateVenue, { body: { coachId: other, stadiumId: venueId } }), {
    status: 403,
    code: 'data_of_others',
  })
  for (const stadiumId of [unapproved, '987654321987']) {
    await expectRefusal(db, () => asCoach(associateVenue, { body: { stadiumId } }), {
      status: 404,
      code: 'venue_not_found',
    })
  }
  const asPlayer = signedInAs(await givenPlayer(db))
  await expectRefusal(db, () => asPlayer(associateVenue, { body: { stadiumId: venueId } }), { status: 403 })
})

test('after one manager agrees the coach teaches there and is notified', async () => {
  const { managerId, otherManagerId, coachId, venueId, messageOf } = await givenRequest()
  const id = await messageOf(managerId)
  const asManager = signedInAs(managerId)
  expect(await asManager(approveMessage, { params: { id } })).toMatchObject({ approveStatus: 1, readStatus: 1 })
  expect(await asManager(approveMessage, { params: { id } })).toMatchObject({ approveStatus: 1 })
  await expect(asManager(rejectMessage, { params: { id } })).rejects.toMatchObject({ code: 'message_decided' })
  const other = { params: { id: await messageOf(otherManagerId) } }
  await expect(signedInAs(otherManagerId)(rejectMessage, other)).rejects.toMatchObject({ code: 'message_decided' })
  const seen = await signedInAs(await givenPlayer(db))(venuesOfCoach, { params: { coachId } })
  expect(seen).toMatchObject([{ id: venueId, approveStatus: 1 }])
  expect(await db.select().from(messages).where(eq(messages.receiverId, coachId)).orderBy(messages.id)).toMatchObject([
    { title: '场馆关联已通过', approveStatus: null },
  ])
})

test('a manager cannot delete the message while the coach waits, but can once it is decided', async () => {
  const { managerId, messageOf } = await givenRequest()
  const id = await messageOf(managerId)
  const asManager = signedInAs(managerId)
  const remove = () => asManager(deleteMessage, { params: { id } })
  const query = { current: 1, rows: 10 }
  await expectRefusal(db, remove, { status: 409, code: 'message_waits' })
  expect(await asManager(venueRequests, { query })).toMatchObject({ rows: [{ id, approveStatus: 0 }], total: 1 })
  expect(await asManager(approveMessage, { params: { id } })).toMatchObject({ approveStatus: 1 })
  for (const _again of [1, 2]) expect(await remove()).toBeNull()
  expect((await asManager(messagesOfType, { params: { messageType: 'all' }, query })).total).toBe(0)
})

test('the oldest waiting request comes first despite later messages, and nobody sees another’s requests', async () => {
  const { managerId, coachId, messageOf } = await givenRequest()
  for (let told = 0; told < 101; told++) await givenMessage(db, { receiverId: managerId })
  const query = { current: 1, rows: 100 }
  const id = await messageOf(managerId)
  const waiting = await signedInAs(managerId)(venueRequests, { query })
  expect(waiting).toMatchObject({
    rows: [{ sender: { id: coachId }, object: { kind: 'venue_association' } }],
    total: 1,
  })
  expect(waiting.rows[0]?.id).not.toBe(id)
  expect((await signedInAs(coachId)(venueRequests, { query })).total).toBe(0)
})

test('of two managers who decide differently at once, one verdict takes effect', async () => {
  const { managerId, otherManagerId, coachId, messageOf } = await givenRequest()
  const results = await Promise.allSettled([
    signedInAs(managerId)(approveMessage, { params: { id: await messageOf(managerId) } }),
    signedInAs(otherManagerId)(rejectMessage, { params: { id: await messageOf(otherManagerId) } }),
  ])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'message_decided' } })
  expect(await db.$count(messages, eq(messages.receiverId, coachId))).toBe(1)
})

test('a rejected coach may ask again', async () => {
  const { managerId, coachId, venueId: stadiumId, messageOf } = await givenRequest()
  await signedInAs(managerId)(rejectMessage, { params: { id: await messageOf(managerId) } })
  expect(await signedInAs(coachId)(associateVenue, { body: { stadiumId } })).toMatchObject({ approveStatus: 0 })
  await signedInAs(managerId)(approveMessage, { params: { id: await messageOf(managerId) } })
  expect(await signedInAs(coachId)(associateVenue, { body: { stadiumId } })).toMatchObject({ approveStatus: 1 })
})

test('a request that was taken back no longer asks any manager', async () => {
  const { managerId, coachId, venueId: stadiumId, messageOf } = await givenRequest()
  const asCoach = signedInAs(coachId)
  expect(await asCoach(leaveVenue, { params: { stadiumId } })).toBeNull()
  expect(await asCoach(leaveVenue, { params: { stadiumId } })).toBeNull()
  const params = { id: await messageOf(managerId) }
  await expect(signedInAs(managerId)(approveMessage, { params })).rejects.toMatchObject({ code: 'message_decided' })
  expect(await db.$count(coachVenues, eq(coachVenues.coachId, coachId))).toBe(0)
})

test('a former manager cannot decide', async () => {
  const { managerId, messageOf } = await givenRequest()
  await db.update(coachVenues).set({ isManager: false }).where(eq(coachVenues.coachId, managerId))
  const id = await messageOf(managerId)
  const approve = () => signedInAs(managerId)(approveMessage, { params: { id } })
  await expectRefusal(db, approve, { status: 403, code: 'venue_not_managed' })
})

test('a manager who leaves is no longer asked, and the other manager still is', async () => {
  const { managerId, otherManagerId, venueId } = await givenRequest()
  const waiting = async (actorId: string) =>
    (await signedInAs(actorId)(venueRequests, { query: { current: 1, rows: 10 } })).total
  await signedInAs(managerId)(leaveVenue, { params: { stadiumId: venueId } })
  expect([await waiting(managerId), await waiting(otherManagerId)]).toEqual([0, 1])
})

test('a coach with an upcoming class at the venue cannot leave', async () => {
  const scene = await givenScene(db)
  const { coachId, venueId: stadiumId } = scene
  const leave = () => signedInAs(coachId)(leaveVenue, { params: { stadiumId } })
  await givenInvitation(db, { scene, status: 'CONFIRMED' })
  await expectRefusal(db, leave, { status: 409, code: 'classes_unfinished', message: '尚有未完成的约课' })
})

test('a coach whose classes there are over can leave', async () => {
  const scene = await givenScene(db)
  const { coachId, venueId: stadiumId } = scene
  for (const status of ['CANCELLED', 'COMPLETED', 'EXPIRED'] as const) await givenInvitation(db, { scene, status })
  expect(await signedInAs(coachId)(leaveVenue, { params: { stadiumId } })).toBeNull()
  expect(await db.$count(coachVenues, eq(coachVenues.coachId, coachId))).toBe(0)
})

test('of two managers who leave at once one remains', async () => {
  const managerIds = [await givenCoach(db), await givenCoach(db)]
  const { venueId: stadiumId } = await givenVenue(db, { managerIds })
  const results = await Promise.allSettled(
    managerIds.map((coachId) => signedInAs(coachId)(leaveVenue, { params: { stadiumId } })),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'venue_needs_manager' } })
})

test('only the coach sees which venues they manage', async () => {
  const coachId = await givenCoach(db)
  const params = { coachId }
  expect(await signedInAs(coachId)(venuesManagedBy, { params })).toEqual([])
  await expect(signedInAs(await givenCoach(db))(venuesManagedBy, { params })).rejects.toMatchObject({
    code: 'data_of_others',
  })
  await expect(asStaff('operator')(venuesManagedBy, { params })).rejects.toMatchObject({ status: 403 })
})
