import * as students from '@paidang/api/areas/activities/students'
import * as profile from '@paidang/api/areas/people/profile'
import * as registration from '@paidang/api/areas/people/registration'
import * as companies from '@paidang/api/areas/places/companies'
import type { Call } from '@paidang/api/client'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { staffAuditEvents } from '../../../tables/audit-log.ts'
import { companies as companyRows } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { messages } from '../../../tables/messages.ts'
import { coachApplications } from '../../../tables/registration.ts'
import { CLAIM_KIND, slotClaims } from '../../../tables/schedule.ts'
import { givenCoach, givenFile, givenPlayer, givenScene, only } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenBall } from '../../../testing/given-ball.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { certificateOf, givenApplication } from '../../../testing/given-people.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const ROUNDS = raceRounds(20)

const server = await startTestServer()
const { app, db, request, signedInAs, asStaff, tokenOf, staffTokenOf, another } = server

const form = { realName: ' 王启明 ', yearsTeaching: 5, region: '上海市', introduction: ' 前省队 ' }
const apply = (userId: string, certificates: string[]) =>
  signedInAs(userId)(registration.applyAsCoach, { body: { ...form, certificates } })
const decide = (
  id: string,
  approve: boolean,
  { reason, as = asStaff('operator') }: { reason?: string; as?: Call } = {},
) =>
  as(registration.decideApplication, {
    params: { id },
    body: { approve, ...(reason !== undefined && { reason }) },
  })
const listed = (query: object) =>
  asStaff('operator')(registration.listApplications, { query: { current: 1, rows: 10, ...query } })

/** A player with an uploaded certificate. */
async function givenApplicant(over: { nickname?: string } = {}): Promise<{ userId: string; certificate: string }> {
  const userId = await givenPlayer(db, over)
  return { userId, certificate: await givenFile(db, { ownerId: userId, relativePath: certificateOf(userId) }) }
}

test('a player applies with a certificate, and stays a player', async () => {
  const { userId, certificate } = await givenApplicant()
  const application = await apply(userId, [certificate, certificate])
  expect(application).toMatchObject({
    realName: '王启明',
    yearsTeaching: 5,
    region: '上海市',
    introduction: '前省队',
    approveStatus: 0,
    reason: '',
  })
  expect(application.certificates).toHaveLength(1)
  expect(application.certificates[0]?.url).toMatch(/^\/aaapi\/files\/private\/certificates\/.*\?until=\d+&sign=/)
  const info = await signedInAs(userId)(registration.readRegistInfo, { params: { id: userId } })
  expect(info).toMatchObject({ coach: { id: application.id, approveStatus: 0 }, registerTypes: [] })
  await expect(
    signedInAs(userId)(students.searchStudentByPhone, { params: { phone: '13800000000' } }),
  ).rejects.toMatchObject({ code: 'action_forbidden' })
})

test('a user has one application at a time, and a coach has none', async () => {
  const { userId, certificate } = await givenApplicant()
  const answers = await Promise.allSettled(Array.from({ length: 8 }, () => apply(userId, [certificate])))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const answer of answers) {
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ status: 409, code: 'application_waits' })
  }
  const coach = await givenCoach(db)
  const own = await givenFile(db, { ownerId: coach, relativePath: certificateOf(coach) })
  await expectRefusal(db, () => apply(coach, [own]), { status: 409, code: 'application_waits', message: '已提交申请' })
})

test('a certificate of another user, no certificate, and a blank name are refused', async () => {
  const { userId, certificate } = await givenApplicant()
  const { certificate: of } = await givenApplicant()
  const venuePicture = await givenFile(db, { ownerId: userId, relativePath: 'public/venues/x.webp' })
  await expectRefusal(db, () => apply(userId, [certificate, of]), { code: 'file_not_found' })
  await expectRefusal(db, () => apply(userId, [venuePicture]), { code: 'file_not_found' })
  await expectRefusal(db, () => apply(userId, []), { code: 'input_invalid' })
  const nameless = { ...form, realName: ' ', certificates: [certificate] }
  await expectRefusal(db, () => signedInAs(userId)(registration.applyAsCoach, { body: nameless }), {
    code: 'real_name_missing',
  })
})

