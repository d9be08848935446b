import * as api from '@paidang/api/areas/activities/student-requests'
import { addToBlacklist } from '@paidang/api/areas/ground/blacklist'
import * as inbox from '@paidang/api/areas/ground/messages'
import { setTakesStudents } from '@paidang/api/areas/people/profile'
import { leaveCompany } from '@paidang/api/areas/places/companies'
import { coachesOfPlayer } from '@paidang/api/areas/places/relations'
import { answerBy, MAX_OPEN_STUDENT_REQUESTS } from '@paidang/domain/areas/activities/student-requests/request'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { messages } from '../../../tables/messages.ts'
import { studentRelations, studentRequestEvents, studentRequests } from '../../../tables/relations.ts'
import {
  givenCoach,
  givenCompany,
  givenCourse,
  givenPlayer,
  givenRelation,
  TEST_NOW,
} from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { runJob } from '../../../testing/run-job.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { expireStudentRequests } from './requests.ts'

const server = await startTestServer()
const { db, clock, signedInAs } = server
const END = answerBy(TEST_NOW).getTime()

/** A club with two coaches who teach a course, and a player without a coach. */
async function givenNewcomer(companyName = '青杉') {
  const { companyId, adminId } = await givenCompany(db, { companyName })
  const coachId = await givenCoach(db, { companyId })
  const courseId = await givenCourse(db, { companyId, coachIds: [coachId, adminId] })
  return { coachId, colleagueId: adminId, courseId, playerId: await givenPlayer(db) }
}
type Newcomer = Awaited<ReturnType<typeof givenNewcomer>>

const send = ({ playerId, coachId, courseId }: Newcomer, over: object = {}) =>
  signedInAs(playerId)(api.sendStudentRequest, {
    body: { coachId, courseId, freeTimes: ['WEEKEND_MORNING', 'WEEKDAY_EVENING'], words: '想系统学', ...over },
  })
const answer = ({ coachId }: Newcomer, id: string, agree = true, over: object = {}) =>
  signedInAs(coachId)(api.answerStudentRequest, { params: { id }, body: { agree, revision: 0, ...over } })
const withdraw = ({ playerId }: Newcomer, id: string) =>
  signedInAs(playerId)(api.withdrawStudentRequest, { params: { id }, body: {} })
const read = (actorId: string, id: string) => signedInAs(actorId)(api.getStudentRequest, { params: { id } })
const received = ({ coachId }: Newcomer) => signedInAs(coachId)(api.receivedStudentRequests, {})
const trail = async () =>
  (await db.select().from(studentRequestEvents).orderBy(studentRequestEvents.id)).map(({ step }) => step)
const told = async () =>
  (await db.select().from(messages).orderBy(messages.id)).map((one) => [one.receiverId, one.title, one.approveStatus])

test('a player asks, the coach agrees with a word, and the player is a student as if added', async () => {
  const scene = await givenNewcomer()
  const { playerId, coachId } = scene
  const request = await send(scene)
  expect(request).toMatchObject({
    state: 'PENDING',
    freeTimes: ['WEEKDAY_EVENING', 'WEEKEND_MORNING'],
    mayWithdraw: true,
    mayAnswer: false,
    expiresAt: new Date(END).toISOString(),
  })
  expect(await received(scene)).toMatchObject([{ id: request.id, words: '想系统学', mayAnswer: true }])
  expect(JSON.stringify(await received(scene))).not.toContain('phone')
  expect(await answer(scene, request.id, true, { answer: '欢迎' })).toMatchObject({ state: 'ACCEPTED', answer: '欢迎' })
  const coaches = await signedInAs(playerId)(coachesOfPlayer, { params: { playerId } })
  expect(coaches.map(({ coach }) => coach.id)).toEqual([coachId])
  expect(await trail()).toEqual(['MADE', 'ACCEPT'])
  expect(await told()).toEqual([
    [coachId, expect.stringContaining('想成为您的学员'), 1],
    [playerId, '已成为学员', null],
  ])
  expect(await received(scene)).toEqual([])
  await expectRefusal(db, () => send(scene), { status: 409, code: 'student_request_needless' })
})

