import { enterAnalytics } from '@paidang/api/areas/desks/staff'
import {
  handOverCompany,
  queryCompanies,
  readManagedCompany,
  renameCompany,
} from '@paidang/api/areas/places/admin-companies'
import { changeCompanyAdmin, leaveCompany, saveCompanySettings } from '@paidang/api/areas/places/companies'
import { analyticsCoaches, openAnalytics } from '@paidang/api/areas/views/analytics'
import type { Call } from '@paidang/api/client'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { staffAuditEvents } from '../../../tables/audit-log.ts'
import { userSuspensions } from '../../../tables/auth.ts'
import { companies } from '../../../tables/companies.ts'
import { messages } from '../../../tables/messages.ts'
import {
  givenCoach,
  givenCompany,
  givenContract,
  givenCourse,
  givenPlayer,
  givenPolicy,
  givenScene,
  givenStaff,
  POLICY,
  TEST_NOW,
} from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const ROUNDS = raceRounds(20)

const { db, call, clientOf, signedInAs, tokenOf, asStaff } = await startTestServer()

let operator: Call
beforeEach(async () => {
  operator = asStaff('operator')
  await list({})
})

const page = { current: 1, rows: 10 }
const list = async (query: object) => {
  const { rows, total } = await operator(queryCompanies, { query: { ...page, ...query } })
  return { ids: rows.map(({ id }) => id), total, rows }
}
const detail = (id: string) => operator(readManagedCompany, { params: { id } })
type HandOver = { fromId: string; toId: string; reason?: string }
const handOver = (id: string, { reason = '手机丢失，无法登录', ...who }: HandOver) =>
  operator(handOverCompany, { params: { id }, body: { ...who, reason } })
const rename = (id: string, companyName: string, reason = '与营业执照一致') =>
  operator(renameCompany, { params: { id }, body: { companyName, reason } })
const actions = async () =>
  (await db.select().from(staffAuditEvents).orderBy(staffAuditEvents.id)).map(({ action, summary }) => [
    action,
    summary,
  ])
const told = async () =>
  (await db.select().from(messages).orderBy(messages.id)).map(({ receiverId, content }) => [receiverId, content])
const at = (time: string) => ({ createdAt: new Date(`2026-04-${time}:00:00+08:00`) })

/** A client of an admin who has opened the company's analytics on the desktop. */
async function onDesktop(userId: string, companyId: string): Promise<Call> {
  const { path } = await clientOf(await tokenOf(userId))(openAnalytics, { body: { companyId } })
  const ticket = path.split('ticket=')[1] ?? ''
  return clientOf((await call(enterAnalytics, { body: { ticket } })).token)
}

test('companies are found by a part of their name and by their admin', async () => {
  const adminId = await givenCoach(db, { nickname: '林一鸣', phone: '13811112222' })
  const { companyId: club } = await givenCompany(db, { companyName: '青杉 50% 俱乐部', adminId })
  const { companyId: own } = await givenCompany(db, { companyName: '周野', isPerson: true })
  for (const keyword of ['青杉', '50%', '一鸣', '13811112222', adminId])
    expect((await list({ keyword })).ids).toEqual([club])
  expect((await list({ keyword: '%野' })).ids).toEqual([])
  expect(await list({ isPerson: true })).toMatchObject({ ids: [own], total: 1 })
  expect(await list({ isPerson: false, isClosed: false })).toMatchObject({ ids: [club], total: 1 })
})

test('companies are sorted by founding or by number of coaches, and a closed company is marked', async () => {
  const { companyId: big } = await givenCompany(db, at('01T08'))
  await givenCoach(db, { companyId: big })
  const { companyId: late, adminId } = await givenCompany(db, at('03T08'))
  const { companyId: middle } = await givenCompany(db, at('02T08'))
  expect((await list({})).ids).toEqual([late, middle, big])
  expect((await list({ sort: 'createdAt', sord: 'asc' })).ids).toEqual([big, middle, late])
  expect((await list({ sort: 'coachCount', sord: 'desc' })).ids[0]).toBe(big)
  await signedInAs(adminId)(leaveCompany, { body: { companyId: late } })
  expect((await list({ sort: 'coachCount', sord: 'asc' })).ids[0]).toBe(late)
  const { rows } = await list({ isClosed: true })
  expect(rows).toMatchObject([{ id: late, coachCount: 0, closedAt: TEST_NOW.toISOString() }])
})

