import { coachesOfPlayer } from '@paidang/api/areas/places/relations'
import { expect, test } from 'vitest'
import { seats } from '../../../tables/classes.ts'
import { companyMembers } from '../../../tables/companies.ts'
import { coachVenues } from '../../../tables/venues.ts'
import {
  givenCoach,
  givenCompany,
  givenContract,
  givenCourse,
  givenPlayer,
  givenRelation,
  givenScene,
  givenVenue,
} from '../../../testing/builders.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, call, signedInAs, asStaff, request, tokenOf } = await startTestServer()

const coachesOf = (playerId: string) => signedInAs(playerId)(coachesOfPlayer, { params: { playerId } })

test('a player sees each of their coaches with company, courses, venues and shared classes', async () => {
  const adminId = await givenCoach(db)
  const { companyId } = await givenCompany(db, { companyName: '东方网球俱乐部', adminId })
  const coachId = await givenCoach(db, { companyId, nickname: '林教练', avatar: 'public/avatars/7.webp' })
  const basics = await givenCourse(db, { companyId, coachIds: [coachId, adminId] })
  const advanced = await givenCourse(db, { companyId, coachIds: [coachId] })
  await givenCourse(db, { companyId, coachIds: [coachId], delFlag: true })
  await givenCourse(db, { companyId, coachIds: [adminId] })
  const xuhui = await givenVenue(db, { name: '徐汇球馆', coachIds: [coachId], courts: 3 })
  const bailu = await givenVenue(db, { name: '白鹭球馆', coachIds: [coachId], courts: 1 })
  await givenVenue(db, { name: '待审球馆', coachIds: [coachId], approveStatus: 0 })
  const waiting = await givenVenue(db, { name: '晨光球馆' })
  await db.insert(coachVenues).values({ coachId, venueId: waiting.venueId, approveStatus: 0 })
  const playerId = await givenPlayer(db)
  await givenRelation(db, coachId, playerId)

  expect(await coachesOf(playerId)).toEqual([
    {
      coach: {
        id: coachId,
        nickname: '林教练',
        avatar: 'public/avatars/7.webp',
        likeCount: 0,
        companyId,
        companyName: '东方网球俱乐部',
      },
      courseIds: [basics, advanced],
      finishedClasses: 0,
      stadiums: [
        expect.objectContaining({ id: bailu.venueId, name: '白鹭球馆' }),
        expect.objectContaining({
          id: xuhui.venueId,
          name: '徐汇球馆',
          courts: xuhui.courtIds.map((id, index) => ({
            id,
            courtCode: String(index),
            name: `场地${index + 1}`,
            surface: '',
          })),
        }),
      ],
    },
  ])
})

test('a coach is shown with their club, or without a club with their one-person company', async () => {
  const solo = await givenCompany(db, { companyName: '王教练工作室', isPerson: true })
  const both = await givenCompany(db, { companyName: '李教练工作室', isPerson: true })
  const club = await givenCompany(db, { companyName: '星光俱乐部' })
  await db.insert(companyMembers).values({ companyId: club.companyId, userId: both.adminId })
  const none = await givenCoach(db)
  const playerId = await givenPlayer(db)
  for (const coachId of [solo.adminId, both.adminId, none]) await givenRelation(db, coachId, playerId)

  const companies = new Map(
    (await coachesOf(playerId)).map(({ coach }) => [coach.id, [coach.companyId, coach.companyName]]),
  )
  expect(companies).toEqual(
    new Map([
      [solo.adminId, [solo.companyId, '王教练工作室']],
      [both.adminId, [club.companyId, '星光俱乐部']],
      [none, [null, null]],
    ]),
  )
})

