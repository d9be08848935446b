import { registerAccount } from '@paidang/api/areas/desks/accounts'
import { changeCompanyAdmin, leaveCompany } from '@paidang/api/areas/places/companies'
import * as api from '@paidang/api/areas/places/company-invitations'
import { expiryOf } from '@paidang/domain/areas/places/company-invitations/invitations'
import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { userSuspensions } from '../../../tables/auth.ts'
import { blacklistEntries } from '../../../tables/blacklist.ts'
import { coachCourses, companyInvitationEvents, companyInvitations, companyMembers } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { messages } from '../../../tables/messages.ts'
import { coachVenues } from '../../../tables/venues.ts'
import {
  givenCoach,
  givenCompany,
  givenCourse,
  givenPlayer,
  givenStaff,
  givenVenue,
  TEST_NOW,
} from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { runJob } from '../../../testing/run-job.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { tendInvitations } from './open-invitations.ts'

const server = await startTestServer()
const { db, clock, signedInAs } = server

const PHONE = '13612345678'
const END = expiryOf(TEST_NOW).getTime()
const wait = (at: number) => clock.set(new Date(at))

/** A club with two courses, a venue that its admin manages, and one where others do; and a verified coach elsewhere. */
async function givenClub(companyName = '青杉') {
  const { companyId, adminId } = await givenCompany(db, { companyName })
  const courseIds = [await givenCourse(db, { companyId }), await givenCourse(db, { companyId })]
  const own = await givenVenue(db, { managerIds: [adminId] })
  const managerId = await givenCoach(db)
  const others = await givenVenue(db, { coachIds: [adminId], managerIds: [managerId] })
  const coachId = await givenCoach(db, { phone: PHONE, verified: 1 })
  return { companyId, adminId, coachId, managerId, courseIds, venueIds: [own.venueId, others.venueId] }
}
type Club = Awaited<ReturnType<typeof givenClub>>

const invite = ({ companyId, adminId, courseIds, venueIds }: Club, over: object = {}) =>
  signedInAs(adminId)(api.inviteCoach, { body: { companyId, phone: PHONE, courseIds, venueIds, ...over } })
const find = ({ companyId, adminId }: Club, phone = PHONE) =>
  signedInAs(adminId)(api.findCoachToInvite, { body: { companyId, phone } })
const apply = ({ companyId, coachId }: Club) => signedInAs(coachId)(api.requestToJoin, { body: { companyId } })
const read = (actorId: string, id: string, token?: string) =>
  signedInAs(actorId)(api.getCompanyInvitation, { params: { id }, query: token ? { token } : {} })
const mine = (actorId: string) => signedInAs(actorId)(api.myCompanyInvitations, {})
const answer = (actorId: string, id: string, agree: boolean, over: object = {}) =>
  signedInAs(actorId)(api.answerInvitation, { params: { id }, body: { agree, revision: 0, ...over } })
const withdraw = (actorId: string, id: string) =>
  signedInAs(actorId)(api.withdrawInvitation, { params: { id }, body: {} })
const isMember = async ({ companyId }: Club, userId: string) =>
  (await db.$count(companyMembers, and(eq(companyMembers.companyId, companyId), eq(companyMembers.userId, userId)))) ===
  1
const userTypeOf = async (id: string) => (await db.select().from(users).where(eq(users.id, id)))[0]?.userType
const trail = async () =>
  (await db.select().from(companyInvitationEvents).orderBy(companyInvitationEvents.id)).map(({ step }) => step)
const told = async () =>
  (await db.select().from(messages).orderBy(messages.id)).map((one) => [one.receiverId, one.title])

