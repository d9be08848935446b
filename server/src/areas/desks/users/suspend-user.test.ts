import { createByPlayer } from '@paidang/api/areas/activities/class-actions'
import { queryUsers, readManagedUser, restoreUser, suspendUser } from '@paidang/api/areas/desks/admin-users'
import { h5Login, refreshToken, wxLogin } from '@paidang/api/areas/people/auth'
import { coachesOfVenue } from '@paidang/api/areas/places/venues'
import { searchAll } from '@paidang/api/areas/views/home'
import { expect, test } from 'vitest'
import { staffAuditEvents } from '../../../tables/audit-log.ts'
import { loginSessions } from '../../../tables/auth.ts'
import { invitations } from '../../../tables/classes.ts'
import { messages } from '../../../tables/messages.ts'
import { givenCoach, givenLogin, givenPlayer, givenScene, TOMORROW } from '../../../testing/builders.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const ROUNDS = raceRounds(20)

const { app, db, call, clock, another, asStaff, signedInAs } = await startTestServer()

const refusalOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'no refusal',
    (error: unknown) => error,
  )
const suspended = (until: string | null = null) => ({
  status: 400,
  code: 'account_suspended',
  message: '账号已停用，请联系客服',
  data: { until },
})
const suspend = (id: string, lastDay: string | null = null) =>
  asStaff('operator')(suspendUser, { params: { id }, body: { reason: '多次爽约', lastDay } })
const ask = (server: typeof app, token: string) =>
  server.inject({ url: '/aaapi/auth/account', headers: { authorization: `Bearer ${token}` } })

async function withLogIn() {
  const userId = await givenPlayer(db)
  const { username, password } = await givenLogin(db, { userId })
  const logIn = () => call(h5Login, { body: { username, password } })
  return { userId, logIn }
}

test('the tokens of a suspended user no longer open anything, also on another process', async () => {
  const { userId, logIn } = await withLogIn()
  const { tokens } = await logIn()
  const other = await another()
  expect([(await ask(app, tokens.token)).statusCode, (await ask(other, tokens.token)).statusCode]).toEqual([200, 200])
  await suspend(userId)
  expect((await ask(app, tokens.token)).statusCode).toBe(401)
  await expect.poll(async () => (await ask(other, tokens.token)).statusCode).toBe(401)
})

test('a suspended user cannot log in by password, by WeChat, or with the refresh token', async () => {
  const { tokens, userInfo } = await call(wxLogin, { body: { code: 'sim:wang:1' } })
  const { username, password } = await givenLogin(db, { userId: userInfo.userId })
  await suspend(userInfo.userId)
  expect(await refusalOf(call(h5Login, { body: { username, password } }))).toMatchObject(suspended())
  expect(await refusalOf(call(refreshToken, { body: { refreshToken: tokens.refreshToken } }))).toMatchObject({
    status: 401,
  })
  expect(await refusalOf(call(wxLogin, { body: { code: 'sim:wang:2' } }))).toMatchObject(suspended())
})

test('a wrong password gets the usual answer, so nobody learns who is suspended', async () => {
  const { userId, logIn } = await withLogIn()
  const { username } = await givenLogin(db, { userId: await givenPlayer(db) })
  await suspend(userId)
  expect(await refusalOf(call(h5Login, { body: { username, password: 'wrong' } }))).toMatchObject({
    code: 'login_wrong',
  })
  expect(await refusalOf(logIn())).toMatchObject({ code: 'account_suspended' })
})

test('a suspension lasts to the end of its day, then ends by itself, and a new one is possible', async () => {
  const { userId, logIn } = await withLogIn()
  const detail = await suspend(userId, '2026-05-03')
  expect(detail).toMatchObject({ state: 'SUSPENDED', suspensions: [{ until: '2026-05-03T16:00:00.000Z' }] })
  clock.set(new Date('2026-05-03T23:59:59+08:00'))
  expect(await refusalOf(logIn())).toMatchObject(suspended('2026-05-03T16:00:00.000Z'))
  clock.set(new Date('2026-05-04T00:00:00+08:00'))
  await logIn()
  expect(await asStaff('operator')(readManagedUser, { params: { id: userId } })).toMatchObject({ state: 'NORMAL' })
  const again = await suspend(userId)
  expect(again.suspensions).toMatchObject([
    { until: null, endedAt: null },
    { endedAt: '2026-05-03T16:00:00.000Z', endedByName: null },
  ])
})

