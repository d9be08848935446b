import { getBallDetail } from '@paidang/api/areas/activities/balls'
import { getFullInfo } from '@paidang/api/areas/activities/classes'
import { inviteStudent, openStudentInvitation } from '@paidang/api/areas/activities/student-invitations'
import { exportOwnData } from '@paidang/api/areas/desks/accounts'
import { readManagedUser } from '@paidang/api/areas/desks/admin-users'
import { getPlayerView } from '@paidang/api/areas/people/profile'
import { savePlayer } from '@paidang/api/areas/people/registration'
import { findCoachToInvite } from '@paidang/api/areas/places/company-invitations'
import type { Attendance } from '@paidang/domain/areas/activities/classes/invitation'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ballParticipants } from '../../../tables/balls.ts'
import { blacklistEntries } from '../../../tables/blacklist.ts'
import { seats } from '../../../tables/classes.ts'
import { users } from '../../../tables/identities.ts'
import { givenCoach, givenCompany, givenPlayer, givenRelation, givenScene } from '../../../testing/builders.ts'
import { type GivenBall, givenBall } from '../../../testing/given-ball.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { givenLevel, givenRegistered } from '../../../testing/given-people.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const now = new Date('2026-05-01T12:00:00+08:00')
const { app, db, another, call, signedInAs, asStaff, request, tokenOf } = await startTestServer({ now })

const view = (id: string, actorId: string) => signedInAs(actorId)(getPlayerView, { params: { id } })

test('a user sees their own profile, with the phone masked', async () => {
  const id = await givenRegistered(db, {
    nickname: '安娜',
    avatar: 'public/avatars/1.webp',
    phone: '13800000001',
    wechatId: 'anna-wechat',
    gender: 0,
    region: '上海市 浦东新区',
    handedness: 1,
    handStated: true,
    backhandStyle: 'single',
    backhandStated: true,
    level: 4.5,
    description: '周末打球',
    verified: 1,
    nicePhotos: 'public/photos/1.webp, public/photos/2.webp',
  })
  expect(await view(id, id)).toEqual({
    id,
    userType: 0,
    nickname: '安娜',
    avatar: 'public/avatars/1.webp',
    avatarAbsUrl: 'http://localhost:80/aaapi/files/public/avatars/1.webp',
    gender: 0,
    region: '上海市 浦东新区',
    handedness: 1,
    backhandStyle: 'single',
    level: 4.5,
    description: '周末打球',
    verified: 1,
    likesCount: 0,
    wechatId: 'anna-wechat',
    wechatIdOpen: false,
    phone: '138****0001',
    nicePhotos: 'public/photos/1.webp,public/photos/2.webp',
    nicePhotosAbsUrl:
      'http://localhost:80/aaapi/files/public/photos/1.webp,http://localhost:80/aaapi/files/public/photos/2.webp',
    nicePhotosList: [
      { relativePath: 'public/photos/1.webp', url: 'http://localhost:80/aaapi/files/public/photos/1.webp' },
      { relativePath: 'public/photos/2.webp', url: 'http://localhost:80/aaapi/files/public/photos/2.webp' },
    ],
    registerTypes: ['player'],
    classesCount: 0,
    ballsCount: 0,
    partnersCount: 0,
    pending: [],
    attendance: null,
    revision: 0,
  })
})

test('nobody else learns how often a profile was changed', async () => {
  const [id, other] = [await givenPlayer(db), await givenCoach(db)]
  await givenRelation(db, other, id)
  expect(await view(id, id)).toMatchObject({ revision: 0 })
  expect(await view(id, other)).not.toHaveProperty('revision')
})

test('a user without phone and WeChat id shows none, and other fields have their defaults', async () => {
  const id = await givenPlayer(db, { phone: null, openId: null })
  expect(await view(id, id)).toMatchObject({
    phone: null,
    wechatId: null,
    avatar: null,
    avatarAbsUrl: null,
    nicePhotos: '',
    nicePhotosAbsUrl: '',
    nicePhotosList: [],
    registerTypes: [],
    gender: 1,
    handedness: 0,
    backhandStyle: 'double',
    level: 3,
    verified: 0,
  })
})

