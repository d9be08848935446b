import { publicBalls } from '@paidang/api/areas/activities/balls'
import { expect, test } from 'vitest'
import { givenPlayer, givenVenue } from '../../../testing/builders.ts'
import { type GivenBall, givenBall } from '../../../testing/given-ball.ts'
import { startTestServer } from '../../../testing/test-server.ts'

// At 12:10 the half-hour 24 (from 12:00) is running.
const now = new Date('2026-05-01T12:10:00+08:00')
const { db, call, request, clock } = await startTestServer({ now })

type Input = Omit<GivenBall, 'playerIds'> & { title: string; playerIds?: GivenBall['playerIds'] }

/** The shared game. A new player initiates it unless the input names the players. */
const given = async ({ playerIds, ...over }: Input) =>
  givenBall(db, { ...over, playerIds: playerIds ?? [await givenPlayer(db)] })
const firstPage = { query: { current: 1, rows: 10 } }
const titles = ({ rows }: { rows: { title: string }[] }) => rows.map(({ title }) => title)

test('a guest sees public games that are open or full, the soonest first', async () => {
  await given({ title: '后天', activityDate: '2026-05-03', beginTimeSlot: 12, endTimeSlot: 16 })
  await given({ title: '明晚' })
  await given({ title: '明早', beginTimeSlot: 14, endTimeSlot: 18 })
  await given({ title: '满员', maxPlayers: 2, playerIds: [await givenPlayer(db), await givenPlayer(db)] })
  await given({ title: '仅链接', isPublic: false })
  await given({ title: '已取消', status: 'CANCELLED' })
  await given({ title: '已完成', status: 'FINISHED' })
  const page = await call(publicBalls, firstPage)
  expect(titles(page)).toEqual(['明早', '明晚', '满员', '后天'])
  expect(page.total).toBe(4)
  expect(page.rows.map(({ status }) => status)).toEqual(['OPEN', 'OPEN', 'FULL', 'OPEN'])
})

test('a game is still to come until its first half-hour begins, by the clock of Shanghai', async () => {
  await given({ title: '昨天晚上', activityDate: '2026-04-30', beginTimeSlot: 44, endTimeSlot: 46 })
  await given({ title: '正在进行', activityDate: '2026-05-01', beginTimeSlot: 24, endTimeSlot: 26 })
  await given({ title: '十二点半', activityDate: '2026-05-01', beginTimeSlot: 25, endTimeSlot: 27 })
  await given({ title: '明天零点', activityDate: '2026-05-02', beginTimeSlot: 0, endTimeSlot: 2 })
  expect(titles(await call(publicBalls, firstPage))).toEqual(['十二点半', '明天零点'])
  clock.set(new Date('2026-05-01T12:30:00+08:00'))
  expect(titles(await call(publicBalls, firstPage))).toEqual(['明天零点'])
  // Half past midnight in Shanghai is still the day before in UTC.
  clock.set(new Date('2026-05-02T00:30:00+08:00'))
  expect(await call(publicBalls, firstPage)).toEqual({ rows: [], total: 0 })
})

test('a game shows where and when it is, for whom, and who plays, in the order of joining', async () => {
  const { venueId, courtIds } = await givenVenue(db, { name: '东方网球中心' })
  const anna = await givenPlayer(db, { nickname: '安娜', avatar: 'public/avatars/1.webp', phone: '13812345678' })
  const bob = await givenPlayer(db, { nickname: '阿波', wechatId: 'bob-wechat', wechatIdOpen: true })
  const id = await given({
    title: '周末双打',
    stadiumId: venueId,
    courtId: courtIds[1] ?? '',
    place: '',
    playerIds: [bob, anna],
  })
  const { rows } = await call(publicBalls, firstPage)
  expect(rows).toEqual([
    {
      id,
      initiatorId: bob,
      userId: bob,
      cloudImagePathResize: null,
      stadiumId: venueId,
      stadiumAvatar: null,
      district: '浦东新区',
      genderRule: 'ANY',
      minPlayers: 2,
      feeMode: 'AA',
      isPublic: true,
      closesAt: '2026-05-02T06:00:00.000Z',
      mySeat: null,
      isWaiting: false,
      distanceKm: null,
      title: '周末双打',
      sport: 'tennis',
      matchType: 1,
      stadiumName: '东方网球中心',
      courtName: '场地2',
      place: '',
      activityDate: '2026-05-02',
      beginTimeSlot: 36,
      endTimeSlot: 40,
      levelFrom: 2.5,
      levelTo: 4,
      maxPlayers: 4,
      seatsTaken: 2,
      revision: 0,
      feeFen: 5_000,
      status: 'OPEN',
      participants: [
        { id: bob, nickname: '阿波', avatar: null },
        { id: anna, nickname: '安娜', avatar: 'public/avatars/1.webp' },
      ],
    },
  ])
})

test('the answer contains nobody’s phone, WeChat id or open id', async () => {
  await given({
    title: '公开',
    playerIds: [
      await givenPlayer(db, { phone: '13812345678', wechatId: 'secret-wechat', openId: 'secret-openid' }),
      await givenPlayer(db, { phone: '13887654321' }),
    ],
  })
  const { body } = await request({ method: 'GET', url: '/aaapi/invitationball/public' })
  expect(body).toContain('公开')
  expect(body).not.toMatch(/13812345678|13887654321|secret-/)
})

test('a game without a venue shows its free-text place', async () => {
  await given({ title: '公园', place: '世纪公园球场' })
  const { rows } = await call(publicBalls, firstPage)
  expect(rows).toMatchObject([{ stadiumName: null, courtName: null, place: '世纪公园球场' }])
})

test('pages follow one another, and every page shows the total number of games', async () => {
  for (const number of [1, 2, 3, 4, 5]) await given({ title: `局${number}` })
  const page = (current: number) => call(publicBalls, { query: { current, rows: 2 } })
  expect(titles(await page(1))).toEqual(['局1', '局2'])
  expect(titles(await page(2))).toEqual(['局3', '局4'])
  expect(titles(await page(3))).toEqual(['局5'])
  expect(await page(4)).toEqual({ rows: [], total: 5 })
})

test.each(['current=0', 'rows=0', 'rows=101', 'rows=ten'])('%s is refused', async (query) => {
  const response = await request({ method: 'GET', url: `/aaapi/invitationball/public?${query}` })
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({ success: false, code: 'input_invalid', msg: '参数错误' })
})
