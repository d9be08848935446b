import * as balls from '@paidang/api/areas/activities/balls'
import { expect, test } from 'vitest'
import { ballWaiters } from '../../../tables/balls.ts'
import { blacklistEntries } from '../../../tables/blacklist.ts'
import { givenPlayer, givenVenue, TEST_NOW } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { type GivenBall, givenBall } from '../../../testing/given-ball.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, call, request, signedInAs, tokenOf, clock } = await startTestServer()

type Input = Omit<GivenBall, 'playerIds'> & { title: string; playerIds?: GivenBall['playerIds'] }
/** A game without cost, of a new player unless the input names the players. */
const given = async ({ playerIds, ...over }: Input) =>
  givenBall(db, { feeFen: 0, ...over, playerIds: playerIds ?? [await givenPlayer(db)] })
const titles = ({ rows }: { rows: { title: string }[] }) => rows.map(({ title }) => title)
const list = async (filters: balls.BallFilters = {}, page: object = {}) =>
  titles(await call(balls.listBalls, { body: { current: 1, rows: 10, ...page, filters } }))

test('the latest game comes first unless the other order is requested, page by page', async () => {
  for (const day of ['03', '05', '04']) await given({ title: day, activityDate: `2026-05-${day}` })
  await given({ title: '04早', activityDate: '2026-05-04', beginTimeSlot: 20, endTimeSlot: 22 })
  expect(await list()).toEqual(['05', '04', '04早', '03'])
  expect(await list({}, { sort: 'activityTime', sord: 'asc' })).toEqual(['03', '04早', '04', '05'])
  expect(await list({}, { rows: 3, current: 2 })).toEqual(['03'])
  const { total } = await call(balls.listBalls, { body: { current: 9, rows: 3 } })
  expect(total).toBe(4)
})

test('by time from the soonest, a full game keeps its place between the others, in every list', async () => {
  const players = async (count: number) =>
    Promise.all(Array.from({ length: count }, () => givenPlayer(db))) as Promise<[string, ...string[]]>
  const full = { status: 'FULL' as const, maxPlayers: 2 }
  await given({ title: '满早', activityDate: '2026-05-03', ...full, playerIds: await players(2) })
  await given({ title: '05', activityDate: '2026-05-05' })
  await given({ title: '满晚', activityDate: '2026-05-04', ...full, playerIds: await players(2) })
  await given({ title: '04早', activityDate: '2026-05-04', beginTimeSlot: 20, endTimeSlot: 22 })
  const soonest = ['满早', '04早', '满晚', '05']
  expect(await list({}, { sord: 'asc' })).toEqual(soonest)
  expect(await list({}, { sord: 'asc', rows: 3, current: 2 })).toEqual(['05'])
  expect(await list()).toEqual([...soonest].reverse())
  const home = (sord?: 'desc') => call(balls.publicBalls, { query: { current: 1, rows: 3, ...(sord && { sord }) } })
  expect(titles(await home())).toEqual(['满早', '04早', '满晚'])
  expect(titles(await home('desc'))).toEqual(['05', '满晚', '04早'])
})

test('own games of a group run from the latest, or from the soonest on request', async () => {
  const player = await givenPlayer(db)
  for (const day of ['04', '03', '05']) await given({ title: day, activityDate: `2026-05-${day}`, playerIds: [player] })
  const own = async (sord?: 'asc') =>
    titles(
      await signedInAs(player)(balls.ballsOfUser, {
        params: { group: '1', userId: player },
        query: { current: 1, rows: 10, ...(sord && { sord }) },
      }),
    )
  expect(await own()).toEqual(['05', '04', '03'])
  expect(await own('asc')).toEqual(['03', '04', '05'])
})

