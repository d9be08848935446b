import { searchAll } from '@paidang/api/areas/views/home'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { blacklistEntries } from '../../../tables/blacklist.ts'
import { users } from '../../../tables/identities.ts'
import { venues } from '../../../tables/venues.ts'
import { givenCoach, givenCompany, givenPlayer, givenVenue } from '../../../testing/builders.ts'
import { givenBall } from '../../../testing/given-ball.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, call, signedInAs, request } = await startTestServer()

const search = (keyword: string, actorId?: string) =>
  (actorId ? signedInAs(actorId) : call)(searchAll, { query: { keyword } })
const NOTHING = { coaches: [], venues: [], balls: [] }

test('a guest finds coaches by name and company, venues by name and address, games by title and place', async () => {
  const coachId = await givenCoach(db, { nickname: '王一鸣' })
  await givenCompany(db, { adminId: coachId, companyName: 'Ace 网球俱乐部' })
  await givenPlayer(db, { nickname: '王球员' })
  const { venueId } = await givenVenue(db, { name: '朝阳公园网球中心', address: '朝阳公园南路 1 号' })
  const ballId = await givenBall(db, {
    playerIds: [await givenPlayer(db), await givenPlayer(db)],
    title: '周末 50% 双打',
    place: '奥体中心',
  })

  expect(await search('王')).toEqual({
    ...NOTHING,
    coaches: [
      { id: coachId, nickname: '王一鸣', avatar: null, likesCount: 0, companies: ['Ace 网球俱乐部'], card: null },
    ],
  })
  expect((await search('ace')).coaches).toMatchObject([{ id: coachId }])
  expect((await search('公园南路')).venues).toMatchObject([{ id: venueId, name: '朝阳公园网球中心' }])
  expect((await search('奥体')).balls).toEqual([
    { id: ballId, title: '周末 50% 双打', activityDate: '2026-05-02', beginTimeSlot: 36, place: '奥体中心' },
  ])
  expect((await search('50%')).balls).toHaveLength(1)
  expect(await search(' 网球 ')).toMatchObject({ coaches: [{ id: coachId }], venues: [{ id: venueId }], balls: [] })
})

test('pattern signs are plain characters, and spaces are ignored', async () => {
  await givenCoach(db, { nickname: '王一鸣' })
  for (const keyword of ['%', '_', '\\', '王%', '   ']) expect(await search(keyword)).toEqual(NOTHING)
})

test('closed accounts, waiting venues, and games that are private, full or over are not found', async () => {
  const coachId = await givenCoach(db, { nickname: '已注销用户' })
  await db.update(users).set({ closedAt: new Date(), phone: null, openId: null }).where(eq(users.id, coachId))
  const { venueId } = await givenVenue(db, { name: '网球场' })
  await db.update(venues).set({ approveStatus: 0 }).where(eq(venues.id, venueId))
  const players = async (count: number) =>
    (await Promise.all(Array.from({ length: count }, () => givenPlayer(db)))) as [string, ...string[]]
  await givenBall(db, { playerIds: await players(2), title: '网球局', isPublic: false })
  await givenBall(db, { playerIds: await players(4), title: '网球局' })
  await givenBall(db, { playerIds: await players(2), title: '网球局', status: 'CANCELLED' })
  await givenBall(db, { playerIds: await players(2), title: '网球局', activityDate: '2026-05-01', beginTimeSlot: 24 })
  for (const keyword of ['已注销', '网球']) expect(await search(keyword)).toEqual(NOTHING)
})

test('a blocked person and their games are not found, in either direction', async () => {
  const me = await givenPlayer(db)
  const another = await givenPlayer(db)
  const coachId = await givenCoach(db, { nickname: '网球教练' })
  await givenBall(db, { playerIds: [coachId, await givenPlayer(db)], title: '网球局' })
  await db.insert(blacklistEntries).values({ ownerId: coachId, targetId: me })
  expect(await search('网球', me)).toEqual(NOTHING)
  expect(await search('网球', another)).toMatchObject({ coaches: [{ id: coachId }], balls: [{ title: '网球局' }] })
  await db.update(blacklistEntries).set({ ownerId: me, targetId: coachId })
  expect(await search('网球', me)).toEqual(NOTHING)
})

test('at most ten of a kind are found, by likes and then by name', async () => {
  for (const name of ['子', '丑', '寅', '卯', '辰', '巳', '午', '未', '申', '酉', '戌', '亥']) {
    await givenCoach(db, { nickname: `网球教练${name}` })
  }
  const { coaches } = await search('网球')
  // By pinyin: chen, chou, hai, mao, shen, si, wei, wu, xu, yin.
  expect(coaches.map(({ nickname }) => nickname.slice(-1)).join('')).toBe('辰丑亥卯申巳未午戌寅')
})

test.each(['', 'a'.repeat(41)])('%j is refused as a search text', async (keyword) => {
  const response = await request({ method: 'GET', url: `/aaapi/home/search?keyword=${keyword}` })
  expect(response.statusCode).toBe(400)
})