test('people with a tie to a user never see the phone, and the WeChat id only when the owner shows it', async () => {
  const actorId = await givenPlayer(db)
  const hidden = await givenPlayer(db, { wechatId: 'hidden-wechat' })
  const open = await givenCoach(db, { wechatId: 'open-wechat', wechatIdOpen: true })
  for (const other of [hidden, open]) await givenRelation(db, actorId, other)
  expect(await view(hidden, actorId)).toMatchObject({ phone: null, wechatId: null, userType: 0 })
  expect(await view(open, actorId)).toMatchObject({ phone: null, wechatId: 'open-wechat', userType: 1 })
})

test('even a user’s own answer does not contain the whole phone, the open id or the union id', async () => {
  const id = await givenPlayer(db, { phone: '13812345678', openId: 'secret-openid', unionId: 'secret-unionid' })
  for (const actorId of [id, await givenPlayer(db)]) {
    const { statusCode, body } = await request({
      method: 'GET',
      url: `/aaapi/app-users/get-plaperVO/${id}`,
      headers: { authorization: `Bearer ${await tokenOf(actorId)}` },
    })
    expect(statusCode).toBe(200)
    expect(body).not.toMatch(/13812345678|secret-/)
  }
})

test('completed classes count for the people who took part and for the coach; other classes do not count', async () => {
  const scene = await givenScene(db)
  const { coachId, playerId } = scene
  const joiner = await givenPlayer(db)
  const leaver = await givenPlayer(db)
  const joined = await givenInvitation(db, {
    scene,
    status: 'COMPLETED',
    courseDate: '2026-04-20',
    joiners: [{ userId: joiner }],
  })
  await db.insert(seats).values({ invitationId: joined, userId: leaver, state: 'LEFT', heldSessions: 0 })
  await givenInvitation(db, { scene, status: 'COMPLETED', courseDate: '2026-04-21' })
  await givenInvitation(db, { scene, status: 'CONFIRMED' })
  await givenInvitation(db, { scene, status: 'CANCELLED', beginTimeSlot: 24 })
  const counts = async (id: string) => (await view(id, joiner)).classesCount
  expect([await counts(coachId), await counts(playerId), await counts(joiner), await counts(leaver)]).toEqual([
    2, 2, 1, 0,
  ])
})

test('ball games count once they have begun, unless they were cancelled', async () => {
  const playerId = await givenPlayer(db)
  const initiatorId = await givenPlayer(db)
  const given = (over: Omit<GivenBall, 'playerIds'>, playerIds: [string, ...string[]] = [initiatorId, playerId]) =>
    givenBall(db, { feeFen: 0, activityDate: '2026-04-20', ...over, playerIds })
  await given({ status: 'FINISHED' })
  await given({ status: 'FINISHED', activityDate: '2026-04-21' }, [initiatorId])
  await given({ status: 'CANCELLED' })
  await given({ activityDate: '2026-05-01', beginTimeSlot: 24, endTimeSlot: 25 })
  await given({ activityDate: '2026-05-01', beginTimeSlot: 25, endTimeSlot: 27 })
  await given({ activityDate: '2026-05-02' })
  expect(await view(playerId, playerId)).toMatchObject({ ballsCount: 2, classesCount: 0 })
  expect(await view(initiatorId, playerId)).toMatchObject({ ballsCount: 3 })
})