test.each<[string, balls.BallFilters]>([
  ['dates, in either way of writing', { dateFrom: '2026/05/03', dateTo: '2026-05-03' }],
  ['the sport', { sport: 'badminton' }],
  ['the match type', { matchType: 0 }],
  ['a level range that overlaps', { levelFrom: 5, levelTo: 7 }],
  ['the price', { maxFeeFen: 4_000 }],
  ['a word of the title, capitals or not', { keyword: ' wanted ' }],
  ['a part of the place', { keyword: '公园北门' }],
  ['the city and district in a free place', { city: '杭州', district: '西湖' }],
])('games are found by %s', async (_, filters) => {
  await given({
    title: 'WANTED',
    activityDate: '2026-05-03',
    sport: 'badminton',
    matchType: 0,
    levelFrom: 4.5,
    levelTo: 5,
    feeFen: 4_000,
    place: '杭州西湖公园北门',
  })
  await given({ title: '别的', feeFen: 4_001, levelFrom: 2, levelTo: 4.5 })
  expect(await list(filters)).toEqual(['WANTED'])
})

test('games are found by their venue: its name, city, district, and whether it is near', async () => {
  const near = { latitude: 31.2304, longitude: 121.4737 }
  // 0.09 degrees of latitude are ten kilometres.
  const { venueId } = await givenVenue(db, { name: '外滩球馆', district: '黄浦区', ...near, latitude: 31.3204 })
  const far = await givenVenue(db, { name: '苏州球馆', city: '苏州', latitude: 31.2989, longitude: 120.5853 })
  const nowhere = await givenVenue(db, { name: '无坐标' })
  for (const [title, stadiumId] of [
    ['近', venueId],
    ['远', far.venueId],
    ['无', nowhere.venueId],
  ] as const)
    await given({ title, stadiumId, place: '' })
  await given({ title: '公园' })
  expect(await list({ stadiumId: venueId })).toEqual(['近'])
  expect(await list({ keyword: '外滩' })).toEqual(['近'])
  expect(await list({ district: '黄浦区' })).toEqual(['近'])
  expect(await list({ city: '苏州' })).toEqual(['远'])
  expect(await list({ near, withinKm: 11 })).toEqual(['近'])
  expect(await list({ near, withinKm: 9 })).toEqual([])
  expect((await list({ near, withinKm: 100 })).sort()).toEqual(['近', '远'].sort())
  const { rows } = await call(balls.listBalls, { body: { current: 1, rows: 10, filters: { near } } })
  const kilometres = Object.fromEntries(rows.map(({ title, distanceKm }) => [title, distanceKm]))
  expect(kilometres).toMatchObject({ 近: expect.closeTo(10.01, 1), 无: null, 公园: null })
  expect(kilometres.远).toBeCloseTo(84.8, 0)
})

test('a seat whose time to pay has passed counts as free', async () => {
  const heldUntil = new Date(TEST_NOW.getTime() + 60_000)
  const held = [{ userId: await givenPlayer(db), heldUntil }]
  await given({ title: '满', maxPlayers: 2, feeFen: 5_000, held })
  await given({ title: '空', beginTimeSlot: 20, endTimeSlot: 22 })
  expect(await list({ hasSeats: true })).toEqual(['空'])
  clock.set(heldUntil)
  expect((await list({ hasSeats: true })).sort()).toEqual(['满', '空'].sort())
})

test('blacklists hide in both directions, in every list and on every page, but not from current players', async () => {
  const [initiatorId, blocked, blocker, playerId] = [
    await givenPlayer(db),
    await givenPlayer(db),
    await givenPlayer(db),
    await givenPlayer(db),
  ]
  const id = await given({ title: '局', playerIds: [initiatorId, playerId] })
  for (const entry of [
    { ownerId: initiatorId, targetId: blocked },
    { ownerId: blocker, targetId: initiatorId },
    { ownerId: initiatorId, targetId: playerId },
  ])
    await db.insert(blacklistEntries).values(entry)
  for (const userId of [blocked, blocker]) {
    const as = signedInAs(userId)
    expect(await as(balls.listBalls, { body: { current: 1, rows: 10 } })).toEqual({ rows: [], total: 0 })
    expect(await as(balls.publicBalls, { query: { current: 1, rows: 10 } })).toEqual({ rows: [], total: 0 })
    const hidden = { status: 404, code: 'ball_not_found' }
    const input = { params: { id }, query: {} }
    await expectRefusal(db, () => as(balls.getBall, input), hidden)
    await expectRefusal(db, () => as(balls.getBallDetail, input), hidden)
    await expectRefusal(db, () => as(balls.seatsOfBall, input), hidden)
    await expectRefusal(db, () => as(balls.enrollBall, { body: { id } }), hidden)
    await expectRefusal(db, () => as(balls.joinBall, { body: { id } }), hidden)
    await expectRefusal(db, () => as(balls.leaveBall, { body: { id } }), hidden)
  }
  expect(await list()).toEqual(['局'])
  expect(await signedInAs(playerId)(balls.leaveBall, { body: { id } })).toMatchObject({ seatsTaken: 1 })
  await expectRefusal(db, () => signedInAs(playerId)(balls.enrollBall, { body: { id } }), { code: 'ball_not_found' })
})