describe('an invited coach', () => {
  test('sees who asks with which terms, agrees, and teaches there at once', async () => {
    const club = await givenClub()
    const { coachId, adminId, courseIds, venueIds, managerId } = club
    const { id } = await invite(club)
    expect(await mine(coachId)).toMatchObject([{ id, state: 'PENDING', mayAnswer: true, mayWithdraw: false }])
    expect(await read(coachId, id)).toMatchObject({
      company: { name: '青杉' },
      admin: { id: adminId },
      courses: courseIds.map((each) => ({ id: each })),
      venues: venueIds.map((each) => ({ id: each })),
      phone: null,
      choices: null,
      otherClubs: [],
    })
    expect(await answer(coachId, id, true)).toMatchObject({ state: 'ACCEPTED', mayAnswer: false })
    expect(await isMember(club, coachId)).toBe(true)
    expect(await db.$count(coachCourses, eq(coachCourses.coachId, coachId))).toBe(2)
    const taught = await db.select().from(coachVenues).where(eq(coachVenues.coachId, coachId)).orderBy(coachVenues.id)
    expect(taught.map(({ venueId, approveStatus }) => [venueId, approveStatus])).toEqual([
      [venueIds[0], 1],
      [venueIds[1], 0],
    ])
    expect(await trail()).toEqual(['MADE', 'ACCEPT'])
    const names = await told()
    expect(names.map(([receiver]) => receiver)).toEqual([coachId, managerId, adminId])
    expect(await userTypeOf(coachId)).toBe(1)
  })

  test('refuses, and can be invited again', async () => {
    const club = await givenClub()
    const { id } = await invite(club)
    expect(await answer(club.coachId, id, false)).toMatchObject({ state: 'REFUSED' })
    expect(await answer(club.coachId, id, false)).toMatchObject({ state: 'REFUSED' })
    await expectRefusal(db, () => answer(club.coachId, id, true), { status: 409, code: 'company_invitation_answered' })
    expect(await isMember(club, club.coachId)).toBe(false)
    const again = await invite(club)
    expect(again.id).not.toBe(id)
    expect(await trail()).toEqual(['MADE', 'REFUSE', 'MADE'])
  })

  test.each(['invited by name', 'asking to join'])(
    'who was %s and joins by a link has nothing left to answer',
    async (how) => {
      const club = await givenClub()
      const { coachId, adminId } = club
      const open = how === 'asking to join' ? await apply(club) : await invite(club)
      const link = await invite(club, { phone: undefined })
      expect(await answer(coachId, link.id, true, { token: link.token })).toMatchObject({ state: 'ACCEPTED' })
      expect(await mine(coachId)).toEqual([])
      expect(await read(adminId, open.id)).toMatchObject({ state: 'WITHDRAWN', mayAnswer: false, mayWithdraw: false })
      expect(await trail()).toEqual(['MADE', 'MADE', 'WITHDRAW', 'ACCEPT'])
    },
  )

  test('whose number was invited, and who joined by a link before having it, is not asked again', async () => {
    const club = await givenClub()
    const { coachId, adminId } = club
    const open = await invite(club, { phone: '13612345679' })
    const link = await invite(club, { phone: undefined })
    await answer(coachId, link.id, true, { token: link.token })
    await db.update(users).set({ phone: '13612345679' }).where(eq(users.id, coachId))
    expect(await runJob(server, tendInvitations)).toEqual([])
    expect(await mine(coachId)).toEqual([])
    expect(await read(adminId, open.id)).toMatchObject({ state: 'WITHDRAWN' })
    expect((await told()).filter(([receiver]) => receiver === coachId)).toEqual([])
  })

  test('answers until the last moment of the seventh day', async () => {
    const club = await givenClub()
    const { id } = await invite(club)
    wait(END - 1)
    expect(await answer(club.coachId, id, true)).toMatchObject({ state: 'ACCEPTED' })
  })

  test.each([END, END + 1])('no longer answers at its end: %s', async (at) => {
    const club = await givenClub()
    const { id } = await invite(club)
    wait(at)
    const refusal = { status: 409, code: 'company_invitation_expired', message: '这份邀请已过期' }
    await expectRefusal(db, () => answer(club.coachId, id, true), refusal)
    await expectRefusal(db, () => withdraw(club.adminId, id), refusal)
    expect(await mine(club.coachId)).toEqual([])
    expect(await read(club.coachId, id)).toMatchObject({ state: 'EXPIRED' })
  })

  test('agrees to what was seen: changed terms refuse, and the coach is told', async () => {
    const club = await givenClub()
    const { coachId, adminId, courseIds } = club
    const { id } = await invite(club)
    const terms = { courseIds: courseIds.slice(1), venueIds: [] }
    const change = (revision: number, actorId = adminId) =>
      signedInAs(actorId)(api.changeInvitation, { params: { id }, body: { ...terms, revision } })
    await expectRefusal(db, () => change(0, coachId), { status: 403, code: 'action_forbidden' })
    expect(await change(0)).toMatchObject({ revision: 1, courses: [{ id: courseIds[1] }], venues: [] })
    const refusal = {
      status: 409,
      code: 'revision_outdated',
      data: { revision: 1, changes: ['可教课程已修改', '授课场馆已修改'] },
    }
    await expectRefusal(db, () => answer(coachId, id, true), refusal)
    await expectRefusal(db, () => change(0), { status: 409, code: 'revision_outdated' })
    expect((await told()).at(-1)).toEqual([coachId, '邀请的条件有更新'])
    await answer(coachId, id, true, { revision: 1 })
    expect(await db.select().from(coachCourses).where(eq(coachCourses.coachId, coachId))).toMatchObject(
      terms.courseIds.map((courseId) => ({ courseId })),
    )
  })

  test('finds it withdrawn', async () => {
    const club = await givenClub()
    const { id } = await invite(club)
    await expectRefusal(db, () => withdraw(club.coachId, id), { status: 403, code: 'action_forbidden' })
    expect(await withdraw(club.adminId, id)).toMatchObject({ state: 'WITHDRAWN' })
    expect(await withdraw(club.adminId, id)).toMatchObject({ state: 'WITHDRAWN' })
    const refusal = { status: 409, code: 'company_invitation_withdrawn', message: '这份邀请已撤回' }
    for (const agree of [true, false]) await expectRefusal(db, () => answer(club.coachId, id, agree), refusal)
    expect(await trail()).toEqual(['MADE', 'WITHDRAW'])
  })
})

