import { classesOfCoachOnDay } from '@paidang/api/areas/activities/classes'
import { studentsOfCoach } from '@paidang/api/areas/activities/students'
import { recordMonths, recordsOfCoach, scheduleOfCoach } from '@paidang/api/areas/views/coach-home'
import { expect, test } from 'vitest'
import { companyMembers } from '../../../tables/companies.ts'
import {
  givenCoach,
  givenCompany,
  givenContract,
  givenCourse,
  givenPlayer,
  givenRelation,
  givenScene,
  givenVenue,
  TOMORROW,
} from '../../../testing/builders.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs, clock } = await startTestServer()

type Query = Parameters<typeof records>[1]
const schedule = (coachId: string, actorId = coachId, query: { current?: number; rows?: number } = {}) =>
  signedInAs(actorId)(scheduleOfCoach, {
    params: { coachId },
    query: { current: 1, rows: 10, sort: 'courseDate', sord: 'desc', ...query },
  })
const records = (
  coachId: string,
  query: {
    current?: number
    rows?: number
    keyword?: string
    invitationStatus?: 'PENDING' | 'EXPIRED' | 'COMPLETED' | 'all' | ''
    courseDesignId?: string
  } = {},
  actorId = coachId,
) => signedInAs(actorId)(recordsOfCoach, { params: { coachId }, query: { current: 1, rows: 10, ...query } })
const idsOf = ({ rows }: { rows: { id: string }[] }) => rows.map(({ id }) => id)

test('the schedule has every class in pages, latest date first, then latest start', async () => {
  const scene = await givenScene(db)
  const { coachId } = scene
  const early = await givenInvitation(db, { scene })
  const late = await givenInvitation(db, { scene, beginTimeSlot: 30, status: 'CONFIRMED' })
  const next = await givenInvitation(db, { scene, courseDate: '2026-05-03', status: 'CANCELLED' })
  const held = await givenInvitation(db, { scene, status: 'COMPLETED' })
  const page = await schedule(coachId)
  expect([idsOf(page), page.total]).toEqual([[next, late, early, held], 4])
  expect(page.rows[1]).toMatchObject({
    role: 'coach',
    players: [{ id: scene.playerId }],
    invitation: { beginTimeSlot: 30 },
  })
  const second = await schedule(coachId, coachId, { current: 2, rows: 3 })
  expect([idsOf(second), second.total]).toEqual([[held], 4])
})

test('the admin of a company sees what the coach teaches for it, and other users see nothing', async () => {
  const scene = await givenScene(db)
  const { coachId, adminId, companyId } = scene
  const own = await givenInvitation(db, { scene })
  const { companyId: otherCompanyId, adminId: otherAdmin } = await givenCompany(db)
  await db.insert(companyMembers).values({ companyId: otherCompanyId, userId: coachId })
  const courseId = await givenCourse(db, { companyId: otherCompanyId, coachIds: [coachId] })
  const elsewhere = await givenInvitation(db, {
    scene: { ...scene, courseId },
    status: 'CANCELLED',
    needContract: true,
    courseDate: '2026-05-03',
  })
  expect(idsOf(await schedule(coachId))).toEqual([elsewhere, own])
  expect([idsOf(await schedule(coachId, adminId)), (await schedule(coachId, adminId)).total]).toEqual([[own], 1])
  expect(idsOf(await schedule(coachId, otherAdmin))).toEqual([elsewhere])
  const colleague = await givenCoach(db, { companyId })
  for (const [id, actorId] of [
    [coachId, colleague],
    [adminId, coachId],
    ['123456', coachId],
    ['defaultUserId', coachId],
  ] as const) {
    await expect(schedule(id, actorId)).rejects.toMatchObject({ status: 403, code: 'data_of_others' })
  }
  await expect(schedule(coachId, scene.playerId)).rejects.toMatchObject({ code: 'action_forbidden' })
})