test('an approved player becomes a coach in the current session, verified, with a company of their own', async () => {
  const { userId, certificate } = await givenApplicant({ nickname: '王启明' })
  const as = signedInAs(userId)
  const { id } = await as(registration.applyAsCoach, { body: { ...form, certificates: [certificate] } })
  const search = () => as(students.searchStudentByPhone, { params: { phone: '13800000000' } })
  await expect(search()).rejects.toMatchObject({ code: 'action_forbidden' })

  expect(await decide(id, true)).toMatchObject({ user: { id: userId }, application: { approveStatus: 1 } })
  await expect(search()).rejects.toMatchObject({ code: 'student_unknown' })
  const view = await as(profile.getCoachView, { params: { id: userId } })
  expect(view).toMatchObject({ userType: 1, companies: [{ companyName: '王启明', isPerson: true, isAdmin: true }] })
  expect(await as(profile.getPlayerView, { params: { id: userId } })).toMatchObject({
    verified: 1,
    userType: 1,
    registerTypes: ['coach'],
  })
  const companyId = view.companies[0]?.id ?? ''
  expect(await as(companies.coursesOfCompany, { params: { id: companyId } })).toEqual([])
  expect(await db.select().from(messages)).toMatchObject([
    { receiverId: userId, category: 'systemNotice', title: '教练认证已通过', objectKind: 'registration', objectId: id },
  ])
  await expectRefusal(db, () => apply(userId, [certificate]), { code: 'application_waits' })
})

test.each([
  [true, undefined],
  [false, '证书不清晰'],
])('the audit event of a verdict names the user by number, never by real name', async (approve, reason) => {
  const { userId, certificate } = await givenApplicant()
  const { id } = await apply(userId, [certificate])
  await decide(id, approve, reason === undefined ? {} : { reason })
  const summary = approve ? `通过用户（编号 ${userId}）的教练认证` : `未通过用户（编号 ${userId}）的教练认证：${reason}`
  expect(await db.select({ summary: staffAuditEvents.summary }).from(staffAuditEvents)).toEqual([{ summary }])
})

test('other processes know about an approval at once', async () => {
  const elsewhere = await another()
  const { userId, certificate } = await givenApplicant()
  const headers = { authorization: `Bearer ${await tokenOf(userId)}` }
  const url = '/aaapi/app-users/searchByPhone/13800000000'
  expect((await elsewhere.inject({ url, headers })).statusCode).toBe(403)
  const { id } = await apply(userId, [certificate])
  await decide(id, true)
  await expect.poll(async () => (await elsewhere.inject({ url, headers })).statusCode).toBe(404)
})

test('the player’s booked classes and ball games also take their half-hours as a coach', async () => {
  const scene = await givenScene(db)
  await givenInvitation(db, { scene, status: 'CONFIRMED' })
  await givenBall(db, { playerIds: [scene.playerId, await givenPlayer(db)] })
  const id = await givenApplication(db, { userId: scene.playerId })
  await decide(id, true)
  const claimsOf = async (kind: number) =>
    (await db.select().from(slotClaims).where(eq(slotClaims.resourceId, scene.playerId)))
      .filter((claim) => claim.kind === kind)
      .map(({ day, halfHour }) => `${day} ${halfHour}`)
      .sort()
  expect(await claimsOf(CLAIM_KIND.PLAYER)).not.toEqual([])
  expect(await claimsOf(CLAIM_KIND.COACH)).toEqual(await claimsOf(CLAIM_KIND.PLAYER))
})

test('a refused player learns the reason, and may apply again', async () => {
  const { userId, certificate } = await givenApplicant()
  const { id } = await apply(userId, [certificate])
  expect(await decide(id, false, { reason: ' 证书不清晰 ' })).toMatchObject({
    application: { approveStatus: 2, reason: '证书不清晰' },
  })
  expect(only(await db.select().from(users).where(eq(users.id, userId)))).toMatchObject({ userType: 0, verified: 0 })
  expect(await db.select().from(messages)).toMatchObject([
    { title: '教练认证未通过', content: '您的教练申请未通过：证书不清晰' },
  ])
  const again = await apply(userId, [certificate])
  const info = await signedInAs(userId)(registration.readRegistInfo, { params: { id: userId } })
  expect(info.coach).toMatchObject({ id: again.id, approveStatus: 0 })
})