describe('a coach who asks', () => {
  test('joins by the terms that the admin chooses', async () => {
    const club = await givenClub()
    const { coachId, adminId, courseIds } = club
    const { id } = await apply(club)
    expect(await apply(club)).toMatchObject({ id, mayWithdraw: true })
    expect(await told()).toMatchObject([[adminId, expect.stringContaining('申请加入俱乐部')]])
    await expectRefusal(db, () => answer(coachId, id, true), { status: 403, code: 'action_forbidden' })
    await expectRefusal(db, () => invite(club), { status: 409, code: 'company_invitation_open' })
    expect(await read(adminId, id)).toMatchObject({ mayAnswer: true, choices: { courses: [{}, {}] } })
    expect(await answer(adminId, id, true, { courseIds: courseIds.slice(0, 1) })).toMatchObject({ state: 'ACCEPTED' })
    expect(await isMember(club, coachId)).toBe(true)
    expect(await db.$count(coachCourses, eq(coachCourses.coachId, coachId))).toBe(1)
    expect((await told()).at(-1)).toEqual([coachId, '加入申请已通过'])
  })

  test('is refused, or takes it back', async () => {
    const club = await givenClub()
    const refused = await apply(club)
    expect(await answer(club.adminId, refused.id, false)).toMatchObject({ state: 'REFUSED' })
    const taken = await apply(club)
    expect(await withdraw(club.coachId, taken.id)).toMatchObject({ state: 'WITHDRAWN' })
    await expectRefusal(db, () => answer(club.adminId, taken.id, true), { code: 'company_invitation_withdrawn' })
    expect(await isMember(club, club.coachId)).toBe(false)
  })

  test('cannot ask where an invitation waits, nor a company of one', async () => {
    const club = await givenClub()
    await invite(club)
    await expectRefusal(db, () => apply(club), { status: 409, code: 'company_invitation_open' })
    const { companyId } = await givenCompany(db, { isPerson: true })
    await expectRefusal(db, () => apply({ ...club, companyId }), { status: 404, code: 'company_not_found' })
  })
})

