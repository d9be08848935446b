import { courtsOfVenue, queryVenues } from '@paidang/api/areas/places/venues'
import { expect, test } from 'vitest'
import { coachVenues } from '../../../tables/venues.ts'
import { givenCoach, givenPlayer, givenScene, givenVenue, TEST_NOW } from '../../../testing/builders.ts'
import { givenBall } from '../../../testing/given-ball.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, asStaff, call, signedInAs } = await startTestServer()

const page = { current: 1, rows: 10 }
const query = (input: object = {}, as = asStaff('operator')) => as(queryVenues, { query: { ...page, ...input } })
const names = ({ rows }: { rows: { name: string }[] }) => rows.map(({ name }) => name)

test('venues are ordered by their latest class or game, and venues without any come last', async () => {
  const scene = await givenScene(db)
  const { venueId: quiet } = await givenVenue(db, { name: '没有活动' })
  const { venueId: gamed, courtIds } = await givenVenue(db, { name: '有球局' })
  await givenInvitation(db, { scene, status: 'CONFIRMED', courseDate: '2026-05-03', beginTimeSlot: 20 })
  await givenInvitation(db, { scene, status: 'CANCELLED', courseDate: '2026-05-20', beginTimeSlot: 30 })
  const place = { stadiumId: gamed, courtId: courtIds[0], place: '' }
  await givenBall(db, { playerIds: [scene.playerId], activityDate: '2026-05-03', beginTimeSlot: 36, ...place })
  await givenBall(db, { playerIds: [scene.playerId], activityDate: '2026-05-30', status: 'CANCELLED', ...place })
  const { rows, total } = await query()
  expect(rows.map(({ id, activityTime }) => [id, activityTime])).toEqual([
    [gamed, '2026-05-03T10:00:00.000Z'],
    [scene.venueId, '2026-05-03T02:00:00.000Z'],
    [quiet, null],
  ])
  expect(total).toBe(3)
  expect((await query({ sord: 'asc' })).rows.map(({ id }) => id)).toEqual([scene.venueId, gamed, quiet])
})

test('each venue shows its state, who added it, and how many coaches teach or ask to teach there', async () => {
  const maker = await givenCoach(db, { nickname: '建馆教练' })
  const asking = await givenCoach(db)
  const { venueId } = await givenVenue(db, { createdBy: maker, approveStatus: 0, coachIds: [maker] })
  await db.insert(coachVenues).values({ coachId: asking, venueId, approveStatus: 0 })
  expect((await query()).rows).toMatchObject([
    {
      id: venueId,
      state: 'waiting',
      creatorName: '建馆教练',
      activityTime: null,
      coachCount: 1,
      waitingRequests: 1,
      courts: [{ name: '场地1' }, { name: '场地2' }],
    },
  ])
})

test('the list is narrowed by approval state, city and keyword, page by page', async () => {
  await givenVenue(db, { name: '晨光球馆', approveStatus: 0 })
  await givenVenue(db, { name: '静安球馆', approveStatus: 1 })
  await givenVenue(db, { name: '西湖球馆', approveStatus: 2, city: '杭州' })
  await givenVenue(db, { name: '天目球馆', approveStatus: 2, takenOffAt: TEST_NOW, city: '杭州' })
  expect(names(await query({ state: 'waiting' }))).toEqual(['晨光球馆'])
  expect(names(await query({ state: 'refused' }))).toEqual(['西湖球馆'])
  expect(names(await query({ state: 'off' }))).toEqual(['天目球馆'])
  expect(names(await query({ city: ' 上海 ' }))).toEqual(['晨光球馆', '静安球馆'])
  expect(names(await query({ keyword: '湖' }))).toEqual(['西湖球馆'])
  expect(names(await query({ keyword: '%' }))).toEqual([])
  expect(await query({ current: 2, rows: 2 })).toMatchObject({
    rows: [{ name: '西湖球馆' }, { name: '天目球馆' }],
    total: 4,
  })
})

test('only operators read the list of all venues', async () => {
  await expect(query({}, call)).rejects.toMatchObject({ status: 401 })
  await expect(query({}, signedInAs(await givenPlayer(db)))).rejects.toMatchObject({ status: 403 })
  await expect(query({}, asStaff('merchant'))).rejects.toMatchObject({ status: 403 })
})

test('the courts of a venue are public only once the venue is approved', async () => {
  const { venueId } = await givenVenue(db)
  const { venueId: waiting } = await givenVenue(db, { approveStatus: 0 })
  expect(await call(courtsOfVenue, { params: { id: venueId } })).toHaveLength(2)
  await expect(call(courtsOfVenue, { params: { id: waiting } })).rejects.toMatchObject({ code: 'venue_not_found' })
})