test('the figures of a company count offered courses and active contracts', async () => {
  const { companyId, courseId, playerId, coachId } = await givenScene(db, { sessions: 10 })
  await givenContract(db, { userId: playerId, courseId, coachId, sessions: 2.5 })
  await givenContract(db, { userId: await givenPlayer(db), courseId, sessions: 4, spent: 4 })
  await givenContract(db, { userId: await givenPlayer(db), courseId, sessions: 6, expiryDate: '2026-04-30' })
  await givenCourse(db, { companyId, delFlag: true })
  const other = await givenScene(db, { sessions: 100 })
  const figures = { coachCount: 2, courseCount: 1, studentCount: 1, outstandingSessions: 12.5 }
  expect((await list({})).rows.find(({ id }) => id === companyId)).toMatchObject(figures)
  const { courses, ...facts } = await detail(companyId)
  expect(facts).toMatchObject({ ...figures, contractCount: 4, runningContracts: 2, heldSessions: 0 })
  expect(courses).toMatchObject([{ id: courseId, pricePerSession: 30_000, studentCount: 1, outstandingSessions: 12.5 }])
  expect(courses[0]?.coachNames).toHaveLength(2)
  expect(await detail(other.companyId)).toMatchObject({ outstandingSessions: 100 })
})

test('the page of a company shows its present and former rules, its courses with their coaches, and a masked phone number', async () => {
  const { companyId, adminId, coachId } = await givenScene(db)
  await db.update(companies).set({ phone: '13811112222' }).where(eq(companies.id, companyId))
  const body = { freeCancelHours: 12, forgivenLateCancels: 2, firstStart: 14, lastStart: 40 }
  await signedInAs(adminId)(saveCompanySettings, { params: { id: companyId }, body })
  const affiliated = await givenCoach(db, { companyId, userType: 2 })
  await db.insert(userSuspensions).values({
    userId: coachId,
    reason: '爽约',
    staffId: await givenStaff(db, { kind: 'operator' }),
    createdAt: TEST_NOW,
  })
  const seen = await detail(companyId)
  expect(seen).toMatchObject({ phone: '138****2222', settings: body, auditEvents: [] })
  expect(seen.retiredPolicies).toMatchObject([
    { freeCancelHours: 24, forgivenLateCancels: 1, retiredAt: TEST_NOW.toISOString() },
  ])
  expect(seen.members[0]).toMatchObject({ id: adminId, isAdmin: true, mayLead: false, state: 'NORMAL' })
  expect(seen.members.find(({ id }) => id === coachId)).toMatchObject({ mayLead: false, state: 'SUSPENDED' })
  expect(seen.members.find(({ id }) => id === affiliated)).toMatchObject({ mayLead: false, courseNames: [] })
  await expectRefusal(db, () => detail('987654321987'), { status: 404, code: 'company_not_found' })
})

test('the page of a company shows the policies in force, of it and of its courses, with their versions', async () => {
  const { companyId, adminId, courseId } = await givenScene(db)
  expect((await detail(companyId)).policies).toMatchObject([
    { courseId: null, version: 0, terms: null, versions: [] },
    { courseId, version: 0, terms: null },
  ])
  await givenPolicy(db, { companyId, madeBy: adminId })
  const other = await givenScene(db)
  await givenPolicy(db, { companyId: other.companyId, madeBy: other.adminId }, { tiers: [] })
  const { policies } = await detail(companyId)
  expect(policies).toMatchObject([
    { courseId: null, version: 1, terms: POLICY, versions: [{ version: 1, terms: POLICY }] },
    { courseId, version: 0, terms: null },
  ])
})

test('an operator hands over a company: both admins are notified, and the former one loses the analytics', async () => {
  const { companyId, adminId, coachId } = await givenScene(db)
  await db.update(companies).set({ companyName: '青杉网球俱乐部' })
  const desktop = await onDesktop(adminId, companyId)
  await expect(desktop(analyticsCoaches, {})).resolves.toHaveLength(2)
  const { admin, members, auditEvents: written } = await handOver(companyId, { fromId: adminId, toId: coachId })
  expect(admin.id).toBe(coachId)
  expect(members[0]).toMatchObject({ id: coachId, isAdmin: true })
  await expect(desktop(analyticsCoaches, {})).rejects.toMatchObject({ code: 'session_expired' })
  await expect((await onDesktop(coachId, companyId))(analyticsCoaches, {})).resolves.toHaveLength(2)
  const why = '，由平台办理，原因：手机丢失，无法登录'
  expect(await told()).toEqual([
    [coachId, `您已成为青杉网球俱乐部的管理员${why}`],
    [adminId, `青杉网球俱乐部的管理员已转让给${admin.nickname}${why}`],
  ])
  const summary = `将「青杉网球俱乐部」的管理员移交给「${admin.nickname}」（编号 ${coachId}），原因：手机丢失，无法登录`
  expect(await actions()).toEqual([['company.hand-over', summary]])
  expect(written).toMatchObject([{ action: 'company.hand-over', summary }])
})