describe('nobody else', () => {
  test('reads or answers it, and only the admin invites, finds and lists', async () => {
    const club = await givenClub()
    const { id } = await invite(club)
    const stranger = await givenCoach(db, { verified: 1 })
    const colleague = await givenCoach(db, { companyId: club.companyId })
    const gone = { status: 404, code: 'company_invitation_not_found' }
    const list = (actorId: string) =>
      signedInAs(actorId)(api.invitationsOfCompany, { params: { id: club.companyId }, query: { current: 1, rows: 10 } })
    for (const actorId of [stranger, colleague]) {
      await expectRefusal(db, () => read(actorId, id), gone)
      await expectRefusal(db, () => answer(actorId, id, true), gone)
      await expectRefusal(db, () => withdraw(actorId, id), gone)
      const forbidden = { status: 403, code: 'action_forbidden' }
      await expectRefusal(db, () => invite({ ...club, adminId: actorId }), forbidden)
      await expectRefusal(db, () => find({ ...club, adminId: actorId }), forbidden)
      await expectRefusal(db, () => list(actorId), forbidden)
    }
    expect((await list(club.adminId)).rows).toMatchObject([{ id, coach: { id: club.coachId }, phone: null }])
  })

  test('is offered: what the company does not teach, or where the admin does not', async () => {
    const club = await givenClub()
    const { companyId } = await givenCompany(db)
    const refusal = { status: 400, code: 'company_term_unknown' }
    const courseIds = [await givenCourse(db, { companyId })]
    await expectRefusal(db, () => invite(club, { courseIds }), refusal)
    const { venueId } = await givenVenue(db)
    await expectRefusal(db, () => invite(club, { venueIds: [venueId] }), refusal)
  })
})

describe('what clashes', () => {
  test('is told before and at sending, at asking and at agreeing', async () => {
    const club = await givenClub()
    const { coachId, adminId, companyId } = club
    expect(await find(club)).toMatchObject({ result: 'READY', coach: { id: coachId, clubs: [] } })
    const { id } = await invite(club)
    const both = async (result: string, refusal: object) => {
      expect(await find(club)).toMatchObject({ result })
      for (const call of [() => invite(club, { venueIds: [] }), () => apply(club), () => answer(coachId, id, true)])
        await expectRefusal(db, call, refusal)
    }
    await db.update(users).set({ verified: 0 }).where(eq(users.id, coachId))
    const unverified = { status: 409, code: 'coach_not_verified', message: '还没认证，认证通过后才能排课' }
    await both('UNVERIFIED', unverified)
    await db.update(users).set({ verified: 1 }).where(eq(users.id, coachId))
    const barred = { status: 409, code: 'company_joining_barred' }
    await db.insert(blacklistEntries).values({ ownerId: coachId, targetId: adminId })
    await both('UNAVAILABLE', barred)
    await db.delete(blacklistEntries)
    await db.insert(companyMembers).values({ companyId, userId: coachId })
    await both('MEMBER', { status: 409, code: 'company_coach_already', message: '已经是本俱乐部教练' })
    await db.delete(companyMembers).where(eq(companyMembers.userId, coachId))
    expect(await answer(coachId, id, true)).toMatchObject({ state: 'ACCEPTED' })
  })

  test('a suspended coach is not invited, and an unknown number says nothing', async () => {
    const club = await givenClub()
    const staffId = await givenStaff(db, { kind: 'operator' })
    await db.insert(userSuspensions).values({ userId: club.coachId, reason: '违规', staffId })
    expect(await find(club)).toEqual({ result: 'UNAVAILABLE', coach: null })
    await expectRefusal(db, () => invite(club), { status: 409, code: 'company_joining_barred' })
    expect(await find(club, '13600000000')).toEqual({ result: 'UNKNOWN', coach: null })
    await givenPlayer(db, { phone: '13611111111' })
    expect(await find(club, '13611111111')).toEqual({ result: 'UNVERIFIED', coach: null })
    await expectRefusal(db, () => find(club, '136'), { status: 400, code: 'phone_invalid' })
  })
})