test('partners are the different people of held classes and played games; attendance is a share of the classes', async () => {
  const scene = await givenScene(db)
  const { coachId, playerId } = scene
  const [mate, absentee, invited] = [await givenPlayer(db), await givenPlayer(db), await givenPlayer(db)]
  const held = (attendance: Attendance, day: string, joiners: { userId: string }[] = []) =>
    givenInvitation(db, { scene, status: 'COMPLETED', courseDate: day, attendance, joiners })
  await held('present', '2026-04-20', [{ userId: mate }])
  await held('late', '2026-04-21', [{ userId: mate }])
  const last = await held('absent', '2026-04-22')
  await db.insert(seats).values({ invitationId: last, userId: invited, state: 'INVITED', heldSessions: 0 })
  const game = { status: 'FINISHED' as const, feeFen: 0, activityDate: '2026-04-23' }
  await givenBall(db, { ...game, playerIds: [mate, playerId, absentee] })
  await db.update(ballParticipants).set({ noShowAt: now }).where(eq(ballParticipants.userId, absentee))
  await givenBall(db, { ...game, activityDate: '2026-05-03', status: 'OPEN', playerIds: [invited, playerId] })
  const numbers = async (id: string) => {
    const { partnersCount, attendance } = await view(id, mate)
    return [partnersCount, attendance]
  }
  expect(await numbers(playerId)).toEqual([2, 67])
  expect(await numbers(coachId)).toEqual([2, null])
  expect(await numbers(mate)).toEqual([2, null])
  expect(await numbers(absentee)).toEqual([0, null])
  expect(await numbers(invited)).toEqual([0, null])
})

test('a coach is registered as a coach, and as a player after completing that registration too', async () => {
  const actorId = await givenPlayer(db)
  expect(await view(await givenCoach(db), actorId)).toMatchObject({ registerTypes: ['coach'] })
  const both = await givenRegistered(db, { userType: 1 })
  expect(await view(both, actorId)).toMatchObject({ registerTypes: ['player', 'coach'] })
})

test('picture addresses use the host that the caller reached, also through a trusted proxy', async () => {
  const id = await givenPlayer(db, { avatar: 'public/avatars/1.webp' })
  const proxied = await another({ trustProxy: ['127.0.0.1'] })
  const headers = {
    authorization: `Bearer ${await tokenOf(id)}`,
    host: 'inner:8080',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'paidang.example',
  }
  const urlAt = async (at: typeof app) =>
    (await at.inject({ url: `/aaapi/app-users/get-plaperVO/${id}`, headers })).json().data.avatarAbsUrl
  expect(await urlAt(proxied)).toBe('https://paidang.example/aaapi/files/public/avatars/1.webp')
  expect(await urlAt(app)).toBe('http://inner:8080/aaapi/files/public/avatars/1.webp')
})

test('a blocked user does not find the blocker, who still finds the blocked user', async () => {
  const [owner, target] = [await givenPlayer(db), await givenPlayer(db)]
  await db.insert(blacklistEntries).values({ ownerId: owner, targetId: target })
  await expect(view(owner, target)).rejects.toMatchObject({ status: 404, code: 'user_not_found' })
  expect(await view(target, owner)).toMatchObject({ id: target })
})

test('an unknown id and the id of a guest find nobody', async () => {
  const actorId = await givenPlayer(db)
  for (const id of ['123456', '9223372036854775807']) {
    await expect(view(id, actorId)).rejects.toMatchObject({
      status: 404,
      code: 'user_not_found',
      message: '用户不存在',
    })
  }
})

test('an invalid id is refused before any lookup', async () => {
  const actorId = await givenPlayer(db)
  for (const id of ['defaultUserId', '0', '9223372036854775808', '１']) {
    await expect(view(id, actorId)).rejects.toMatchObject({ status: 400, code: 'input_invalid', message: '参数错误' })
  }
})

test('a guest has to log in, and staff are not app users', async () => {
  const params = { id: await givenPlayer(db) }
  await expect(call(getPlayerView, { params })).rejects.toMatchObject({ status: 401, code: 'session_expired' })
  await expect(call(getPlayerView, { params: { id: '123456' } })).rejects.toMatchObject({ status: 401 })
  await expect(asStaff('merchant')(getPlayerView, { params })).rejects.toMatchObject({
    status: 403,
    code: 'action_forbidden',
  })
})