test('of a coach of two clubs each admin reads the classes, figures and students’ hours of the own club alone', async () => {
  const scene = await givenScene(db)
  const { coachId, adminId, companyId } = scene
  const { companyId: otherId, adminId: otherAdmin } = await givenCompany(db)
  await db.insert(companyMembers).values({ companyId: otherId, userId: coachId })
  const courseId = await givenCourse(db, { companyId: otherId, coachIds: [coachId] })
  const playerId = await givenPlayer(db)
  await givenRelation(db, coachId, playerId)
  const contractId = await givenContract(db, { userId: playerId, courseId, coachId })
  const elsewhere = { ...scene, companyId: otherId, courseId, playerId, contractId }
  const made = async (of: typeof scene, beginTimeSlot: number) => ({
    coming: await givenInvitation(db, { scene: of, status: 'CONFIRMED', beginTimeSlot }),
    held: await givenInvitation(db, { scene: of, status: 'COMPLETED', beginTimeSlot }),
  })
  const [own, other] = [await made(scene, 20), await made(elsewhere, 24)]
  const day = async (actorId: string, date: string) =>
    (await signedInAs(actorId)(classesOfCoachOnDay, { body: { coachId, date } })).map(({ id }) => id)
  for (const [actorId, of, club, contract] of [
    [adminId, own, companyId, scene.contractId],
    [otherAdmin, other, otherId, contractId],
  ] as const) {
    expect(await day(actorId, TOMORROW)).toEqual([of.coming])
    expect(await day(actorId, '2026-04-29')).toEqual([of.held])
    const nearest = { params: { coachId }, query: { current: 1, rows: 10, sort: 'nearest' as const } }
    const page = await signedInAs(actorId)(scheduleOfCoach, nearest)
    expect([idsOf(page), page.total]).toEqual([[of.coming, of.held], 2])
    const months = await signedInAs(actorId)(recordMonths, { params: { coachId }, query: { months: 2 } })
    expect(months).toMatchObject([{ classes: 1 }])
    const students = await signedInAs(actorId)(studentsOfCoach, {
      params: { coachId },
      query: { current: 1, rows: 10 },
    })
    const hours = students.rows.flatMap(({ userCourseContracts }) => userCourseContracts)
    expect(hours).toMatchObject([{ id: contract, companyId: club }])
    expect(students.rows.filter(({ lastFinishedCourse }) => lastFinishedCourse !== null)).toHaveLength(1)
  }
  expect(await day(coachId, TOMORROW)).toEqual([own.coming, other.coming])
})

test('records are listed latest made first, for the coach alone', async () => {
  const scene = await givenScene(db)
  const { coachId, adminId } = scene
  const at = (hour: number) => new Date(`2026-05-01T0${hour}:00:00+08:00`)
  const made = [
    await givenInvitation(db, { scene, courseDate: '2026-05-20', at: at(1) }),
    await givenInvitation(db, { scene, at: at(3), beginTimeSlot: 30 }),
    await givenInvitation(db, { scene, at: at(2), beginTimeSlot: 34, status: 'CANCELLED' }),
  ]
  const page = await records(coachId)
  expect([idsOf(page), page.total]).toEqual([[made[1], made[2], made[0]], 3])
  expect(idsOf(await records(coachId, { current: 2, rows: 2 }))).toEqual([made[0]])
  for (const actorId of [adminId, await givenCoach(db)]) {
    await expect(records(coachId, {}, actorId)).rejects.toMatchObject({ status: 403, code: 'data_of_others' })
  }
})

test('records are filtered by status, by course, and by a part of the name of a player, venue or course', async () => {
  const scene = await givenScene(db)
  const { coachId, companyId } = scene
  const badminton = await givenCourse(db, { companyId, coachIds: [coachId], courseName: '羽毛球 100%' })
  const { venueId, courtIds } = await givenVenue(db, { coachIds: [coachId], name: 'Sunny 馆' })
  const joiner = await givenPlayer(db, { nickname: '王_小明' })
  const plain = await givenInvitation(db, { scene })
  const there = await givenInvitation(db, { scene: { ...scene, venueId, courtIds }, beginTimeSlot: 24 })
  const joined = await givenInvitation(db, {
    scene,
    beginTimeSlot: 28,
    joiners: [{ userId: joiner }],
    participantsCount: 2,
  })
  const asked = { scene, madeBy: 'coach' as const, invited: [joiner], beginTimeSlot: 30 }
  await givenInvitation(db, asked)
  const other = await givenInvitation(db, {
    scene: { ...scene, courseId: badminton },
    needContract: true,
    beginTimeSlot: 32,
  })
  const held = await givenInvitation(db, { scene, status: 'COMPLETED' })
  const found = async (query: Query) => idsOf(await records(coachId, query)).sort()

  expect(await found({ keyword: ' sunny ' })).toEqual([there])
  expect(await found({ keyword: '_小' })).toEqual([joined])
  expect(await found({ keyword: '100%' })).toEqual([other])
  expect(await found({ keyword: '%' })).toEqual([other])
  expect(await found({ keyword: '没有' })).toEqual([])
  expect(await found({ courseDesignId: badminton })).toEqual([other])
  expect(await found({ invitationStatus: 'COMPLETED' })).toEqual([held])
  expect(await found({ invitationStatus: 'PENDING', keyword: 'sunny' })).toEqual([there])
  for (const invitationStatus of ['', 'all'] as const) expect(await found({ invitationStatus })).toHaveLength(6)
  expect(await found({ invitationStatus: 'EXPIRED' })).toEqual([])
  clock.set(new Date('2026-05-02T10:30:00+08:00'))
  expect(await found({ invitationStatus: 'EXPIRED' })).toContain(plain)
  expect(await found({ invitationStatus: 'PENDING' })).not.toContain(plain)
})
