import { searchStudentByPhone } from '@paidang/api/areas/activities/students'
import { getCoachView } from '@paidang/api/areas/people/profile'
import { applyAsCoach } from '@paidang/api/areas/people/registration'
import { closeCompany, foundCompany, queryCompanies, renameCompany } from '@paidang/api/areas/places/admin-companies'
import type { Call } from '@paidang/api/client'
import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { staffAuditEvents } from '../../../tables/audit-log.ts'
import { userSuspensions } from '../../../tables/auth.ts'
import { companies, companyMembers } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { messages } from '../../../tables/messages.ts'
import { coachApplications } from '../../../tables/registration.ts'
import {
  givenCoach,
  givenCompany,
  givenFile,
  givenPlayer,
  givenStaff,
  only,
  TEST_NOW,
} from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { certificateOf, givenApplication } from '../../../testing/given-people.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const ROUNDS = raceRounds(20)
const PHONE = '13811112222'

const { db, signedInAs, asStaff } = await startTestServer()

let operator: Call
beforeEach(async () => {
  operator = asStaff('operator')
  await operator(queryCompanies, { query: { current: 1, rows: 10 } })
})

const found = (body: object = {}, as = operator) =>
  as(foundCompany, { body: { companyName: '青杉网球俱乐部', phone: PHONE, ...body } })
const verified = { phone: PHONE, phoneVerified: true }
const clubs = () => db.select().from(companies).where(eq(companies.isPerson, false))

test('a coach becomes the admin of a new company, is told, and the founding is in the audit log', async () => {
  const adminId = await givenCoach(db, { ...verified, nickname: '林一鸣' })
  const made = await found({ companyName: ' 青杉网球俱乐部 ', phone: '+86 138-1111 2222' })
  expect(made).toMatchObject({
    companyName: '青杉网球俱乐部',
    isPerson: false,
    admin: { id: adminId },
    coachCount: 1,
    closedAt: null,
    createdAt: TEST_NOW.toISOString(),
  })
  expect(made.members).toMatchObject([{ id: adminId, isAdmin: true }])
  expect(await db.select().from(messages)).toMatchObject([
    {
      receiverId: adminId,
      title: '公司已开通',
      content: '青杉网球俱乐部已由平台开通，您是管理员：可以添加课程、设置规则，查看学员和收入',
      objectKind: 'company',
      objectId: made.id,
    },
  ])
  const summary = `开通公司「青杉网球俱乐部」，管理员「林一鸣」（编号 ${adminId}）`
  expect(made.auditEvents).toMatchObject([{ action: 'company.found', summary }])
  // Nobody else got a company of their own by it.
  expect(await db.$count(companies)).toBe(1)
})

test('a player becomes a verified coach with it, also in the present session, and has a company of their own too', async () => {
  const userId = await givenPlayer(db, { ...verified, nickname: '王启明' })
  const as = signedInAs(userId)
  const search = () => as(searchStudentByPhone, { params: { phone: '13800000000' } })
  await expect(search()).rejects.toMatchObject({ code: 'action_forbidden' })
  const { id } = await found()
  await expect(search()).rejects.toMatchObject({ code: 'student_unknown' })
  const view = await as(getCoachView, { params: { id: userId } })
  expect(view).toMatchObject({
    userType: 1,
    companies: [
      { id, companyName: '青杉网球俱乐部', isPerson: false, isAdmin: true },
      { companyName: '王启明', isPerson: true, isAdmin: true },
    ],
  })
  expect(only(await db.select().from(users))).toMatchObject({ userType: 1, verified: 1 })
})

test('a contracted coach without a club becomes a company coach', async () => {
  const userId = await givenCoach(db, { ...verified, userType: 2 })
  await found()
  expect(only(await db.select().from(users))).toMatchObject({ id: userId, userType: 1 })
})

test('an unverified number needs the word of the operator', async () => {
  await givenCoach(db, { phone: PHONE })
  await expectRefusal(db, () => found(), { status: 409, code: 'company_admin_unchecked' })
  expect(await found({ isPhoneChecked: true })).toMatchObject({ coachCount: 1 })
})