describe('a number that nobody has registered', () => {
  test('is masked for the admin, and its owner finds the invitation after registering', async () => {
    const club = await givenClub()
    const phone = '13677778888'
    const made = await invite(club, { phone })
    expect(made).toMatchObject({ coach: null, phone: '136****8888', state: 'PENDING' })
    expect(await invite(club, { phone })).toMatchObject({ id: made.id })
    const form = { username: 'new_coach', password: 'demo1234', nickname: '新教练', phone }
    const { userId } = (await server.call(registerAccount, { body: form })).userInfo
    expect(await mine(userId)).toMatchObject([{ id: made.id, phone: null }])
    await expectRefusal(db, () => answer(userId, made.id, true), { code: 'coach_not_verified' })

    expect(await runJob(server, tendInvitations)).toEqual([])
    expect(await runJob(server, tendInvitations)).toEqual([])
    expect((await told()).filter(([receiver]) => receiver === userId)).toEqual([[userId, '青杉邀请您加入']])
    await db.update(users).set({ userType: 1, verified: 1 }).where(eq(users.id, userId))
    expect(await answer(userId, made.id, true)).toMatchObject({ state: 'ACCEPTED' })
    expect(await db.select().from(companyInvitations)).toMatchObject([{ coachId: userId, phone: null }])
  })

  test('is forgotten after 30 days, and the invitation expires by the clock', async () => {
    const club = await givenClub()
    await invite(club, { phone: '13677778888' })
    wait(END)
    await runJob(server, tendInvitations)
    expect(await db.select().from(companyInvitations)).toMatchObject([{ state: 'EXPIRED', phone: '13677778888' }])
    expect(await trail()).toEqual(['MADE', 'EXPIRE'])
    wait(TEST_NOW.getTime() + 30 * 86_400_000)
    await runJob(server, tendInvitations)
    expect(await db.$count(companyInvitations)).toBe(0)
  })
})

describe('a link', () => {
  test('shows the invitation to who holds its token, and takes one coach', async () => {
    const club = await givenClub()
    const made = await invite(club, { phone: undefined })
    const token = made.token ?? ''
    expect(token).toHaveLength(22)
    expect(await invite(club, { phone: undefined })).toMatchObject({ id: made.id, token })
    const other = await givenCoach(db, { verified: 1 })
    await expectRefusal(db, () => read(other, made.id), { code: 'company_invitation_not_found' })
    await expectRefusal(db, () => read(other, made.id, 'x'.repeat(22)), { code: 'company_invitation_not_found' })
    expect(await read(other, made.id, token)).toMatchObject({ mayAnswer: true, token: null })
    await answer(club.coachId, made.id, true, { token })
    await expectRefusal(db, () => answer(other, made.id, true, { token }), { code: 'company_invitation_answered' })
    await expectRefusal(db, () => read(other, made.id, token), { code: 'company_invitation_answered' })
    await expectRefusal(db, () => read(other, made.id), { code: 'company_invitation_not_found' })
    expect(await isMember(club, other)).toBe(false)
  })

  test('is not used up by the refusal of who cannot join by it', async () => {
    const club = await givenClub()
    const { id, token } = await invite(club, { phone: undefined })
    const unverified = await givenCoach(db)
    const member = await givenCoach(db, { verified: 1, companyId: club.companyId })
    const blocked = await givenCoach(db, { verified: 1 })
    await db.insert(blacklistEntries).values({ ownerId: blocked, targetId: club.adminId })
    for (const [actorId, code] of [
      [await givenPlayer(db), 'coach_not_verified'],
      [unverified, 'coach_not_verified'],
      [member, 'company_coach_already'],
      [blocked, 'company_joining_barred'],
    ] as const) {
      expect(await read(actorId, id, token ?? '')).toMatchObject({ mayAnswer: false, joiningFault: code })
      for (const agree of [false, true]) await expectRefusal(db, () => answer(actorId, id, agree, { token }), { code })
    }
    expect(await told()).toEqual([])
    expect(await read(club.coachId, id, token ?? '')).toMatchObject({ mayAnswer: true, joiningFault: null })
    await answer(club.coachId, id, false, { token })
    expect(await told()).toEqual([[club.adminId, '教练没有加入']])
  })

  test('who was asked by number may refuse also while they cannot join', async () => {
    const club = await givenClub()
    const playerId = await givenPlayer(db, { phone: '13612345699' })
    const [made] = await db
      .insert(companyInvitations)
      .values({
        companyId: club.companyId,
        kind: 'INVITE',
        phone: '13612345699',
        courseIds: [],
        venueIds: [],
        expiresAt: new Date(END),
        createdAt: TEST_NOW,
      })
      .returning()
    const id = made?.id ?? ''
    expect(await read(playerId, id)).toMatchObject({ mayAnswer: true, joiningFault: 'coach_not_verified' })
    expect(await answer(playerId, id, false)).toMatchObject({ state: 'REFUSED', joiningFault: null })
  })
})

