import * as classActions from '@paidang/api/areas/activities/class-actions'
import * as classes from '@paidang/api/areas/activities/classes'
import * as messages from '@paidang/api/areas/ground/messages'
import { leaveCompany } from '@paidang/api/areas/places/companies'
import { and, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { invitationEvents, invitations } from '../../../tables/classes.ts'
import { coachCourses } from '../../../tables/companies.ts'
import { contracts } from '../../../tables/contracts.ts'
import { messages as messageRows } from '../../../tables/messages.ts'
import { coachVenues } from '../../../tables/venues.ts'
import { givenCoach, givenScene, type Scene } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenInvitation, type InvitationInput } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'

// The coach to whom a class is handed over answers the message with the request.

const { db, signedInAs, clock, tokenOf, request } = await startTestServer()

const MONDAY = '2026-05-04'

const approve = (id: string, actorId: string) => signedInAs(actorId)(messages.approveMessage, { params: { id } })
const reject = (id: string, actorId: string) => signedInAs(actorId)(messages.rejectMessage, { params: { id } })
const confirm = (id: string, actorId: string) => signedInAs(actorId)(classActions.confirmInvitation, { params: { id } })
const change = (a: string, b: string, actorId: string) =>
  signedInAs(actorId)(classActions.changeCoach, { params: { a, b } })
const classNow = (id: string, actorId: string) =>
  signedInAs(actorId)(classes.getInvitation, { params: { id }, query: {} })
const refused = (call: () => Promise<unknown>, refusal: object) => expectRefusal(db, call, refusal)

async function givenColleague({ companyId, courseId, venueId }: Scene) {
  const coachId = await givenCoach(db, { companyId })
  await db.insert(coachCourses).values({ coachId, courseId })
  await db.insert(coachVenues).values({ coachId, venueId, approveStatus: 1 })
  return coachId
}

/** The requests to a coach, latest first. */
async function requestsTo(receiverId: string) {
  const asked = and(eq(messageRows.receiverId, receiverId), eq(messageRows.category, 'invitation'))
  return (await db.select().from(messageRows).where(asked).orderBy(messageRows.id)).reverse()
}
const requestTo = async (receiverId: string) => (await requestsTo(receiverId))[0]?.id ?? ''
const titlesOf = async (receiverId: string) =>
  (await db.select().from(messageRows).where(eq(messageRows.receiverId, receiverId)).orderBy(messageRows.id)).map(
    ({ title }) => title,
  )

/** A class on Monday that its coach hands over to a colleague, and the message with the request. */
async function givenHandover(over: Omit<Partial<InvitationInput>, 'scene'> = {}) {
  const scene = await givenScene(db)
  const colleague = await givenColleague(scene)
  const id = await givenInvitation(db, { scene, courseDate: MONDAY, status: 'CONFIRMED', ...over })
  await change(id, colleague, scene.coachId)
  return { scene, colleague, id, messageId: await requestTo(colleague) }
}