test('a restored user can log in again; both actions are in the audit log, and the user is notified of both', async () => {
  const { userId, logIn } = await withLogIn()
  await suspend(userId)
  const restore = () => asStaff('operator')(restoreUser, { params: { id: userId } })
  expect(await restore()).toMatchObject({ state: 'NORMAL' })
  await restore()
  await logIn()
  expect(
    await db.select({ action: staffAuditEvents.action }).from(staffAuditEvents).orderBy(staffAuditEvents.id),
  ).toEqual([{ action: 'user.suspend' }, { action: 'user.restore' }])
  const told = await db
    .select({ receiverId: messages.receiverId, content: messages.content })
    .from(messages)
    .orderBy(messages.id)
  expect(told).toEqual([
    { receiverId: userId, content: '您的账号已停用（长期），原因：多次爽约' },
    { receiverId: userId, content: '您的账号已恢复，可以正常登录和使用' },
  ])
})

test.each([
  ['without a reason', { reason: '  ', lastDay: null }, 'input_invalid'],
  ['until yesterday', { reason: '爽约', lastDay: '2026-04-30' }, 'suspension_day_past'],
])('nobody is suspended %s', async (_case, body, code) => {
  const id = await givenPlayer(db)
  expect(await refusalOf(asStaff('operator')(suspendUser, { params: { id }, body }))).toMatchObject({ code })
})

test('a user is suspended once, even when two operators do it simultaneously', async () => {
  const userId = await givenPlayer(db)
  const refused = { reason: { status: 409, code: 'account_suspended_already' } }
  for (let round = 0; round < ROUNDS; round++) {
    const results = await Promise.allSettled([suspend(userId), suspend(userId)])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject(refused)
    await asStaff('senior')(restoreUser, { params: { id: userId } })
  }
})

test('a log-in that begins during the suspension is refused, or ends with the others', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { userId, logIn } = await withLogIn()
    await Promise.allSettled([logIn(), suspend(userId)])
    const standing = await db.select({ id: loginSessions.id, revokedAt: loginSessions.revokedAt }).from(loginSessions)
    expect(standing.filter(({ revokedAt }) => revokedAt === null)).toEqual([])
  }
})

test('no new player can book or find a suspended coach; agreed classes stay', async () => {
  const { coachId, courseId, venueId, playerId } = await givenScene(db)
  const ask = signedInAs(playerId)
  const book = (beginTimeSlot: number) =>
    ask(createByPlayer, {
      body: {
        coachId,
        courseDesignId: courseId,
        stadiumId: venueId,
        selectedCourt: 0,
        courseDate: TOMORROW,
        beginTimeSlot,
        endTimeSlot: beginTimeSlot + 2,
      },
    })
  const agreed = await book(20)
  const found = async () => (await ask(searchAll, { query: { keyword: '教练' } })).coaches.map(({ id }) => id)
  const atVenue = async () => (await ask(coachesOfVenue, { params: { id: venueId } })).map(({ id }) => id)
  expect([await found(), await atVenue()]).toEqual([
    expect.arrayContaining([coachId]),
    expect.arrayContaining([coachId]),
  ])
  await suspend(coachId)
  expect(await refusalOf(book(30))).toMatchObject({ status: 409, code: 'coach_unavailable' })
  expect([await found(), await atVenue()]).toEqual([
    expect.not.arrayContaining([coachId]),
    expect.not.arrayContaining([coachId]),
  ])
  const standing = await db.select({ id: invitations.id, status: invitations.invitationStatus }).from(invitations)
  expect(standing).toEqual([{ id: agreed.id, status: 'PENDING' }])
})

test('operators find suspended users', async () => {
  const [kept, coachId] = [await givenPlayer(db), await givenCoach(db)]
  await suspend(kept)
  const list = async (query: object) => {
    const { rows } = await asStaff('operator')(queryUsers, { query: { current: 1, rows: 10, ...query } })
    return rows.map(({ id }) => id)
  }
  expect([await list({ state: 'SUSPENDED' }), await list({ state: 'NORMAL' })]).toEqual([[kept], [coachId]])
})
