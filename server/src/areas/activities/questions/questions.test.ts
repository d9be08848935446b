import * as api from '@paidang/api/areas/activities/questions'
import { closeAccount } from '@paidang/api/areas/desks/accounts'
import { decideContent, listContent } from '@paidang/api/areas/desks/admin-content'
import { addToBlacklist } from '@paidang/api/areas/ground/blacklist'
import { QUESTIONS_A_DAY, questionTimes } from '@paidang/domain/areas/activities/questions/question'
import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { companyMembers } from '../../../tables/companies.ts'
import { messages } from '../../../tables/messages.ts'
import { questionCounts, questions } from '../../../tables/questions.ts'
import { givenAdvert, givenCoach, givenCompany, givenCourse, givenPlayer, TEST_NOW } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { runJob } from '../../../testing/run-job.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { tendQuestions } from './questions.ts'

const server = await startTestServer()
const { db, call: guest, clock, signedInAs, asStaff } = server
const DUE = questionTimes(TEST_NOW)

let clubs = 0
async function givenClub() {
  const { companyId, adminId } = await givenCompany(db, { companyName: `青杉${clubs++}` })
  const coachId = await givenCoach(db, { companyId })
  return { companyId, adminId, coachId, playerId: await givenPlayer(db) }
}
const body = (objectId: string, over: object = {}) => ({
  kind: 'coach' as const,
  objectId,
  text: '零基础可以学吗？',
  ...over,
})
const askAs = (userId: string, objectId: string, over: object = {}) =>
  signedInAs(userId)(api.askQuestion, { body: body(objectId, over) })
const askAsGuest = (objectId: string, over: object = {}) =>
  guest(api.askQuestion, { body: body(objectId, { phone: '+86 137 0000 0088', ...over }) })
const read = (userId: string, id: string) => signedInAs(userId)(api.getQuestion, { params: { id } })
const answer = (userId: string, id: string, over: object = { answer: '可以' }) =>
  signedInAs(userId)(api.answerQuestion, { params: { id }, body: over })
const only = async () => {
  const [row] = await db.select().from(questions)
  return row ?? expect.fail('no question')
}
const told = async () =>
  (await db.select().from(messages).orderBy(asc(messages.id))).map(({ receiverId, title }) => [receiverId, title])
const consoleOf = ({ adminId: userId, companyId }: { adminId: string; companyId: string }) =>
  server.asAdmin({ userId, companyId })
const openOf = async (club: { adminId: string; companyId: string }) =>
  (await consoleOf(club)(api.questionsOfCompany, { query: { current: 1, rows: 10 } })).rows

test('a player asks a coach, coach and club hear of it, and the player reads the answer in their messages', async () => {
  const club = await givenClub()
  const { adminId, coachId, playerId } = club
  const { id } = await askAs(playerId, coachId, { phone: '13700000001' })
  expect(await read(playerId, id ?? '')).toMatchObject({ state: 'OPEN', mayAnswer: false, phone: null })
  expect(await openOf(club)).toMatchObject([
    { id, company: { name: expect.stringContaining('青杉') }, mayAnswer: true, phone: null },
  ])
  expect(await answer(coachId, id ?? '')).toMatchObject({ state: 'ANSWERED', answer: '可以', mayAnswer: false })
  expect(await read(playerId, id ?? '')).toMatchObject({ answer: '可以' })
  expect(await openOf(club)).toEqual([])
  expect((await told()).map(([receiver]) => receiver).sort()).toEqual([coachId, adminId, playerId].sort())
  // Asked again, it is another question.
  expect((await askAs(playerId, coachId)).id).not.toBe(id)
})

test('a guest is called: only who answers reads the number, and marks the call', async () => {
  const club = await givenClub()
  const { adminId, coachId, playerId } = club
  expect(await askAsGuest(coachId)).toEqual({ id: null, dueAt: DUE.dueAt.toISOString() })
  const { id } = await only()
  expect(await read(coachId, id)).toMatchObject({ phone: '13700000088', asker: null })
  expect(await openOf(club)).toMatchObject([{ phone: '13700000088' }])
  expect(JSON.stringify(await db.select().from(messages))).not.toContain('13700000088')
  await expectRefusal(db, () => read(playerId, id), { code: 'question_not_found', status: 404 })
  await expectRefusal(db, () => answer(coachId, id), { code: 'question_of_guest' })
  const called = await consoleOf(club)(api.answerCompanyQuestion, { params: { id }, body: {} })
  expect(called).toMatchObject({ state: 'CALLED', answer: '' })
  await expectRefusal(db, () => answer(coachId, id, {}), { code: 'question_answered', status: 409 })
  // Who left the club reads nothing of it any more.
  await db.delete(companyMembers).where(eq(companyMembers.userId, coachId))
  await expectRefusal(db, () => read(coachId, id), { code: 'question_not_found' })
  expect((await read(adminId, id)).phone).toBe('13700000088')
})

