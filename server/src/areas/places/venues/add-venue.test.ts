import { coachesOfPlayer } from '@paidang/api/areas/places/relations'
import { addVenue, type NewVenue, searchVenues, venuesManagedBy, venuesOfCoach } from '@paidang/api/areas/places/venues'
import { courtStatusForPlayer } from '@paidang/api/areas/time/schedule'
import { expect, test } from 'vitest'
import { venues } from '../../../tables/venues.ts'
import {
  givenCoach,
  givenCompany,
  givenFile,
  givenPlayer,
  givenRelation,
  givenVenue,
  TOMORROW,
} from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs } = await startTestServer()

const NEW: NewVenue = {
  name: '滨江新馆',
  address: '滨江路 1 号',
  city: '上海',
  district: '徐汇区',
  courtCodes: 'A1，A2, A1',
}
const add = async (coachId: string, over: Partial<NewVenue> = {}) =>
  signedInAs(coachId)(addVenue, { body: { ...NEW, ...over } })

test('a new venue waits for its approval, and the coach who added it manages it', async () => {
  const coachId = await givenCoach(db)
  const venue = await add(coachId, { phone: ' ', latitude: 31.2, longitude: 121.4 })
  expect(venue).toMatchObject({
    name: '滨江新馆',
    courtCodes: 'A1,A2',
    courtCount: 2,
    courts: [{ courtCode: 'A1' }, { courtCode: 'A2' }],
    firstStart: 12,
    lastStart: 44,
    approveStatus: 1,
    venueApproveStatus: 0,
    isManager: true,
  })
  const own = { params: { coachId } }
  expect(await signedInAs(coachId)(venuesManagedBy, own)).toMatchObject([{ id: venue.id, waitingRequests: 0 }])
  expect(await signedInAs(coachId)(venuesOfCoach, own)).toMatchObject([{ id: venue.id }])
})

test('nobody else finds, sees or books a venue that waits for approval', async () => {
  const { companyId } = await givenCompany(db)
  const coachId = await givenCoach(db, { companyId })
  const playerId = await givenPlayer(db)
  await givenRelation(db, coachId, playerId)
  const { id: stadiumId } = await add(coachId)
  const asPlayer = signedInAs(playerId)
  const query = { current: 1, rows: 10 }
  expect(await asPlayer(searchVenues, { query })).toEqual({ rows: [], total: 0 })
  expect(await asPlayer(venuesOfCoach, { params: { coachId } })).toEqual([])
  expect(await asPlayer(coachesOfPlayer, { params: { playerId } })).toMatchObject([{ stadiums: [] }])
  const grid = asPlayer(courtStatusForPlayer, { body: { coachId, stadiumId, date: TOMORROW } })
  await expect(grid).rejects.toMatchObject({ code: 'venue_not_found' })
})

test('a new venue has the usual hours of the coach’s company unless the coach gives other hours', async () => {
  const { companyId } = await givenCompany(db, { firstStart: 16, lastStart: 40 })
  const coachId = await givenCoach(db, { companyId })
  expect(await add(coachId)).toMatchObject({ firstStart: 16, lastStart: 40 })
  expect(await add(coachId, { name: '二号馆', firstStart: 14 })).toMatchObject({ firstStart: 14, lastStart: 40 })
})

test('courts are numbered if only a count is given; court codes take precedence over the count', async () => {
  const coachId = await givenCoach(db)
  const counted = await add(coachId, { courtCodes: null, courtCount: 3 })
  expect([counted.courtCodes, counted.courts.map(({ name }) => name)]).toEqual([null, ['场地1', '场地2', '场地3']])
  expect(await add(coachId, { name: '二号馆', courtCount: 9 })).toMatchObject({ courtCount: 2 })
})

test.each<[string, Partial<NewVenue>, object]>([
  ['no court', { courtCodes: ' , ' }, { status: 400, code: 'venue_courts_missing', message: '请填写场地名称或数量' }],
  [
    'more than sixty courts',
    { courtCodes: Array.from({ length: 61 }, (_, index) => `${index}`).join(',') },
    { code: 'input_invalid' },
  ],
  ['hours that end before they begin', { firstStart: 20, lastStart: 19 }, { code: 'venue_hours_invalid' }],
  ['a blank name', { name: '  ' }, { code: 'input_invalid' }],
  ['a blank city', { city: '' }, { code: 'input_invalid' }],
  ['a picture that is nobody’s', { avatar: 'public/venues/1.webp' }, { status: 404, code: 'file_not_found' }],
])('a new venue with %s is refused and leaves no trace', async (_what, over, refusal) => {
  const coachId = await givenCoach(db)
  await expectRefusal(db, () => add(coachId, over), refusal)
})

test('a venue picture that the coach uploaded becomes the avatar; a contract photo and another coach’s picture are refused', async () => {
  const [coachId, other] = [await givenCoach(db), await givenCoach(db)]
  const avatar = await givenFile(db, { ownerId: coachId, relativePath: 'public/venues/own.webp' })
  expect(await add(coachId, { avatar })).toMatchObject({ avatar })
  for (const relativePath of [
    await givenFile(db, { ownerId: coachId, relativePath: 'private/contracts/own.webp' }),
    await givenFile(db, { ownerId: other, relativePath: 'public/venues/other.webp' }),
  ]) {
    const call = () => add(coachId, { name: '二号馆', avatar: relativePath })
    await expectRefusal(db, call, { code: 'file_not_found' })
  }
})

test('a new venue may not have the name of an approved venue in the same city, but may in another city', async () => {
  await givenVenue(db, { name: NEW.name, city: NEW.city })
  const coachId = await givenCoach(db)
  await expectRefusal(db, () => add(coachId, { name: ` ${NEW.name} ` }), { status: 409, code: 'venue_name_taken' })
  expect(await add(coachId, { city: '苏州' })).toMatchObject({ city: '苏州' })
})

test('one coach who adds the same venue repeatedly or at once gets one venue; two coaches get two', async () => {
  const coachId = await givenCoach(db)
  const made = await Promise.all([1, 2, 3].map(() => add(coachId)))
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  await add(await givenCoach(db))
  expect(await db.$count(venues)).toBe(2)
})

test('a player cannot add a venue', async () => {
  const playerId = await givenPlayer(db)
  await expectRefusal(db, () => add(playerId), { status: 403, code: 'action_forbidden' })
})
