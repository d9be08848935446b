import { decideAssociation } from '@paidang/api/areas/desks/admin-approvals'
import { approveMessage } from '@paidang/api/areas/ground/messages'
import * as adminApi from '@paidang/api/areas/places/admin-venues'
import { associateVenue, venuesManagedBy } from '@paidang/api/areas/places/venues'
import type { Call } from '@paidang/api/client'
import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { staffAuditEvents } from '../../../tables/audit-log.ts'
import { messages } from '../../../tables/messages.ts'
import { coachVenues } from '../../../tables/venues.ts'
import { givenCoach, givenVenue } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenRequest } from '../../../testing/given-desks.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const ROUNDS = raceRounds(20)

const { db, signedInAs, asStaff } = await startTestServer()

// The operator's account must exist before a refused call is compared with the database.
let operator: Call
beforeEach(async () => {
  operator = asStaff('operator')
  await operator(adminApi.getVenueFile, { params: { id: (await givenVenue(db)).venueId } })
})

const set = (venueId: string, coachId: string, isManager: boolean) =>
  operator(adminApi.setVenueManager, { params: { id: venueId }, body: { coachId, isManager } })
const messagesTo = (receiverId: string) =>
  db.select().from(messages).where(eq(messages.receiverId, receiverId)).orderBy(messages.id)
const decide = (id: string, approve = true) => operator(decideAssociation, { params: { id }, body: { approve } })

test('a coach of the venue who becomes its manager is notified and decides the waiting requests', async () => {
  const [coachId, asking] = [await givenCoach(db, { nickname: '王启明' }), await givenCoach(db, { nickname: '李牧' })]
  const { venueId } = await givenVenue(db, { name: '东馆', coachIds: [coachId] })
  const requestId = await givenRequest(db, asking, venueId)
  const file = await set(venueId, coachId, true)
  expect(file).toMatchObject({
    coaches: [
      { coach: { nickname: '王启明' }, isManager: true },
      { coach: { nickname: '李牧' }, approveStatus: 0 },
    ],
    auditEvents: [{ action: 'venue.manager', summary: '设王启明为「东馆」的管理者' }],
  })
  const own = { params: { coachId } }
  expect(await signedInAs(coachId)(venuesManagedBy, own)).toMatchObject([{ id: venueId, waitingRequests: 1 }])
  const told = await messagesTo(coachId)
  expect(told).toMatchObject([
    { title: '您已成为场馆管理者', approveStatus: null },
    { title: '李牧 申请关联场馆', approveStatus: 0, objectId: requestId },
  ])
  await expectRefusal(db, () => decide(requestId), { code: 'venue_has_manager' })
  await signedInAs(coachId)(approveMessage, { params: { id: told[1]?.id ?? '' } })
  expect(await db.select().from(coachVenues).where(eq(coachVenues.coachId, asking))).toMatchObject([
    { approveStatus: 1 },
  ])
})

test('once the last manager is removed, an operator decides the waiting requests, and the former manager cannot', async () => {
  const [coachId, asking] = [await givenCoach(db), await givenCoach(db)]
  const { venueId } = await givenVenue(db, { managerIds: [coachId] })
  await signedInAs(asking)(associateVenue, { body: { stadiumId: venueId } })
  expect(await set(venueId, coachId, false)).toMatchObject({
    coaches: [{ isManager: false, approveStatus: 1 }, { approveStatus: 0 }],
    auditEvents: [{ action: 'venue.no-manager' }],
  })
  const [request, told] = await messagesTo(coachId)
  expect([request?.approveStatus, told?.title]).toEqual([2, '您已不再管理场馆'])
  const asked = signedInAs(coachId)(approveMessage, { params: { id: request?.id ?? '' } })
  await expect(asked).rejects.toMatchObject({ status: 409 })
  const [waiting] = await db.select().from(coachVenues).where(eq(coachVenues.coachId, asking))
  expect(await decide(waiting?.id ?? '')).toMatchObject({ approveStatus: 1 })
})

test('repeating the call changes nothing, and a coach who does not teach there cannot become manager', async () => {
  const [coachId, waiting] = [await givenCoach(db), await givenCoach(db)]
  const { venueId } = await givenVenue(db, { coachIds: [coachId] })
  await givenRequest(db, waiting, venueId)
  await Promise.all([1, 2, 3].map(() => set(venueId, coachId, true)))
  expect(await db.$count(staffAuditEvents, eq(staffAuditEvents.objectId, venueId))).toBe(1)
  expect(await messagesTo(coachId)).toHaveLength(2)
  for (const nobody of [waiting, await givenCoach(db)]) {
    await expectRefusal(db, () => set(venueId, nobody, true), { status: 400, code: 'coach_not_at_venue' })
  }
  await expectRefusal(db, () => set('987654321987', coachId, true), { status: 404, code: 'venue_not_found' })
})

test('a request made while a coach becomes manager is asked of that coach or waits for an operator', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [coachId, asking] = [await givenCoach(db), await givenCoach(db)]
    const { venueId } = await givenVenue(db, { coachIds: [coachId] })
    const isMade = round % 2 === 0
    if (!isMade) await set(venueId, coachId, true)
    await Promise.all([
      set(venueId, coachId, isMade),
      signedInAs(asking)(associateVenue, { body: { stadiumId: venueId } }),
    ])
    const open = await db.$count(messages, and(eq(messages.receiverId, coachId), eq(messages.approveStatus, 0)))
    expect(open).toBe(isMade ? 1 : 0)
  }
})