test('twenty presses are one question and one answer, whoever presses', async () => {
  const club = await givenClub()
  const { adminId, coachId, playerId } = club
  const twenty = <T>(act: (at: number) => Promise<T>) =>
    Promise.allSettled(Array.from({ length: 20 }, (_, at) => act(at)))
  const asked = await twenty(() => askAs(playerId, coachId))
  const ids = new Set(asked.map((end) => (end.status === 'fulfilled' ? end.value.id : end.reason)))
  expect(ids.size).toBe(1)
  await twenty(() => askAsGuest(coachId, { text: '待人工 多少钱' }))
  expect(await db.$count(questions)).toBe(2)
  const { id } = await only()
  const answered = await twenty((at) =>
    answer(at % 2 ? coachId : adminId, id, { answer: at % 2 ? '可以' : '请来试课' }),
  )
  expect(new Set(answered.flatMap((end) => (end.status === 'fulfilled' ? [end.value.answer] : []))).size).toBe(1)
  expect(answered.filter(({ status }) => status === 'rejected')).toHaveLength(10)
  expect((await told()).filter(([receiver]) => receiver === playerId)).toHaveLength(1)
})

test('so many questions a day from a number, a person and an address, counted in the database', async () => {
  const { coachId, playerId } = await givenClub()
  for (let at = 0; at < QUESTIONS_A_DAY.phone; at++) await askAsGuest(coachId, { text: `问题${at}` })
  const many = { code: 'questions_too_many', status: 429 }
  await expectRefusal(db, () => askAsGuest(coachId, { text: '还有' }), many)
  await expectRefusal(db, () => askAs(playerId, coachId, { text: '违禁词' }), { code: 'content_rejected' })
  const open: string[] = []
  for (let at = 0; at <= QUESTIONS_A_DAY.person; at++) open.push((await givenClub()).coachId)
  const asked = await Promise.allSettled(open.map((id) => askAs(playerId, id)))
  expect(asked.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  await db.update(questionCounts).set({ questions: QUESTIONS_A_DAY.address })
  const other = await givenPlayer(db)
  await expectRefusal(db, () => askAs(other, coachId), many)
  clock.set(new Date(TEST_NOW.getTime() + 86_400_000))
  expect((await askAsGuest(coachId, { text: '第二天' })).dueAt).toBeTruthy()
})

test('what is overdue is reminded of once, then the club’s task, and closed at last', async () => {
  const { adminId, coachId, playerId } = await givenClub()
  const { id } = await askAs(playerId, coachId)
  const before = (await told()).length
  const runAt = async (at: Date) => {
    clock.set(at)
    for (const _ of [1, 2]) expect(await runJob(server, tendQuestions)).toEqual([])
    return (await told()).slice(before).map(([receiver]) => receiver)
  }
  expect(await runAt(new Date(DUE.dueAt.getTime() - 1))).toEqual([])
  expect(await runAt(DUE.dueAt)).toEqual([coachId])
  expect(await read(coachId, id ?? '')).toMatchObject({ isLate: true })
  expect(await runAt(DUE.clubAt)).toEqual([coachId, adminId])
  expect(await runAt(DUE.closesAt)).toEqual([coachId, adminId, playerId])
  expect(await read(playerId, id ?? '')).toMatchObject({ state: 'CLOSED' })
  await expectRefusal(db, () => answer(coachId, id ?? ''), { code: 'question_closed' })
})

test('who cannot be asked, and what cannot be asked about, is said', async () => {
  const { adminId, coachId, companyId, playerId } = await givenClub()
  await expectRefusal(db, () => guest(api.askQuestion, { body: body(coachId) }), { code: 'question_phone_missing' })
  await expectRefusal(db, () => askAsGuest(coachId, { phone: '12345' }), { code: 'phone_invalid' })
  await expectRefusal(db, () => askAs(playerId, coachId, { text: ' ' }), { code: 'question_text_missing' })
  await expectRefusal(db, () => askAs(playerId, playerId), { code: 'coach_not_found' })
  await expectRefusal(db, () => askAs(coachId, coachId), { code: 'question_to_oneself' })
  await expectRefusal(db, () => askAs(playerId, '987654', { kind: 'course' }), { code: 'course_not_found' })
  const courseId = await givenCourse(db, { companyId })
  expect((await askAs(playerId, courseId, { kind: 'course' })).id).toBeTruthy()
  await expectRefusal(db, () => askAs(playerId, courseId, { kind: 'course', text: '几点？' }), {
    code: 'question_open',
  })
  const advertId = await givenAdvert(db, { companyId })
  expect((await askAs(playerId, advertId, { kind: 'advert' })).id).toBeTruthy()
  const plain = await givenAdvert(db)
  await expectRefusal(db, () => askAs(playerId, plain, { kind: 'advert' }), { code: 'question_without_club' })
  await signedInAs(coachId)(addToBlacklist, { params: { id: playerId } })
  await expectRefusal(db, () => askAs(playerId, coachId), { code: 'coach_unavailable' })
  await expectRefusal(db, () => askAs(adminId, courseId, { kind: 'course' }), { code: 'question_to_oneself' })
})

test('words of a guest that nobody checked wait, and an operator decides on them', async () => {
  const { coachId } = await givenClub()
  await askAsGuest(coachId, { text: '待人工 学费多少' })
  const { id } = await only()
  expect((await read(coachId, id)).text).toContain('审核中')
  const operator = asStaff('operator')
  const query = { current: 1, rows: 10, state: 'waiting' as const }
  const [held] = (await operator(listContent, { query })).rows
  expect(held).toMatchObject({ kind: 'question', author: null })
  await operator(decideContent, { params: { id: held?.id ?? '' }, body: { approve: true } })
  expect((await read(coachId, id)).text).toBe('待人工 学费多少')
})

test('with the asker’s account their questions go', async () => {
  const { coachId, playerId } = await givenClub()
  await askAs(playerId, coachId)
  await signedInAs(playerId)(closeAccount, { body: { confirm: '注销' } })
  expect(await db.$count(questions)).toBe(0)
})