test('a company is not handed to an unsuitable coach, from someone who is not its admin, or without a reason', async () => {
  const { companyId, adminId, coachId } = await givenScene(db)
  const affiliated = await givenCoach(db, { companyId, userType: 2 })
  const refused = (who: HandOver, refusal: object, id = companyId) =>
    expectRefusal(db, () => handOver(id, who), refusal)
  for (const toId of [affiliated, await givenCoach(db), adminId, '987654321987'])
    await refused({ fromId: adminId, toId }, { status: 404, code: 'coach_not_found' })
  await refused({ fromId: coachId, toId: coachId }, { status: 409, code: 'company_admin_changed' })
  await refused({ fromId: adminId, toId: coachId, reason: ' ' }, { code: 'input_invalid' })
  await refused({ fromId: adminId, toId: coachId }, { code: 'company_not_found' }, '987654321987')

  const staffId = await givenStaff(db, { kind: 'operator' })
  await db.insert(userSuspensions).values({ userId: coachId, reason: '爽约', staffId, createdAt: TEST_NOW })
  await refused({ fromId: adminId, toId: coachId }, { code: 'coach_not_found' })
  await expectRefusal(db, () => signedInAs(adminId)(changeCompanyAdmin, { body: { coachId } }), {
    code: 'coach_not_found',
  })
})

test('a closed company cannot be handed over or renamed', async () => {
  const { companyId, adminId } = await givenCompany(db)
  await signedInAs(adminId)(leaveCompany, { body: { companyId } })
  const closed = { status: 409, code: 'company_closed' }
  await expectRefusal(db, () => handOver(companyId, { fromId: adminId, toId: adminId }), closed)
  await expectRefusal(db, () => rename(companyId, '新名称'), closed)
})

test('when the admin and an operator hand it over at once, one succeeds and the other is refused', async () => {
  const { companyId, adminId } = await givenCompany(db)
  const [one, other] = [await givenCoach(db, { companyId }), await givenCoach(db, { companyId })]
  const admin = signedInAs(adminId)
  for (let round = 0; round < ROUNDS; round += 1) {
    const attempts = [
      () => admin(changeCompanyAdmin, { body: { coachId: one, companyId } }),
      () => handOver(companyId, { fromId: adminId, toId: other }),
    ]
    const answers = await Promise.allSettled((round % 2 === 0 ? attempts : attempts.reverse()).map((go) => go()))
    const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []))
    const [row] = await db.select().from(companies)
    expect(refusals).toEqual([row?.adminId === one ? 'company_admin_changed' : 'company_admin_only'])
    // Each hand-over notifies two people.
    expect(await db.$count(messages)).toBe(2 * (round + 1))
    await db.update(companies).set({ adminId })
  }
})

test('a new name appears at once and the admin is notified of the reason; the current name changes nothing', async () => {
  const { companyId, adminId } = await givenCompany(db, { companyName: '青衫网球俱乐部' })
  expect(await rename(companyId, ' 青杉网球俱乐部 ')).toMatchObject({ companyName: '青杉网球俱乐部' })
  await rename(companyId, '青杉网球俱乐部')
  expect(await told()).toEqual([[adminId, '青衫网球俱乐部 已更名为 青杉网球俱乐部，由平台办理，原因：与营业执照一致']])
  expect(await actions()).toEqual([
    ['company.rename', '将公司「青衫网球俱乐部」更名为「青杉网球俱乐部」，原因：与营业执照一致'],
  ])
  await expectRefusal(db, () => rename(companyId, ' '), { code: 'company_name_missing' })
  await expectRefusal(db, () => rename(companyId, '拍档平台'), { code: 'company_name_official' })
  await expectRefusal(db, () => rename(companyId, '青\u202e杉'), { code: 'text_hidden' })
  await expectRefusal(db, () => rename(companyId, '青杉', ' '), { code: 'input_invalid' })
})
