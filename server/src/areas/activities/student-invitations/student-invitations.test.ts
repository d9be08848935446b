import { answerClaims, registerStudent } from '@paidang/api/areas/activities/roster'
import * as api from '@paidang/api/areas/activities/student-invitations'
import { leaveCompany } from '@paidang/api/areas/places/companies'
import { coachesOfPlayer } from '@paidang/api/areas/places/relations'
import { studentInvitationExpiry } from '@paidang/domain/areas/activities/student-invitations/invitation'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { messages } from '../../../tables/messages.ts'
import { studentInvitations, studentRelations } from '../../../tables/relations.ts'
import { givenCoach, givenCompany, givenCourse, givenPlayer, TEST_NOW } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { runJob } from '../../../testing/run-job.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { cleanupInvitedStudents } from './student-invitations.ts'

const server = await startTestServer()
const { db, clock, call: guest, signedInAs } = server

const PHONE = '13800000088'
const END = studentInvitationExpiry(TEST_NOW).getTime()

async function givenClub(companyName = '青杉') {
  const { companyId, adminId } = await givenCompany(db, { companyName })
  const coachId = await givenCoach(db, { companyId, nickname: '王启明' })
  const courseId = await givenCourse(db, { companyId, courseName: '成人私教', coachIds: [coachId, adminId] })
  return { companyId, coachId, courseId }
}
type Club = Awaited<ReturnType<typeof givenClub>>

const invite = ({ companyId, coachId, courseId }: Club, over: object = {}) =>
  signedInAs(coachId)(api.inviteStudent, { body: { companyId, courseId, phone: PHONE, name: '陈先生', ...over } })
const open = (token: string, actorId?: string) =>
  (actorId ? signedInAs(actorId) : guest)(api.openStudentInvitation, { body: { token } })
const accept = (token: string, actorId: string) => signedInAs(actorId)(api.acceptStudentInvitation, { body: { token } })
const mine = ({ coachId }: Club) => signedInAs(coachId)(api.myStudentInvitations, { query: { current: 1, rows: 10 } })
const withdraw = ({ coachId }: Club, id: string) =>
  signedInAs(coachId)(api.withdrawStudentInvitation, { params: { id }, body: {} })
const renew = ({ coachId }: Club, id: string) =>
  signedInAs(coachId)(api.renewStudentInvitation, { params: { id }, body: {} })
const givenInvited = (over: object = {}) => givenPlayer(db, { phone: PHONE, phoneVerified: true, ...over })

test('who proved the number opens the link, agrees once, and is a student as if added', async () => {
  const club = await givenClub()
  const { invitation, token } = await invite(club)
  expect(invitation).toMatchObject({ state: 'PENDING', name: '陈先生', phone: '138****0088' })
  expect(JSON.stringify(await db.select().from(studentInvitations))).not.toContain(token)
  const seen = await open(token)
  expect(seen).toMatchObject({ standing: 'GUEST', coach: { nickname: '王启明' }, company: { name: '青杉' } })
  expect(JSON.stringify(seen)).not.toMatch(/陈先生|13800000088/)
  const playerId = await givenInvited()
  expect(await open(token, playerId)).toMatchObject({ standing: 'READY', isStudent: false })
  const answers = await Promise.all(Array.from({ length: 20 }, () => accept(token, playerId)))
  expect(new Set(answers.map(({ state, isStudent }) => `${state} ${isStudent}`))).toEqual(new Set(['ACCEPTED true']))
  expect(await db.$count(studentRelations)).toBe(1)
  const coaches = await signedInAs(playerId)(coachesOfPlayer, { params: { playerId } })
  expect(coaches.map(({ coach }) => coach.id)).toEqual([club.coachId])
  expect((await db.select().from(messages)).map(({ receiverId, title }) => [receiverId, title])).toEqual([
    [club.coachId, '学员已接受邀请'],
  ])
  expect((await mine(club)).rows).toMatchObject([{ state: 'ACCEPTED', student: { id: playerId } }])
})

test('another number, a typed one and the coach are refused with their own sentence', async () => {
  const club = await givenClub()
  const { token } = await invite(club)
  const other = await givenPlayer(db, { phone: '13800000099', phoneVerified: true })
  const wrong = { status: 403, message: '这份邀请是给 138****0088 的' }
  await expectRefusal(db, () => accept(token, other), wrong)
  const typed = await givenPlayer(db, { phone: PHONE })
  await expectRefusal(db, () => accept(token, typed), { status: 403, code: 'student_invitation_unproved' })
  await expectRefusal(db, () => accept(token, club.coachId), { code: 'student_is_oneself' })
  await expectRefusal(db, () => invite(club, { phone: '123' }), { code: 'phone_invalid' })
  const foreign = await givenClub('江岸')
  await expectRefusal(db, () => invite({ ...club, companyId: foreign.companyId }), { code: 'action_forbidden' })
  await expectRefusal(db, () => invite(club, { courseId: foreign.courseId }), { code: 'course_not_found' })
})