test('a level counts only when it was said, by the person, a coach or results', async () => {
  const [id, coachId] = [await givenPlayer(db), await givenCoach(db)]
  expect(await view(id, coachId)).toMatchObject({ levelIsUnsaid: true })
  await givenLevel(db, { userId: id, level: 3 })
  expect(await view(id, coachId)).not.toHaveProperty('levelIsUnsaid')
})

test('gender, hand and backhand count once they were said, each by itself and the usual ones too', async () => {
  const [id, coachId] = [await givenPlayer(db), await givenCoach(db)]
  await givenLevel(db, { userId: id, level: 3 })
  const inFile = async () => {
    const { base64 } = await signedInAs(id)(exportOwnData, {})
    return JSON.parse(Buffer.from(base64, 'base64').toString()).sections[0].rows[0]
  }
  expect(await view(id, coachId)).toMatchObject({ genderIsUnsaid: true, handIsUnsaid: true, backhandIsUnsaid: true })
  expect(await inFile()).toMatchObject({ gender: null, handedness: null, backhandStyle: null })
  await signedInAs(id)(savePlayer, { body: { handedness: 0 } })
  expect(await view(id, coachId)).toMatchObject({ handedness: 0, backhandIsUnsaid: true })
  expect(await view(id, coachId)).not.toHaveProperty('handIsUnsaid')
  await signedInAs(id)(savePlayer, { body: { backhandStyle: 'double' } })
  expect(await view(id, coachId)).not.toHaveProperty('backhandIsUnsaid')
  await signedInAs(id)(savePlayer, { body: { gender: 1 } })
  expect(await view(id, coachId)).not.toHaveProperty('genderIsUnsaid')
  expect(await inFile()).toMatchObject({ gender: 1, handedness: 0, backhandStyle: 'double' })
})

test('a class, an invitation, a game and the console say which level and hand nobody said', async () => {
  const scene = await givenScene(db)
  const { coachId, playerId, companyId } = scene
  await db.update(users).set({ phone: '13612345678', verified: 1 }).where(eq(users.id, coachId))
  const id = await givenInvitation(db, { scene, at: now })
  const ballId = await givenBall(db, { playerIds: [playerId] })
  const { companyId: elsewhere, adminId: other } = await givenCompany(db)
  const { token } = await signedInAs(coachId)(inviteStudent, { body: { companyId, phone: '13700000088', name: '陈' } })
  const seen = async () => {
    const { responsePlayers } = await signedInAs(coachId)(getFullInfo, { params: { id }, query: {} })
    const { responder } = responsePlayers.find(({ responderId }) => responderId === playerId) ?? {}
    const find = { companyId: elsewhere, phone: '13612345678' }
    const { coach } = await signedInAs(other)(findCoachToInvite, { body: find })
    const opened = await call(openStudentInvitation, { body: { token } })
    const detail = await asStaff('operator')(readManagedUser, { params: { id: playerId } })
    const { seats: places } = await call(getBallDetail, { params: { id: ballId }, query: {} })
    return [responder, coach, opened.coach, detail, places.find(({ user }) => user.id === playerId)]
  }
  const all = (levelIsUnsaid: boolean) => Array.from({ length: 5 }, () => ({ levelIsUnsaid }))
  expect(await seen()).toMatchObject(all(true))
  expect(await seen()).toMatchObject([{ handedness: 0, handIsUnsaid: true }, {}, {}, {}, {}])
  await givenLevel(db, { userId: playerId, level: 3 })
  await givenLevel(db, { userId: coachId, level: 3 })
  await signedInAs(playerId)(savePlayer, { body: { handedness: 0 } })
  expect(await seen()).toMatchObject(all(false))
  expect(await seen()).toMatchObject([{ handedness: 0, handIsUnsaid: false }, {}, {}, {}, {}])
})