describe('a coach who agrees', () => {
  test('confirms the class; the message is read and approved, and agreeing again answers the same', async () => {
    const { scene, colleague, id, messageId } = await givenHandover()
    const agreed = await approve(messageId, colleague)
    expect(agreed).toMatchObject({ approveStatus: 1, readStatus: 1, object: { kind: 'invitation', id } })
    expect(await approve(messageId, colleague)).toEqual(agreed)
    expect(await classNow(id, scene.playerId)).toMatchObject({ invitationStatus: 'CONFIRMED', coachId: colleague })
    expect(await titlesOf(scene.playerId)).toEqual(['教练已更换', '约课已确认'])
    await refused(() => reject(messageId, colleague), { status: 409, code: 'message_decided' })
  })

  test('agrees to the class that the request described, and not to one that changed since', async () => {
    const { colleague, id, messageId } = await givenHandover()
    const inbox = { params: { messageType: 'invitation' as const }, query: { current: 1, rows: 10 } }
    const { rows } = await signedInAs(colleague)(messages.messagesOfType, inbox)
    const { revision } = await classNow(id, colleague)
    expect(rows).toMatchObject([{ id: messageId, revision }])
    await db
      .update(invitations)
      .set({ courseDesignPrice: sql`course_design_price + 100` })
      .where(eq(invitations.id, id))
    const body = { revision }
    const agree = () => signedInAs(colleague)(messages.approveMessage, { params: { id: messageId }, body })
    await refused(agree, { status: 409, code: 'revision_outdated' })
  })

  test('takes over a class that a coach created', async () => {
    const { scene, colleague, id, messageId } = await givenHandover({ madeBy: 'coach' })
    await approve(messageId, colleague)
    expect(await classNow(id, colleague)).toMatchObject({ invitationStatus: 'CONFIRMED', initiatorId: colleague })
    expect(await titlesOf(scene.coachId)).toEqual(['约课已确认'])
  })

  test('does so once, even with twenty taps at once', async () => {
    const { scene, colleague, id, messageId } = await givenHandover()
    const answers = await Promise.all(Array.from({ length: 20 }, () => approve(messageId, colleague)))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    const confirmed = and(eq(invitationEvents.invitationId, id), eq(invitationEvents.action, 'confirm'))
    expect(await db.select().from(invitationEvents).where(confirmed)).toHaveLength(2)
    expect(await titlesOf(scene.playerId)).toEqual(['教练已更换', '约课已确认'])
  })

  test('gets the first answer again for the same key', async () => {
    const { colleague, messageId } = await givenHandover()
    const headers = { authorization: `Bearer ${await tokenOf(colleague)}`, 'idempotency-key': 'agree-once' }
    const call = { method: 'POST' as const, url: `/aaapi/common/messages/approve-pass/${messageId}`, headers }
    const answers = [await request(call), await request(call)]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(answers[1]?.body).toBe(answers[0]?.body)
  })

  test('too late is refused, and the message does not change until the class is settled', async () => {
    const { colleague, messageId } = await givenHandover()
    clock.set(new Date('2026-05-02T12:00:00+08:00'))
    await refused(() => approve(messageId, colleague), { status: 409, code: 'invitation_expired' })
    await refused(() => reject(messageId, colleague), { status: 409, code: 'invitation_expired' })
  })

  test('is refused before the class has its contract', async () => {
    const { scene, colleague, messageId } = await givenHandover({ status: 'PENDING', needContract: true })
    await db.update(contracts).set({ expiryDate: '2026-04-30' }).where(eq(contracts.id, scene.contractId))
    await refused(() => approve(messageId, colleague), { status: 409, code: 'invitation_needs_contract' })
    expect(await reject(messageId, colleague)).toMatchObject({ approveStatus: 2 })
  })
})

describe('a coach who refuses', () => {
  test('leaves the class unchanged; the requesting coach and the initiator are notified', async () => {
    const { scene, colleague, id, messageId } = await givenHandover()
    const { playerId, coachId } = scene
    const before = await classNow(id, playerId)
    const answered = await reject(messageId, colleague)
    expect(answered).toMatchObject({ approveStatus: 2, readStatus: 1 })
    expect(await reject(messageId, colleague)).toEqual(answered)
    expect(await classNow(id, playerId)).toEqual(before)
    expect([await titlesOf(playerId), await titlesOf(coachId)]).toEqual([
      ['教练已更换', '教练无法接手'],
      ['教练无法接手'],
    ])
    await refused(() => approve(messageId, colleague), { status: 409, code: 'message_decided' })
    expect(await change(id, coachId, playerId)).toMatchObject({ coachId, invitationStatus: 'PENDING' })
  })

  test('does so once, even with eight taps at once', async () => {
    const { scene, colleague, messageId } = await givenHandover()
    const answers = await Promise.all(Array.from({ length: 8 }, () => reject(messageId, colleague)))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(await titlesOf(scene.playerId)).toEqual(['教练已更换', '教练无法接手'])
  })

  test('and agrees at once: one verdict wins, and only its effect happens', async () => {
    for (let round = 0; round < 6; round++) {
      const { scene, colleague, id, messageId } = await givenHandover()
      const both = [() => approve(messageId, colleague), () => reject(messageId, colleague)]
      const order = round % 2 === 0 ? both : [...both].reverse()
      const results = await Promise.allSettled(order.map((call) => call()))
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'message_decided' } })
      const [request] = await requestsTo(colleague)
      const { invitationStatus } = await classNow(id, scene.playerId)
      expect([request?.approveStatus, invitationStatus]).toBeOneOf([
        [1, 'CONFIRMED'],
        [2, 'PENDING'],
      ])
      expect(await titlesOf(scene.playerId)).toHaveLength(2)
    }
  })
})