test('seven days end it, a withdrawal too; renewed, only the new link works', async () => {
  const club = await givenClub()
  const playerId = await givenInvited()
  const { invitation, token } = await invite(club)
  const { id } = invitation
  clock.set(new Date(END - 1))
  expect(await open(token, playerId)).toMatchObject({ state: 'PENDING' })
  clock.set(new Date(END))
  expect(await open(token, playerId)).toMatchObject({ state: 'EXPIRED' })
  await expectRefusal(db, () => accept(token, playerId), { code: 'student_invitation_expired' })
  const renewed = await renew(club, id)
  expect(renewed.invitation).toMatchObject({ id, state: 'PENDING', name: '陈先生' })
  await expectRefusal(db, () => open(token), { status: 404, code: 'student_invitation_not_found' })
  for (const _ of [1, 2]) expect(await withdraw(club, id)).toMatchObject({ state: 'WITHDRAWN' })
  await expectRefusal(db, () => accept(renewed.token, playerId), { code: 'student_invitation_withdrawn' })
  const again = await invite(club)
  expect(again.invitation.id).toBe(id)
  expect(await accept(again.token, playerId)).toMatchObject({ isStudent: true })
  const stranger = await givenPlayer(db)
  await expectRefusal(db, () => accept(again.token, stranger), { code: 'student_invitation_used' })
  await expectRefusal(db, () => renew(club, id), { code: 'student_invitation_used' })
  await expectRefusal(db, () => withdraw(club, id), { code: 'student_invitation_used' })
})

test('a number is invited once: its student is not invited again, and who left is, by the same invitation', async () => {
  const club = await givenClub()
  const playerId = await givenInvited({ nickname: '陈默' })
  const { invitation, token } = await invite(club)
  await accept(token, playerId)
  const already = { status: 409, code: 'student_already', message: '陈默 已经是您的学员，不用再邀请' }
  await expectRefusal(db, () => invite(club), already)
  await db.delete(studentRelations).where(eq(studentRelations.playerId, playerId))
  const sent = await Promise.all(Array.from({ length: 20 }, () => invite(club)))
  expect(new Set(sent.map((one) => one.invitation.id))).toEqual(new Set([invitation.id]))
  const links = await Promise.allSettled(sent.map((one) => accept(one.token, playerId)))
  expect(links.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await mine(club)).rows).toMatchObject([{ state: 'ACCEPTED', student: { id: playerId } }])
  expect(await db.$count(studentRelations)).toBe(1)
})

test('a link of a coach who left the club invites nobody any more, and who used it still reads it', async () => {
  const club = await givenClub()
  const { token } = await invite(club)
  const used = await invite(club, { phone: '13800000077' })
  const studentId = await givenInvited({ phone: '13800000077' })
  await accept(used.token, studentId)
  await signedInAs(club.coachId)(leaveCompany, { body: { companyId: club.companyId } })
  const playerId = await givenInvited()
  const gone = { status: 404, code: 'student_invitation_not_found' }
  await expectRefusal(db, () => open(token), gone)
  await expectRefusal(db, () => accept(token, playerId), gone)
  expect(await open(used.token, studentId)).toMatchObject({ state: 'ACCEPTED', isStudent: true })
})

test('a yes and a withdrawal at once: a student exists only after the yes', async () => {
  const club = await givenClub()
  for (let round = 0; round < 4; round++) {
    const phone = `1370000000${round}`
    const playerId = await givenInvited({ phone })
    const { invitation, token } = await invite(club, { phone })
    const both = [() => accept(token, playerId), () => withdraw(club, invitation.id)]
    const results = await Promise.allSettled((round % 2 ? both : both.reverse()).map((act) => act()))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [own] = (await mine(club)).rows.filter(({ id }) => id === invitation.id)
    const students = await signedInAs(playerId)(coachesOfPlayer, { params: { playerId } })
    expect(students).toHaveLength(own?.state === 'ACCEPTED' ? 1 : 0)
  }
})

test('who was kept before claims the hours after agreeing; numbers are forgotten after 30 days', async () => {
  const club = await givenClub()
  const { companyId, coachId, courseId } = club
  const grant = { courseId, sessions: 4, expiryDate: '2026-12-31' }
  const kept = await signedInAs(coachId)(registerStudent, {
    body: { companyId, name: '陈先生', phone: PHONE, grant },
  })
  const { token } = await invite(club)
  const playerId = await givenInvited()
  await accept(token, playerId)
  const answers = [{ id: kept.playerId, answer: 'SELF' as const, remainingSessions: 4 }]
  await signedInAs(playerId)(answerClaims, { body: { answers } })
  const coaches = await signedInAs(playerId)(coachesOfPlayer, { params: { playerId } })
  expect(coaches.map(({ coach }) => coach.id)).toEqual([coachId])

  await invite(club, { phone: '13700000055' })
  clock.set(new Date(TEST_NOW.getTime() + 30 * 86_400_000 - 1))
  expect(await runJob(server, cleanupInvitedStudents)).toEqual([])
  expect(await db.$count(studentInvitations)).toBe(2)
  clock.set(new Date(TEST_NOW.getTime() + 30 * 86_400_000))
  expect(await runJob(server, cleanupInvitedStudents)).toEqual([])
  expect(await db.$count(studentInvitations)).toBe(0)
})