test('twenty presses at once are one request, and twenty answers one student', async () => {
  const scene = await givenNewcomer()
  const sent = await Promise.all(Array.from({ length: 20 }, () => send(scene)))
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1)
  const id = sent[0]?.id ?? ''
  const answered = await Promise.all(Array.from({ length: 20 }, () => answer(scene, id)))
  expect(new Set(answered.map(({ state }) => state))).toEqual(new Set(['ACCEPTED']))
  expect([await db.$count(studentRequests), await db.$count(studentRelations)]).toEqual([1, 1])
  expect(await trail()).toEqual(['MADE', 'ACCEPT'])
  expect(await told()).toHaveLength(2)
  const [refused, withdrawn] = [await givenNewcomer('江岸'), await givenNewcomer('蓝湾')]
  const [one, other] = [(await send(refused)).id, (await send(withdrawn)).id]
  await Promise.all(Array.from({ length: 20 }, () => answer(refused, one, false)))
  await Promise.all(Array.from({ length: 20 }, () => withdraw(withdrawn, other)))
  expect((await trail()).slice(2)).toEqual(['MADE', 'MADE', 'REFUSE', 'WITHDRAW'])
})

test('a yes and a withdrawal at once: one happens, and a student exists only after the yes', async () => {
  for (let round = 0; round < 5; round++) {
    const scene = await givenNewcomer(`青杉${round}`)
    const { id } = await send(scene)
    const both = [() => answer(scene, id), () => withdraw(scene, id)]
    const results = await Promise.allSettled((round % 2 ? both : both.reverse()).map((act) => act()))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { state } = await read(scene.playerId, id)
    const students = await signedInAs(scene.playerId)(coachesOfPlayer, { params: { playerId: scene.playerId } })
    expect(students).toHaveLength(state === 'ACCEPTED' ? 1 : 0)
  }
})

test('one request a club waits; another course, other times or words change it for the coach to see again', async () => {
  const scene = await givenNewcomer()
  const { id } = await send(scene)
  const open = { status: 409, code: 'student_request_open' }
  await expectRefusal(db, () => send(scene, { coachId: scene.colleagueId }), open)
  expect(await send(scene, { words: '每周一次' })).toMatchObject({ id, words: '每周一次', revision: 1 })
  const outdated = { status: 409, code: 'revision_outdated', message: '申请说明已修改，请核对后再操作' }
  await expectRefusal(db, () => answer(scene, id), outdated)
  expect(await answer(scene, id, false, { revision: 1, answer: '排满了' })).toMatchObject({ state: 'REFUSED' })
  await expectRefusal(db, () => answer(scene, id, true, { revision: 1 }), { code: 'student_request_answered' })
  expect(await db.$count(studentRelations)).toBe(0)
  expect(await trail()).toEqual(['MADE', 'CHANGE', 'REFUSE'])
})

test('who was refused asks that coach again after seven days, and another coach at once', async () => {
  const scene = await givenNewcomer()
  const { id } = await send(scene)
  await answer(scene, id, false)
  const refusal = { status: 409, message: '教练这次没有通过，5.08 12:00 起可以再申请' }
  await expectRefusal(db, () => send(scene), refusal)
  const other = await send(scene, { coachId: scene.colleagueId })
  await withdraw(scene, other.id)
  clock.set(new Date(TEST_NOW.getTime() + 7 * 86_400_000 - 1))
  await expectRefusal(db, () => send(scene), refusal)
  clock.set(new Date(TEST_NOW.getTime() + 7 * 86_400_000))
  expect(await send(scene)).toMatchObject({ state: 'PENDING' })
})

test('the coach decides in the list of messages too, on what the message said', async () => {
  const scene = await givenNewcomer()
  const { id } = await send(scene)
  await send(scene, { words: '每周一次' })
  const list = () => signedInAs(scene.coachId)(inbox.messagesOfAll, { query: { current: 1, rows: 10, sord: 'desc' } })
  const [latest, first] = (await list()).rows
  expect([latest?.approveStatus, latest?.revision, first?.approveStatus]).toEqual([0, 1, null])
  const approve = { params: { id: latest?.id ?? '' }, body: { revision: 1 } }
  await signedInAs(scene.coachId)(inbox.approveMessage, approve)
  expect(await read(scene.playerId, id)).toMatchObject({ state: 'ACCEPTED' })
  expect(await db.$count(studentRelations)).toBe(1)
})