test('my games are grouped by my part in them, the latest first', async () => {
  const [me, friend] = [await givenPlayer(db), await givenPlayer(db)]
  const at = (beginTimeSlot: number) => ({ beginTimeSlot, endTimeSlot: beginTimeSlot + 2 })
  await given({ title: '我发起', playerIds: [me], ...at(20) })
  await given({ title: '我参加', playerIds: [friend, me], isPublic: false, ...at(24) })
  const waited = await given({ title: '我候补', playerIds: [friend, await givenPlayer(db)], maxPlayers: 2, ...at(28) })
  await db.insert(ballWaiters).values({ ballId: waited, userId: me })
  await given({ title: '已结束', playerIds: [friend, me], status: 'FINISHED', activityDate: '2026-04-20' })
  await given({ title: '已取消', playerIds: [me], status: 'CANCELLED' })
  await given({ title: '别人的' })
  const mine = async (
    group: balls.BallSummary['status'] | '1' | '2' | '3' | 'all',
    role?: 'initiator' | 'participant' | 'waiting',
  ) =>
    titles(
      await signedInAs(me)(balls.ballsOfUser, {
        params: { group: group as '1', userId: me },
        query: { current: 1, rows: 10, ...(role && { role }) },
      }),
    )
  expect(await mine('1')).toEqual(['我候补', '我参加', '我发起'])
  expect(await mine('2')).toEqual(['已结束'])
  expect(await mine('3')).toEqual(['已取消'])
  expect(await mine('all')).toHaveLength(5)
  expect(await mine('1', 'initiator')).toEqual(['我发起'])
  expect(await mine('all', 'participant')).toEqual(['我参加', '已结束'])
  expect(await mine('1', 'waiting')).toEqual(['我候补'])
  const page = { params: { group: 'all' as const, userId: me }, query: { current: 2, rows: 3 } }
  const second = await signedInAs(me)(balls.ballsOfUser, page)
  expect([titles(second), second.total]).toEqual([['我发起', '已结束'], 5])
  await expectRefusal(db, () => signedInAs(friend)(balls.ballsOfUser, page), { status: 403, code: 'data_of_others' })
})

test('an unknown group, filter or page is refused', async () => {
  const me = await givenPlayer(db)
  for (const body of [
    { current: 0, rows: 10 },
    { current: 1, rows: 101 },
    { current: 1, rows: 10, filters: { levelFrom: 2.3 } },
    { current: 1, rows: 10, filters: { near: { latitude: 91, longitude: 0 } } },
    { current: 1, rows: 10, filters: { sport: 'chess' } },
    { current: 1, rows: 10, filters: { sports: 'tennis' } },
    { current: 1, rows: 10, sort: 'nearest' },
    { current: 1, rows: 10, keyword: '公园' },
  ]) {
    const { statusCode } = await request({ method: 'POST', url: '/aaapi/invitationball/list', payload: body })
    expect(statusCode).toBe(400)
  }
  const authorization = `Bearer ${await tokenOf(me)}`
  const url = `/aaapi/invitationball/getUserBallsByStatusGroup/4/${me}`
  expect((await request({ method: 'GET', url, headers: { authorization } })).statusCode).toBe(400)
})