test('nobody leads a company who is unknown, suspended, of another club, or waits to become a coach', async () => {
  await expectRefusal(db, () => found(), {
    status: 404,
    code: 'company_admin_unknown',
    message: '没有用户使用这个手机号，请先让对方注册',
  })
  for (const phone of ['138', '021-61234567', '']) await expectRefusal(db, () => found({ phone }), { status: 400 })

  const { companyId } = await givenCompany(db, { adminId: await givenCoach(db, { phone: '13811110001' }) })
  await givenCoach(db, { phone: '13811110002', companyId })
  const suspended = await givenCoach(db, { phone: '13811110003' })
  const staffId = await givenStaff(db, { kind: 'operator' })
  await db.insert(userSuspensions).values({ userId: suspended, reason: '爽约', staffId, createdAt: TEST_NOW })
  await givenApplication(db, { userId: await givenPlayer(db, { phone: '13811110004' }) })
  const refusals = {
    '13811110001': 'company_admin_leads',
    '13811110002': 'company_admin_elsewhere',
    '13811110003': 'company_admin_suspended',
    '13811110004': 'company_admin_applies',
  }
  for (const [phone, code] of Object.entries(refusals))
    await expectRefusal(db, () => found({ phone, isPhoneChecked: true }), { status: 409, code })
})

test('of open clubs no two have the same name; one-person companies and closed clubs do not count', async () => {
  await givenCoach(db, verified)
  await givenCompany(db, { companyName: '青杉网球俱乐部', isPerson: true })
  const { companyId } = await givenCompany(db, { companyName: '青杉网球俱乐部' })
  await expectRefusal(db, () => found(), { status: 409, code: 'company_name_taken' })
  await expectRefusal(db, () => found({ companyName: '拍档平台' }), { code: 'company_name_official' })
  await expectRefusal(db, () => found({ companyName: ' ' }), { code: 'company_name_missing' })
  await operator(closeCompany, { params: { id: companyId }, body: { reason: '停业' } })
  const { id } = await found()
  const { companyId: other } = await givenCompany(db, { companyName: '江岸球类学院' })
  const rename = (companyName: string) =>
    operator(renameCompany, { params: { id: other }, body: { companyName, reason: '改名' } })
  await expectRefusal(db, () => rename('青杉网球俱乐部'), { status: 409, code: 'company_name_taken' })
  expect(await clubs()).toHaveLength(3)
  expect(id).not.toBe(companyId)
})

test('two operators who found at once make one company, by name and by person', async () => {
  const [one, two] = [asStaff('operator'), asStaff('senior')]
  for (let round = 0; round < ROUNDS; round += 1) {
    const [phone, other] = [`1391000${1000 + round}`, `1392000${1000 + round}`]
    const adminId = await givenCoach(db, { phone })
    await givenCoach(db, { phone: other })
    const isSamePerson = round % 2 === 0
    const name = `俱乐部 ${round}`
    const answers = await Promise.allSettled([
      found({ companyName: name, phone, isPhoneChecked: true }, one),
      found(
        isSamePerson
          ? { companyName: `${name} 二`, phone, isPhoneChecked: true }
          : { companyName: name, phone: other, isPhoneChecked: true },
        two,
      ),
    ])
    const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []))
    expect(refusals).toEqual([isSamePerson ? 'company_admin_leads' : 'company_name_taken'])
    expect(await clubs()).toHaveLength(round + 1)
    if (isSamePerson) expect(await db.$count(companyMembers, eq(companyMembers.userId, adminId))).toBe(1)
  }
  expect(await db.$count(staffAuditEvents)).toBe(ROUNDS)
})

test('a player who applies while an operator makes them an admin is not left waiting', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const phone = `1393000${1000 + round}`
    const userId = await givenPlayer(db, { phone })
    const certificate = await givenFile(db, { ownerId: userId, relativePath: certificateOf(userId) })
    const form = {
      realName: '王启明',
      yearsTeaching: 5,
      region: '上海市',
      introduction: '',
      certificates: [certificate],
    }
    const attempts = [
      () => signedInAs(userId)(applyAsCoach, { body: form }),
      () => found({ companyName: `俱乐部 ${round}`, phone, isPhoneChecked: true }),
    ]
    const answers = await Promise.allSettled((round % 2 === 0 ? attempts : attempts.reverse()).map((go) => go()))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const waits = await db.$count(coachApplications, and(eq(coachApplications.userId, userId)))
    const { userType } = only(await db.select().from(users).where(eq(users.id, userId)))
    expect([waits, userType]).toEqual(waits === 1 ? [1, 0] : [0, 1])
  }
})