test('the same verdict again changes nothing, the opposite verdict is refused, and an unknown application is not found', async () => {
  const id = await givenApplication(db, { userId: await givenPlayer(db) })
  const as = asStaff('operator')
  const first = await decide(id, true, { as })
  expect(await decide(id, true, { as, reason: 'twice' })).toMatchObject({
    user: first.user,
    application: { reason: '' },
  })
  await expectRefusal(db, () => decide(id, false, { as }), { status: 409, code: 'application_decided' })
  await expectRefusal(db, () => decide('987654321987', true, { as }), { status: 404, code: 'application_not_found' })
  expect([await db.$count(messages), await db.$count(companyRows)]).toEqual([1, 1])
})

test('when two operators decide at once, one verdict counts, and it takes effect once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const userId = await givenPlayer(db)
    const id = await givenApplication(db, { userId })
    const before = await db.$count(companyRows)
    const answers = await Promise.allSettled([decide(id, true), decide(id, false), decide(id, true), decide(id, false)])
    const heard = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.application] : []))
    expect(new Set(heard.map(({ approveStatus }) => approveStatus)).size).toBe(1)
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'application_decided' })
    }
    const isApproved = heard[0]?.approveStatus === 1
    expect(await db.$count(companyRows)).toBe(before + (isApproved ? 1 : 0))
    expect(await db.$count(messages, eq(messages.receiverId, userId))).toBe(1)
  }
})

test('operators read waiting applications first, the oldest on top, then the latest decided', async () => {
  const made: string[] = []
  for (let n = 0; n < 4; n++) made.push(await givenApplication(db, { userId: await givenPlayer(db) }))
  const [first = '', second = '', third, fourth] = made
  await decide(first, true)
  await decide(second, false)
  const ids = async (query: object) => {
    const { rows, total } = await listed(query)
    return { ids: rows.map(({ application }) => application.id), total }
  }
  expect(await ids({})).toEqual({ ids: [third, fourth, second, first], total: 4 })
  expect(await ids({ approveStatus: 0 })).toEqual({ ids: [third, fourth], total: 2 })
  expect(await ids({ approveStatus: 2, rows: 1 })).toEqual({ ids: [second], total: 1 })
})

test('a certificate is readable by its owner, by operators and with a link, and by nobody else', async () => {
  const { userId, certificate } = await givenApplicant()
  await app.fileStore.write(certificate, Buffer.from('the bytes of a picture'))
  const { certificates } = await apply(userId, [certificate])
  const url = `/aaapi/files/${certificate}`
  const statusWith = async (token?: string, at = url) =>
    (await request({ url: at, ...(token && { headers: { authorization: `Bearer ${token}` } }) })).statusCode
  expect(await statusWith(await tokenOf(userId))).toBe(200)
  expect(await statusWith(await staffTokenOf('operator'))).toBe(200)
  expect(await statusWith(undefined, certificates[0]?.url)).toBe(200)
  expect(await statusWith()).toBe(404)
  expect(await statusWith(await tokenOf(await givenCoach(db)))).toBe(404)
  expect(await statusWith(await staffTokenOf('merchant'))).toBe(404)
  await db.delete(coachApplications)
  expect(await statusWith(await staffTokenOf('operator'))).toBe(404)
})

test('players and merchants cannot decide applications', async () => {
  const id = await givenApplication(db, { userId: await givenPlayer(db) })
  const body = { approve: true }
  const as = signedInAs(await givenPlayer(db))
  await expectRefusal(db, () => as(registration.decideApplication, { params: { id }, body }), { status: 403 })
  await expect(as(registration.listApplications, { query: { current: 1, rows: 10 } })).rejects.toMatchObject({
    status: 403,
  })
  await expect(asStaff('merchant')(registration.decideApplication, { params: { id }, body })).rejects.toMatchObject({
    status: 403,
  })
})