test('a request ends once its coach teaches nothing of the club any more, and a colleague can be asked', async () => {
  const scene = await givenNewcomer()
  const { id } = await send(scene)
  expect(await runJob(server, expireStudentRequests)).toEqual([])
  await signedInAs(scene.coachId)(leaveCompany, { body: {} })
  expect(await runJob(server, expireStudentRequests)).toEqual([])
  expect(await read(scene.playerId, id)).toMatchObject({ state: 'EXPIRED' })
  await expectRefusal(db, () => answer(scene, id), { code: 'student_request_expired' })
  const [asked, ...others] = await db.select().from(messages).where(eq(messages.objectKind, 'student_request'))
  expect([asked?.approveStatus, others.map(({ content }) => content)]).toEqual([
    null,
    ['教练已离开俱乐部，可以看看同俱乐部的教练'],
  ])
  expect(await send({ ...scene, coachId: scene.colleagueId })).toMatchObject({ state: 'PENDING' })
})

test('silence ends a request after 24 hours, read or tended, and another can follow', async () => {
  const scene = await givenNewcomer()
  const { id } = await send(scene)
  clock.set(new Date(END - 1))
  expect(await runJob(server, expireStudentRequests)).toEqual([])
  expect(await read(scene.playerId, id)).toMatchObject({ state: 'PENDING' })
  clock.set(new Date(END))
  expect(await read(scene.playerId, id)).toMatchObject({ state: 'EXPIRED', mayWithdraw: false })
  expect(await received(scene)).toEqual([])
  await expectRefusal(db, () => answer(scene, id), { status: 409, code: 'student_request_expired' })
  const next = await send(scene)
  expect(next.id).not.toBe(id)
  expect(await runJob(server, expireStudentRequests)).toEqual([])
  expect(await trail()).toEqual(['MADE', 'EXPIRE', 'MADE'])
  expect((await told()).filter(([receiver]) => receiver === scene.playerId)).toEqual([
    [scene.playerId, '申请已过期', null],
  ])
})

test('who cannot become a student is told why', async () => {
  const scene = await givenNewcomer()
  const { playerId, coachId, courseId } = scene
  const foreign = await givenCourse(db, { companyId: (await givenCompany(db, { companyName: '江岸' })).companyId })
  await expectRefusal(db, () => send(scene, { courseId: foreign }), { code: 'coach_not_of_course' })
  await expectRefusal(db, () => send(scene, { coachId: playerId }), { code: 'coach_not_found' })
  await expectRefusal(db, () => send({ ...scene, playerId: coachId }), { code: 'student_is_oneself' })
  await signedInAs(coachId)(setTakesStudents, { body: { takesStudents: false } })
  await expectRefusal(db, () => send(scene), { status: 409, message: '暂不收新学员' })
  await signedInAs(coachId)(setTakesStudents, { body: { takesStudents: true } })
  const { id } = await send(scene)
  await signedInAs(coachId)(addToBlacklist, { params: { id: playerId } })
  await expectRefusal(db, () => answer(scene, id), { status: 404, code: 'student_request_not_found' })
  await expectRefusal(db, () => send(scene), { status: 409, message: '暂时无法约这位教练' })
  await expectRefusal(db, () => read(playerId, id), { status: 404 })
  expect(await received({ ...scene, courseId })).toEqual([])
})

test('only so many requests of a player wait at once', async () => {
  const scenes: Newcomer[] = []
  const { playerId } = await givenNewcomer()
  for (let at = 0; at <= MAX_OPEN_STUDENT_REQUESTS; at++)
    scenes.push({ ...(await givenNewcomer(`俱乐部${at}`)), playerId })
  const results = await Promise.allSettled(scenes.map((scene) => send(scene)))
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused.map(({ reason }) => reason.code)).toEqual(['student_requests_too_many'])
})

test('who is a student already stays one when the coach agrees', async () => {
  const scene = await givenNewcomer()
  const { id } = await send(scene)
  await givenRelation(db, scene.coachId, scene.playerId)
  expect(await answer(scene, id)).toMatchObject({ state: 'ACCEPTED' })
  expect(await db.$count(studentRelations)).toBe(1)
})

test('words that nobody has checked yet wait, and the request does not', async () => {
  const scene = await givenNewcomer()
  const words = '待人工 想学发球'
  const { id } = await send(scene, { words })
  expect(await received(scene)).toMatchObject([{ id, words: expect.stringContaining('审核中') }])
  expect((await send(scene, { words })).id).toBe(id)
  await expectRefusal(db, () => send(scene, { words: '违禁词' }), { code: 'content_rejected' })
})