test('the coach with most completed classes comes first, then the pinyin of the names decides', async () => {
  const scene = await givenScene(db)
  const { companyId, courseId, venueId, courtIds, contractId, playerId } = scene
  const named = async (nickname: string) => {
    const coachId = await givenCoach(db, { companyId, nickname })
    await givenRelation(db, coachId, playerId)
    return coachId
  }
  await named('徐教练')
  await named('白教练')
  const busiest = await named('钟教练')
  const own = { courseId, venueId, courtIds, contractId, playerId }
  for (const courseDate of ['2026-04-27', '2026-04-28']) {
    await givenInvitation(db, { scene: { ...own, coachId: busiest }, status: 'COMPLETED', courseDate })
  }
  await givenInvitation(db, { scene, status: 'COMPLETED' })

  const coaches = await coachesOf(playerId)
  expect(coaches.map(({ coach, finishedClasses }) => [coach.nickname, finishedClasses])).toEqual([
    ['钟教练', 2],
    [expect.stringMatching(/^教练\d+$/), 1],
    ['白教练', 0],
    ['徐教练', 0],
  ])
})

test('only completed classes in which the player had a seat count', async () => {
  const scene = await givenScene(db)
  const other = await givenPlayer(db)
  const othersContract = await givenContract(db, { userId: other, courseId: scene.courseId, coachId: scene.coachId })
  await givenRelation(db, scene.coachId, other)
  const ofOther = { ...scene, playerId: other, contractId: othersContract }
  await givenInvitation(db, {
    scene: ofOther,
    status: 'COMPLETED',
    courseDate: '2026-04-20',
    joiners: [{ userId: scene.playerId }],
  })
  await givenInvitation(db, { scene: ofOther, status: 'COMPLETED', courseDate: '2026-04-21' })
  const left = await givenInvitation(db, { scene: ofOther, status: 'COMPLETED', courseDate: '2026-04-22' })
  await db.insert(seats).values({ invitationId: left, userId: scene.playerId, state: 'LEFT', heldSessions: 0 })
  await givenInvitation(db, { scene, status: 'CONFIRMED' })
  await givenInvitation(db, { scene, status: 'CANCELLED', beginTimeSlot: 24 })

  expect(await coachesOf(scene.playerId)).toMatchObject([{ finishedClasses: 1 }])
  expect(await coachesOf(other)).toMatchObject([{ finishedClasses: 3 }])
})

test('a person without a coach has an empty list, and a coach sees their own coaches', async () => {
  expect(await coachesOf(await givenPlayer(db))).toEqual([])
  const student = await givenCoach(db)
  const coachId = await givenCoach(db)
  await givenRelation(db, coachId, student)
  expect(await coachesOf(student)).toMatchObject([{ coach: { id: coachId } }])
  expect(await coachesOf(coachId)).toEqual([])
})

test('nobody else sees the coaches of a player, including their coach and the admin', async () => {
  const { playerId, coachId, adminId } = await givenScene(db)
  for (const userId of [await givenPlayer(db), coachId, adminId]) {
    await expect(signedInAs(userId)(coachesOfPlayer, { params: { playerId } })).rejects.toMatchObject({
      status: 403,
      code: 'data_of_others',
      message: '无权查看他人数据',
    })
  }
  await expect(signedInAs(playerId)(coachesOfPlayer, { params: { playerId: '123456' } })).rejects.toMatchObject({
    code: 'data_of_others',
  })
  await expect(asStaff('operator')(coachesOfPlayer, { params: { playerId } })).rejects.toMatchObject({
    status: 403,
    code: 'action_forbidden',
  })
  await expect(call(coachesOfPlayer, { params: { playerId } })).rejects.toMatchObject({
    status: 401,
    code: 'session_expired',
    message: '登录已过期，请重新登录',
  })
})

test('the answer contains no phone, no WeChat id and no open id of a coach', async () => {
  const coachId = await givenCoach(db, { phone: '13812345678', wechatId: 'secret-wechat', openId: 'secret-openid' })
  await givenCompany(db, { adminId: coachId, phone: '13887654321' })
  const playerId = await givenPlayer(db)
  await givenRelation(db, coachId, playerId)
  const { body } = await request({
    method: 'GET',
    url: `/aaapi/user-relation/coach-by-player/${playerId}`,
    headers: { authorization: `Bearer ${await tokenOf(playerId)}` },
  })
  expect(body).toContain(`"id":"${coachId}"`)
  expect(body).not.toMatch(/13812345678|13887654321|secret-/)
})