describe('of 20 presses at once one counts', () => {
  const twenty = async (press: () => Promise<unknown>) => {
    const ends = await Promise.allSettled(Array.from({ length: 20 }, press))
    return ends.filter(({ status }) => status === 'fulfilled').length
  }

  test('when inviting, agreeing, refusing and withdrawing', async () => {
    const club = await givenClub()
    expect(await twenty(() => invite(club))).toBe(20)
    const [row] = await db.select().from(companyInvitations)
    const id = row?.id ?? ''
    expect(await db.$count(companyInvitations)).toBe(1)
    expect(await twenty(() => answer(club.coachId, id, true))).toBe(20)
    expect(await trail()).toEqual(['MADE', 'ACCEPT'])
    expect((await told()).filter(([, title]) => title === '教练已加入')).toHaveLength(1)
    await expectRefusal(db, () => withdraw(club.adminId, id), { code: 'company_invitation_answered' })
    const [first, second] = [await givenCoach(db, { phone: '13600000001', verified: 1 }), '13600000002']
    const refused = await invite(club, { phone: '13600000001' })
    expect(await twenty(() => answer(first, refused.id, false))).toBe(20)
    const withdrawn = await invite(club, { phone: second })
    expect(await twenty(() => withdraw(club.adminId, withdrawn.id))).toBe(20)
    expect((await trail()).slice(2)).toEqual(['MADE', 'REFUSE', 'MADE', 'WITHDRAW'])
  })

  test('and of different ones the first', async () => {
    const club = await givenClub()
    const { id } = await apply(club)
    let turn = 0
    const presses = [
      () => answer(club.adminId, id, true),
      () => answer(club.adminId, id, false),
      () => withdraw(club.coachId, id),
    ]
    await twenty(() => presses[turn++ % 3]?.() ?? Promise.reject(new Error('none')))
    expect(await trail()).toHaveLength(2)
    const [row] = await db.select().from(companyInvitations)
    expect(await isMember(club, club.coachId)).toBe(row?.state === 'ACCEPTED')
  })
})

describe('the userType follows the clubs', () => {
  test('a second club makes a contracted coach, leaving it a coach of one again, and they may come back', async () => {
    const club = await givenClub()
    const { coachId } = club
    const { companyId: first } = await givenCompany(db, { companyName: '江岸' })
    await db.insert(companyMembers).values({ companyId: first, userId: coachId })
    expect(await find(club)).toMatchObject({ coach: { clubs: ['江岸'] } })
    const { id } = await invite(club)
    expect(await read(coachId, id)).toMatchObject({ otherClubs: ['江岸'] })
    await answer(coachId, id, true)
    expect(await userTypeOf(coachId)).toBe(2)
    await signedInAs(coachId)(leaveCompany, { body: { companyId: club.companyId } })
    expect(await userTypeOf(coachId)).toBe(1)
    await answer(coachId, (await invite(club)).id, true)
    expect([await userTypeOf(coachId), await isMember(club, coachId)]).toEqual([2, true])
  })

  test('an admin stays one, also when the role comes at the same moment', async () => {
    for (let round = 0; round < 6; round++) {
      await db.update(users).set({ phone: null })
      const club = await givenClub(`青杉 ${round}`)
      const first = await givenCompany(db)
      await db.insert(companyMembers).values({ companyId: first.companyId, userId: club.coachId })
      const { id } = await invite(club)
      const body = { companyId: first.companyId, coachId: club.coachId }
      const [handed] = await Promise.allSettled([
        signedInAs(first.adminId)(changeCompanyAdmin, { body }),
        answer(club.coachId, id, true),
      ])
      expect(await userTypeOf(club.coachId)).toBe(handed.status === 'fulfilled' ? 1 : 2)
    }
  })
})
