import { getPlayerView } from '@paidang/api/areas/profile'
import { expect, test } from 'vitest'
import { givenCoach, givenPlayer, givenScene } from '../../testing/builders.ts'
import { type GivenBall, givenBall } from '../../testing/given-ball.ts'
import { givenInvitation } from '../../testing/given-invitation.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { seats } from '../classes/tables.ts'

const now = new Date('2026-05-01T12:00:00+08:00')
const { db, call, signedInAs, asStaff, request, tokenOf } = await startTestServer({ now })

const view = (id: string, by: string) => signedInAs(by)(getPlayerView, { params: { id } })

test('a user sees his own profile, the phone masked', async () => {
  const id = await givenPlayer(db, {
    nickname: '安娜',
    avatar: 'public/avatars/1.webp',
    phone: '13800000001',
    wechatId: 'anna-wechat',
    gender: 0,
    region: '上海市 浦东新区',
    handedness: 1,
    backhandStyle: 'single',
    level: 4.5,
    description: '周末打球',
    verified: 1,
  })
  expect(await view(id, id)).toEqual({
    id,
    userType: 0,
    nickname: '安娜',
    avatar: 'public/avatars/1.webp',
    gender: 0,
    region: '上海市 浦东新区',
    handedness: 1,
    backhandStyle: 'single',
    level: 4.5,
    description: '周末打球',
    verified: 1,
    likesCount: 0,
    wechatId: 'anna-wechat',
    phone: '138****0001',
    classesCount: 0,
    ballsCount: 0,
  })
})

test('who gave neither phone nor WeChat id shows none, and the rest stands at its default', async () => {
  const id = await givenPlayer(db, { phone: null, openId: null })
  expect(await view(id, id)).toMatchObject({
    phone: null,
    wechatId: null,
    avatar: null,
    gender: 1,
    handedness: 0,
    backhandStyle: 'double',
    level: 3,
    verified: 0,
  })
})

test('others never see the phone, and the WeChat id only when its owner shows it', async () => {
  const by = await givenPlayer(db)
  const hidden = await givenPlayer(db, { wechatId: 'hidden-wechat' })
  const open = await givenCoach(db, { wechatId: 'open-wechat', wechatIdOpen: true })
  expect(await view(hidden, by)).toMatchObject({ phone: null, wechatId: null, userType: 0 })
  expect(await view(open, by)).toMatchObject({ phone: null, wechatId: 'open-wechat', userType: 1 })
})

test('not even his own answer holds the whole phone, the open id or the union id', async () => {
  const id = await givenPlayer(db, { phone: '13812345678', openId: 'secret-openid', unionId: 'secret-unionid' })
  for (const by of [id, await givenPlayer(db)]) {
    const { statusCode, body } = await request({
      method: 'GET',
      url: `/aaapi/app-users/get-plaperVO/${id}`,
      headers: { authorization: `Bearer ${await tokenOf(by)}` },
    })
    expect(statusCode).toBe(200)
    expect(body).not.toMatch(/13812345678|secret-/)
  }
})

test('completed classes count for those who took part and for the coach, others do not', async () => {
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

test('nobody is found under an unknown id or the guest’s', async () => {
  const by = await givenPlayer(db)
  for (const id of ['123456', '9223372036854775807']) {
    await expect(view(id, by)).rejects.toMatchObject({ status: 404, code: 'user_not_found', message: '用户不存在' })
  }
})

test('what is no id is refused before anything is looked up', async () => {
  const by = await givenPlayer(db)
  for (const id of ['defaultUserId', '0', '9223372036854775808', '１']) {
    await expect(view(id, by)).rejects.toMatchObject({ status: 400, code: 'input_invalid', message: '参数错误' })
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
