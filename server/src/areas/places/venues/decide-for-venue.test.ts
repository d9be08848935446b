import * as approvals from '@paidang/api/areas/desks/admin-approvals'
import { approveMessage } from '@paidang/api/areas/ground/messages'
import { associateVenue, coachesOfVenue, leaveVenue } from '@paidang/api/areas/places/venues'
import type { Call } from '@paidang/api/client'
import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { staffAuditEvents } from '../../../tables/audit-log.ts'
import { messages } from '../../../tables/messages.ts'
import { coachVenues } from '../../../tables/venues.ts'
import { givenCoach, givenScene, givenVenue } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenRequest, waitingOf } from '../../../testing/given-desks.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const ROUNDS = raceRounds(20)

const { db, signedInAs, asStaff } = await startTestServer()

// The operator's account must exist before a refused call is compared with the database.
let operator: Call
beforeEach(async () => {
  operator = asStaff('operator')
  await operator(approvals.readInbox, { query: {} })
})

const decide = (id: string, approve: boolean, reason = approve ? '' : '请先完善资料') =>
  operator(approvals.decideAssociation, { params: { id }, body: { approve, reason } })
const listed = async (state: 'waiting' | 'decided' | 'manager') =>
  (await operator(approvals.listAssociations, { query: { current: 1, rows: 10, state } })).rows

test('an operator decides requests at venues without a manager and only reads those at venues with one', async () => {
  const [coachId, managerId] = [await givenCoach(db), await givenCoach(db, { nickname: '馆长' })]
  const { venueId: unmanaged } = await givenVenue(db)
  const { venueId: managed } = await givenVenue(db, { managerIds: [managerId] })
  const [own, his] = [await givenRequest(db, coachId, unmanaged), await givenRequest(db, coachId, managed)]
  expect(await listed('waiting')).toMatchObject([{ id: own, venue: { id: unmanaged }, managers: [] }])
  expect(await listed('manager')).toMatchObject([{ id: his, managers: ['馆长'] }])
  expect(await waitingOf(operator, 'ASSOCIATION')).toBe(1)
  await expectRefusal(db, () => decide(his, true), { status: 409, code: 'venue_has_manager' })
})

test('the evidence shows the coach’s completed classes, companies and other venues', async () => {
  const scene = await givenScene(db)
  await givenInvitation(db, { scene, status: 'COMPLETED' })
  const { venueId } = await givenVenue(db)
  const id = await givenRequest(db, scene.coachId, venueId)
  const evidence = await operator(approvals.getAssociation, { params: { id } })
  expect(evidence).toMatchObject({ classesHeld: 1, coachesThere: 0, venueApproveStatus: 1, decision: null })
  expect([evidence.otherVenues.length, evidence.companies.length]).toEqual([1, 1])
})

test('an approved coach teaches there and is notified; a rejected coach is notified of the reason and may ask again', async () => {
  const [coachId, otherId] = [await givenCoach(db), await givenCoach(db)]
  const { venueId } = await givenVenue(db, { name: '云杉球馆' })
  const [id, otherRequest] = [await givenRequest(db, coachId, venueId), await givenRequest(db, otherId, venueId)]
  expect(await decide(id, true)).toMatchObject({ approveStatus: 1, decision: { by: expect.any(String) } })
  expect(await signedInAs(coachId)(coachesOfVenue, { params: { id: venueId } })).toMatchObject([{ id: coachId }])
  await expectRefusal(db, () => decide(otherRequest, false, ''), { status: 400, code: 'application_reason_missing' })
  expect(await decide(otherRequest, false)).toMatchObject({ approveStatus: 2, decision: { reason: '请先完善资料' } })
  expect(await db.select().from(messages).orderBy(messages.id)).toMatchObject([
    { receiverId: coachId, senderId: null, title: '场馆关联已通过', content: '您可以在 云杉球馆 授课了' },
    { receiverId: otherId, content: '云杉球馆 未同意您的关联申请：请先完善资料' },
  ])
  expect(await db.select().from(staffAuditEvents).orderBy(staffAuditEvents.id)).toMatchObject([
    { action: 'venue-association.approve', objectId: id },
    { action: 'venue-association.reject', objectId: otherRequest },
  ])
  expect((await listed('decided')).map((row) => row.id)).toEqual([otherRequest, id])
  await signedInAs(otherId)(associateVenue, { body: { stadiumId: venueId } })
  const [again] = await listed('waiting')
  const evidence = await operator(approvals.getAssociation, { params: { id: again?.id ?? '' } })
  expect(evidence).toMatchObject({ coach: { id: otherId }, decision: null })
})

test('of two operators who decide at once at most one succeeds, and a coach can always take the request back', async () => {
  const { venueId } = await givenVenue(db)
  for (let round = 0; round < ROUNDS; round++) {
    const coachId = await givenCoach(db)
    const id = await givenRequest(db, coachId, venueId)
    const leave = () => signedInAs(coachId)(leaveVenue, { params: { stadiumId: venueId } })
    const isLeaving = round % 2 === 0
    const answers = await Promise.allSettled([decide(id, true), decide(id, false), ...(isLeaving ? [leave()] : [])])
    const verdicts = answers
      .slice(0, 2)
      .flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value as approvals.AssociationEvidence] : []))
    expect(verdicts.length).toBeLessThanOrEqual(1)
    for (const answer of answers) {
      if (answer.status === 'rejected')
        expect(['association_decided', 'association_not_found']).toContain(answer.reason.code)
    }
    expect(await db.$count(staffAuditEvents, eq(staffAuditEvents.objectId, id))).toBe(verdicts.length)
    expect(await db.$count(messages, eq(messages.receiverId, coachId))).toBe(verdicts.length)
    expect(await db.$count(coachVenues, eq(coachVenues.id, id))).toBe(isLeaving ? 0 : 1)
  }
})

test('a manager and an operator never both decide: if the venue has a manager, only the manager decides', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [coachId, managerId] = [await givenCoach(db), await givenCoach(db)]
    const { venueId } = await givenVenue(db, { managerIds: [managerId] })
    await signedInAs(coachId)(associateVenue, { body: { stadiumId: venueId } })
    const [asked] = await db.select().from(messages).where(eq(messages.receiverId, managerId)).orderBy(messages.id)
    // In every second round the manager has left and can no longer decide.
    const isGone = round % 2 === 1
    if (isGone) await db.delete(coachVenues).where(eq(coachVenues.coachId, managerId))
    const [byOperator, byManager] = await Promise.allSettled([
      decide(asked?.objectId ?? '', false),
      signedInAs(managerId)(approveMessage, { params: { id: asked?.id ?? '' } }),
    ])
    expect([byOperator.status, byManager.status].filter((status) => status === 'fulfilled')).toHaveLength(1)
    expect((isGone ? byOperator : byManager).status).toBe('fulfilled')
    const his = and(eq(coachVenues.coachId, coachId), eq(coachVenues.venueId, venueId))
    const [row] = await db.select().from(coachVenues).where(his)
    expect(row?.approveStatus).toBe(isGone ? 2 : 1)
    expect(await db.$count(messages, eq(messages.receiverId, coachId))).toBe(1)
    const [settled] = await db.select().from(messages).where(eq(messages.receiverId, managerId)).orderBy(messages.id)
    expect(settled?.approveStatus).toBe(isGone ? 2 : 1)
  }
})