describe('a request follows its class', () => {
  const statusOf = async (coachId: string) =>
    (await requestsTo(coachId)).map((row) => [row.approveStatus, row.readStatus])

  test('that is confirmed in the booking view', async () => {
    const { colleague, id, messageId } = await givenHandover()
    await confirm(id, colleague)
    expect(await statusOf(colleague)).toEqual([[1, 1]])
    expect(await approve(messageId, colleague)).toMatchObject({ approveStatus: 1 })
    await refused(() => reject(messageId, colleague), { code: 'message_decided' })
  })

  test('that is cancelled', async () => {
    const { scene, colleague, id, messageId } = await givenHandover()
    await signedInAs(scene.playerId)(classActions.cancelByPlayer, { params: { id }, body: {} })
    expect(await statusOf(colleague)).toEqual([[2, 1]])
    await refused(() => approve(messageId, colleague), { status: 409, code: 'message_decided' })
  })

  test('that goes on to a third coach and comes back', async () => {
    const { scene, colleague, id } = await givenHandover()
    const third = await givenColleague(scene)
    await change(id, third, scene.adminId)
    expect([await statusOf(colleague), await statusOf(third)]).toEqual([[[2, 1]], [[0, 0]]])
    await change(id, colleague, scene.adminId)
    expect([await statusOf(colleague), await statusOf(third)]).toEqual([
      [
        [0, 0],
        [2, 1],
      ],
      [[2, 1]],
    ])
    await approve(await requestTo(colleague), colleague)
    expect(await classNow(id, scene.playerId)).toMatchObject({ invitationStatus: 'CONFIRMED', coachId: colleague })
  })

  test('whose player gives it to another coach', async () => {
    const { scene, colleague, id } = await givenHandover()
    const { playerId, coachId, venueId, courseId } = scene
    const place = { coachId, stadiumId: venueId, courseDesignId: courseId, selectedCourt: 0 }
    const body = { ...place, courseDate: MONDAY, beginTimeSlot: 20, endTimeSlot: 22 }
    await signedInAs(playerId)(classActions.updateBySelf, { params: { id }, body })
    expect(await statusOf(colleague)).toEqual([[2, 1]])
  })

  test('that is cancelled and agreed to at once: the class has one outcome, and the message shows it', async () => {
    for (let round = 0; round < 6; round++) {
      const { scene, colleague, id, messageId } = await givenHandover()
      const cancel = () => signedInAs(scene.playerId)(classActions.cancelByPlayer, { params: { id }, body: {} })
      const both = [() => approve(messageId, colleague), cancel]
      await Promise.allSettled((round % 2 === 0 ? both : both.reverse()).map((call) => call()))
      const [request] = await requestsTo(colleague)
      const { invitationStatus } = await classNow(id, scene.playerId)
      expect(invitationStatus).toBe('CANCELLED')
      expect(request?.approveStatus).toBeOneOf([1, 2])
    }
  })
})

test('a coach who is asked cannot leave the company until the class has moved to them', async () => {
  const { scene, colleague, id, messageId } = await givenHandover()
  const leave = () => signedInAs(colleague)(leaveCompany, { body: {} })
  await refused(leave, { status: 409, code: 'classes_unfinished' })
  await reject(messageId, colleague)
  await change(id, scene.coachId, scene.playerId)
  expect(await leave()).toBeNull()
})
