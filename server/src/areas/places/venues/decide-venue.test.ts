import * as approvals from '@paidang/api/areas/desks/admin-approvals'
import { addVenue, searchVenues, venuesManagedBy } from '@paidang/api/areas/places/venues'
import type { Call } from '@paidang/api/client'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { staffAuditEvents } from '../../../tables/audit-log.ts'
import { messages } from '../../../tables/messages.ts'
import { venues } from '../../../tables/venues.ts'
import { givenCoach, givenVenue } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenNewVenue } from '../../../testing/given-desks.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const ROUNDS = raceRounds(20)

const { db, call, signedInAs, asStaff } = await startTestServer()

// The operator's account must exist before a refused call is compared with the database.
let operator: Call
beforeEach(async () => {
  operator = asStaff('operator')
  await operator(approvals.readInbox, { query: {} })
})

const decide = (id: string, approve: boolean, reason?: string) =>
  operator(approvals.decideVenue, { params: { id }, body: { approve, ...(reason && { reason }) } })
const listed = async (state: 'waiting' | 'decided') =>
  (await operator(approvals.listNewVenues, { query: { current: 1, rows: 10, state } })).rows

test('a venue that a coach adds waits with all its fields, and nobody finds it', async () => {
  const coachId = await givenCoach(db, { nickname: '王启明', verified: 1 })
  const venue = { name: '云杉球馆', address: '云杉路 7 号', city: '上海', district: '徐汇区', phone: '021-6438' }
  const { id } = await signedInAs(coachId)(addVenue, { body: { ...venue, courtCodes: 'A1,A2', latitude: 31.2 } })
  expect(await listed('waiting')).toMatchObject([{ id, name: '云杉球馆', creator: { nickname: '王启明' } }])
  expect(await operator(approvals.getNewVenue, { params: { id } })).toMatchObject({
    venue: { ...venue, latitude: 31.2, courts: [{ courtCode: 'A1' }, { courtCode: 'A2' }] },
    decision: null,
    creatorIsVerified: true,
    creatorAdded: { approved: 0, rejected: 0 },
    lookAlikes: [],
  })
})

test('look-alikes are approved venues of the same city, the most similar first', async () => {
  const coachId = await givenCoach(db)
  const same = { city: '杭州', phone: '0571-8888' }
  await givenVenue(db, { ...same, name: '西溪网球中心', address: '文二西路 1 号' })
  await givenVenue(db, { city: '杭州', name: '钱江球馆', address: '江南大道 9 号', phone: '05718888' })
  await givenVenue(db, { ...same, name: '西溪网球馆', address: '文二西路 1 号', approveStatus: 0 })
  await givenVenue(db, { ...same, city: '苏州', name: '西溪网球馆', address: '文二西路 1 号' })
  const id = await givenNewVenue(db, { createdBy: coachId, ...same, name: '西溪球馆', address: '文二西路1号' })
  const { lookAlikes } = await operator(approvals.getNewVenue, { params: { id } })
  expect(lookAlikes).toMatchObject([
    { name: '西溪网球中心', alike: ['name', 'address', 'phone'] },
    { name: '钱江球馆', alike: ['phone'] },
  ])
})

test('everybody finds an approved venue; its coach manages it and is notified, and the audit log names the operator', async () => {
  const coachId = await givenCoach(db)
  const id = await givenNewVenue(db, { createdBy: coachId, name: '云杉球馆', city: '南京' })
  const found = async () =>
    (await call(searchVenues, { query: { current: 1, rows: 10, city: '南京' } })).rows.map((venue) => venue.id)
  expect(await found()).toEqual([])
  const answer = await decide(id, true)
  expect(answer).toMatchObject({ approveStatus: 1, decision: { by: expect.any(String), reason: '' } })
  expect(await found()).toEqual([id])
  expect(await signedInAs(coachId)(venuesManagedBy, { params: { coachId } })).toMatchObject([
    { id, venueApproveStatus: 1, isManager: true },
  ])
  expect(await db.select().from(messages)).toMatchObject([
    { receiverId: coachId, title: '场馆已通过审核', objectKind: 'venue', objectId: id },
  ])
  expect(await db.select().from(staffAuditEvents)).toMatchObject([{ action: 'venue.approve', objectId: id }])
  expect([await listed('waiting'), await listed('decided')]).toMatchObject([[], [{ id, approveStatus: 1 }]])
})

test('only its coach sees a rejected venue and is notified of the reason; a rejection without a reason is refused', async () => {
  const coachId = await givenCoach(db)
  const id = await givenNewVenue(db, { createdBy: coachId, name: '云杉球馆', city: '无锡' })
  await expectRefusal(db, () => decide(id, false, ' '), { status: 400, code: 'application_reason_missing' })
  expect(await decide(id, false, ' 地址查不到 ')).toMatchObject({
    approveStatus: 2,
    decision: { reason: '地址查不到' },
  })
  expect((await call(searchVenues, { query: { current: 1, rows: 10, city: '无锡' } })).total).toBe(0)
  expect(await db.select().from(messages)).toMatchObject([
    { receiverId: coachId, content: '云杉球馆 未通过审核：地址查不到' },
  ])
})

test('the same verdict again changes nothing; the opposite verdict and a venue of the platform are refused', async () => {
  const id = await givenNewVenue(db, { createdBy: await givenCoach(db) })
  await decide(id, true)
  expect(await decide(id, true)).toMatchObject({ approveStatus: 1 })
  expect([await db.$count(messages), await db.$count(staffAuditEvents)]).toEqual([1, 1])
  await expectRefusal(db, () => decide(id, false, '重复'), { status: 409, code: 'venue_decided' })
  const { venueId } = await givenVenue(db, { approveStatus: 0 })
  for (const absent of [venueId, '987654321987']) {
    await expectRefusal(db, () => decide(absent, true), { status: 404, code: 'venue_not_found' })
  }
})

test('of operators who decide at once one succeeds, and the decision takes effect once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const coachId = await givenCoach(db)
    const id = await givenNewVenue(db, { createdBy: coachId })
    const answers = await Promise.allSettled([decide(id, true), decide(id, false, '重复'), decide(id, true)])
    const heard = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.approveStatus] : []))
    expect(new Set(heard).size).toBe(1)
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'venue_decided' })
    }
    const [row] = await db.select().from(venues).where(eq(venues.id, id))
    expect(row?.approveStatus).toBe(heard[0])
    expect(await db.$count(messages, eq(messages.receiverId, coachId))).toBe(1)
    expect(await db.$count(staffAuditEvents, eq(staffAuditEvents.objectId, id))).toBe(1)
  }
})
