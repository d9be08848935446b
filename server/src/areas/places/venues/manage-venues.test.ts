import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createByPlayer } from '@paidang/api/areas/activities/class-actions'
import * as adminApi from '@paidang/api/areas/places/admin-venues'
import { getVenue, type NewVenue, searchVenues } from '@paidang/api/areas/places/venues'
import { courtStatusForPlayer } from '@paidang/api/areas/time/schedule'
import type { Call } from '@paidang/api/client'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { staffAuditEvents } from '../../../tables/audit-log.ts'
import { invitations } from '../../../tables/classes.ts'
import { messages } from '../../../tables/messages.ts'
import { givenCoach, givenPlayer, givenScene, givenVenue, type Scene, TOMORROW } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenBall } from '../../../testing/given-ball.ts'
import { givenNewVenue } from '../../../testing/given-desks.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const ROUNDS = raceRounds(20)

const { app, db, call, signedInAs, asStaff } = await startTestServer()

// The operator's account must exist before a refused call is compared with the database.
let operator: Call
beforeEach(async () => {
  operator = asStaff('operator')
  await operator(adminApi.getVenueFile, { params: { id: (await givenVenue(db)).venueId } })
})

const NEW: NewVenue = {
  ...{ name: '滨江网球中心', city: '上海市', district: '徐汇区', address: '滨江路 8 号' },
  ...{ phone: '021-64380000', latitude: 31.2, longitude: 121.4, courtCount: 3, firstStart: 12, lastStart: 44 },
}
const create = (over: Partial<NewVenue> = {}) => operator(adminApi.createVenue, { body: { ...NEW, ...over } })
const read = (id: string) => operator(adminApi.getVenueFile, { params: { id } })

async function update(id: string, over: Partial<adminApi.VenueFields & { revision: number }> = {}) {
  const { venue, revision, freeBallLimit } = await read(id)
  const { name, city, district, address, phone, avatar, latitude, longitude, firstStart, lastStart } = venue
  const facts = {
    name,
    city,
    district,
    address,
    phone,
    avatar,
    latitude,
    longitude,
    firstStart,
    lastStart,
    freeBallLimit,
  }
  return operator(adminApi.updateVenue, { params: { id }, body: { ...facts, revision, ...over } })
}
const takeOff = (id: string, reason = '场馆装修') =>
  operator(adminApi.takeVenueOff, { params: { id }, body: { reason } })
const bringBack = (id: string) => operator(adminApi.bringVenueBack, { params: { id } })
const found = async (city: string) =>
  (await call(searchVenues, { query: { current: 1, rows: 10, city } })).rows.map(({ id }) => id)
const book = ({ playerId, coachId, courseId, venueId }: Scene, begin = 20) =>
  signedInAs(playerId)(createByPlayer, {
    body: {
      ...{ coachId, courseDesignId: courseId, stadiumId: venueId, selectedCourt: 0, courseDate: TOMORROW },
      ...{ beginTimeSlot: begin, endTimeSlot: begin + 2 },
    },
  })
const grid = ({ playerId, coachId, venueId }: Scene) =>
  signedInAs(playerId)(courtStatusForPlayer, { body: { coachId, stadiumId: venueId, date: TOMORROW } })

test('a venue that an operator creates is open at once, and the audit log names the operator', async () => {
  const made = await create({ phone: ' ' })
  const { id } = made.venue
  expect(made).toMatchObject({
    state: 'open',
    revision: 0,
    creator: null,
    decision: null,
    takenOff: null,
    venue: { name: '滨江网球中心', phone: null, courtCodes: null, courtCount: 3, firstStart: 12, lastStart: 44 },
    courts: [{ name: '场地1', classes: 0, isUsed: false }, { name: '场地2' }, { name: '场地3' }],
    upcoming: { classes: 0, games: 0, first: null },
    coaches: [],
    auditEvents: [{ action: 'venue.create', summary: '新增场馆「滨江网球中心」' }],
  })
  expect(await found('上海市')).toEqual([id])
  expect((await create({ name: '二号馆', courtCodes: 'A1，A2' })).venue).toMatchObject({
    courtCodes: 'A1,A2',
    courtCount: 2,
  })
})

test.each<[string, Partial<NewVenue>, object]>([
  ['a blank name', { name: ' ' }, { code: 'input_invalid' }],
  ['no courts', { courtCount: null }, { code: 'venue_courts_missing' }],
  ['hours upside down', { firstStart: 30, lastStart: 20 }, { status: 400, code: 'venue_hours_invalid' }],
  ['half a place', { longitude: null }, { status: 400, code: 'venue_place_invalid' }],
  ['a picture that is not there', { avatar: 'public/venues/none.webp' }, { code: 'file_not_found' }],
  ['a private picture', { avatar: 'private/contracts/1.webp' }, { code: 'file_not_found' }],
])('%s is refused and leaves no trace', async (_what, over, refusal) => {
  await expectRefusal(db, () => create(over), refusal)
})

test('the picture of a venue must be a public file', async () => {
  const avatar = 'public/venues/new.webp'
  await mkdir(dirname(join(app.filesDirectory, avatar)), { recursive: true })
  await writeFile(join(app.filesDirectory, avatar), 'the bytes of a picture')
  expect((await create({ avatar })).venue.avatar).toBe(avatar)
})

test('a name is unique among open venues of a city, not across cities or with venues taken off', async () => {
  const { venue } = await create()
  await expectRefusal(db, () => create({ name: ' 滨江网球中心 ' }), { status: 409, code: 'venue_name_used' })
  const { venue: other } = await create({ city: '苏州市' })
  await expectRefusal(db, () => update(other.id, { city: '上海市' }), { code: 'venue_name_used' })
  await takeOff(venue.id)
  await update(other.id, { city: '上海市' })
  await expectRefusal(db, () => bringBack(venue.id), { code: 'venue_name_used' })
  await update(venue.id, { name: '滨江老馆' })
  expect(await bringBack(venue.id)).toMatchObject({ state: 'open', venue: { name: '滨江老馆' } })
})

test('of operators who use one name at once one succeeds', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const name = `同名馆${round}`
    const { venue } = await create({ name: `改名馆${round}` })
    const answers = await Promise.allSettled([create({ name }), create({ name }), update(venue.id, { name })])
    const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []))
    expect(refusals).toEqual(['venue_name_used', 'venue_name_used'])
  }
})

test('a change is in the audit log and shows in every grid', async () => {
  const scene = await givenScene(db)
  // A grid lists the slots that cannot be selected.
  const closed = async () => new Set((await grid(scene)).map(({ timeIndex }) => timeIndex))
  expect([...(await closed())]).toEqual([])
  const changed = await update(scene.venueId, {
    phone: '021-1',
    firstStart: 24,
    lastStart: 40,
    latitude: 31,
    longitude: 121,
    freeBallLimit: 5,
  })
  expect(changed).toMatchObject({
    revision: 1,
    freeBallLimit: 5,
    venue: { firstStart: 24, lastStart: 40, phone: '021-1' },
    auditEvents: [
      { action: 'venue.update', summary: expect.stringMatching(/的电话、坐标、开放时间、未付清球局上限$/) },
    ],
  })
  const closedNow = await closed()
  expect([20, 23, 24, 40, 41].map((timeIndex) => closedNow.has(timeIndex))).toEqual([true, true, false, false, true])
  await expect(book(scene)).rejects.toMatchObject({ status: 400 })
})

test('an operator cannot overwrite a change that they have not seen', async () => {
  const { venue } = await create()
  await update(venue.id, { phone: '1' })
  const late = () => update(venue.id, { phone: '2', revision: 0 })
  await expectRefusal(db, late, { status: 409, code: 'revision_outdated' })
  for (const revision of [0, 2]) {
    const courts = [{ id: null, courtCode: 'A', name: 'A', surface: '' }]
    const write = () => operator(adminApi.updateCourts, { params: { id: venue.id }, body: { revision, courts } })
    await expectRefusal(db, write, { code: 'revision_outdated' })
  }
  await expectRefusal(db, () => operator(adminApi.getVenueFile, { params: { id: '987654321987' } }), {
    code: 'venue_not_found',
  })
})

test('hours that exclude upcoming classes or games are refused with the first time; past and cancelled ones do not count', async () => {
  const scene = await givenScene(db)
  const at = (beginTimeSlot: number, over = {}) =>
    givenInvitation(db, { scene, beginTimeSlot, endTimeSlot: beginTimeSlot + 2, ...over })
  await at(14, { status: 'CANCELLED' })
  await at(14, { status: 'COMPLETED', courseDate: '2026-04-29' })
  await at(16)
  const refusal = {
    status: 409,
    code: 'venue_hours_in_use',
    message: '新的开放时间之外还有安排，最早一场 2026-05-02 08:00',
  }
  await expectRefusal(db, () => update(scene.venueId, { firstStart: 17 }), refusal)
  await update(scene.venueId, { firstStart: 16 })
  const place = { stadiumId: scene.venueId, courtId: scene.courtIds[0], place: '' }
  await givenBall(db, { playerIds: [await givenPlayer(db)], beginTimeSlot: 40, endTimeSlot: 44, ...place })
  await expectRefusal(db, () => update(scene.venueId, { lastStart: 42 }), { code: 'venue_hours_in_use' })
  expect((await update(scene.venueId, { lastStart: 43 })).venue).toMatchObject({ firstStart: 16, lastStart: 43 })
})

test('upcoming classes and games are counted for the venue and for each court', async () => {
  const scene = await givenScene(db)
  const { venueId, courtIds, playerId } = scene
  await givenInvitation(db, { scene, status: 'PENDING' })
  await givenInvitation(db, { scene, courtId: courtIds[1], beginTimeSlot: 30, endTimeSlot: 32, status: 'CONFIRMED' })
  // This class is running now.
  await givenInvitation(db, {
    scene,
    courseDate: '2026-05-01',
    beginTimeSlot: 22,
    endTimeSlot: 25,
    status: 'CONFIRMED',
  })
  await givenInvitation(db, {
    scene,
    courseDate: '2026-05-01',
    beginTimeSlot: 20,
    endTimeSlot: 22,
    status: 'CONFIRMED',
  })
  await givenBall(db, { playerIds: [playerId], stadiumId: venueId, courtId: null, place: '' })
  expect(await read(venueId)).toMatchObject({
    upcoming: { classes: 3, games: 1, first: '2026-05-01T03:00:00.000Z' },
    courts: [
      { classes: 2, games: 0, first: '2026-05-01T03:00:00.000Z', isUsed: true },
      { classes: 1, games: 0, first: '2026-05-02T07:00:00.000Z', isUsed: true },
    ],
  })
})

test('a venue with upcoming classes or games cannot be taken off, and the refusal lists them', async () => {
  const scene = await givenScene(db)
  await givenInvitation(db, { scene })
  await givenBall(db, { playerIds: [await givenPlayer(db)], stadiumId: scene.venueId, courtId: null, place: '' })
  await expectRefusal(db, () => takeOff(scene.venueId), {
    status: 409,
    code: 'venue_has_upcoming',
    message: '场馆还有未结束的安排：1 节约课、1 场球局，最早 2026-05-02 10:00',
    data: { classes: 1, games: 1 },
  })
  await expectRefusal(db, () => takeOff(scene.venueId, ' '), { status: 400, code: 'venue_reason_missing' })
  const waiting = await givenNewVenue(db, { createdBy: await givenCoach(db) })
  await expectRefusal(db, () => takeOff(waiting), { code: 'venue_not_open' })
  await expectRefusal(db, () => bringBack(waiting), { code: 'venue_not_off' })
})

test('nobody finds or books a venue taken off, and its managers are notified; bringing it back restores everything', async () => {
  const scene = await givenScene(db)
  const { venueId } = scene
  const manager = await givenCoach(db)
  const city = '宁波'
  const { venueId: managed } = await givenVenue(db, { city, managerIds: [manager], name: '月湖球馆' })
  expect(await found(city)).toEqual([managed])
  await grid(scene)
  expect(await takeOff(managed)).toMatchObject({
    state: 'off',
    takenOff: { reason: '场馆装修', by: expect.any(String) },
  })
  await takeOff(managed, '再说一次')
  await takeOff(venueId)
  expect(await found(city)).toEqual([])
  await expect(call(getVenue, { params: { id: managed } })).rejects.toMatchObject({ code: 'venue_not_found' })
  for (const refused of [grid, book]) await expect(refused(scene)).rejects.toMatchObject({ code: 'venue_not_found' })
  expect(await db.$count(invitations)).toBe(0)
  const told = await db.select().from(messages).where(eq(messages.receiverId, manager))
  expect(told).toMatchObject([{ title: '场馆已停用', content: '月湖球馆 已停用，暂不接受预约：场馆装修' }])

  expect(await bringBack(managed)).toMatchObject({ state: 'open', takenOff: null, coaches: [{ isManager: true }] })
  await bringBack(venueId)
  expect(await found(city)).toEqual([managed])
  expect(await grid(scene)).toEqual([])
  await book(scene)
  expect(await db.$count(messages, eq(messages.receiverId, manager))).toBe(2)
  const actions = await db
    .select()
    .from(staffAuditEvents)
    .where(eq(staffAuditEvents.objectId, managed))
    .orderBy(staffAuditEvents.id)
  expect(actions.map(({ action }) => action)).toEqual(['venue.take-off', 'venue.bring-back'])
})

test('of a booking and a taking off at once one succeeds, and no booking remains at a venue taken off', async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    const scene = await givenScene(db)
    await grid(scene)
    const calls = [() => takeOff(scene.venueId), () => book(scene)]
    const answers = await Promise.allSettled((round % 2 === 0 ? calls : calls.reverse()).map((one) => one()))
    const codes = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []))
    expect(codes).toHaveLength(1)
    outcomes.add(codes[0])
    const { state, upcoming } = await read(scene.venueId)
    expect(upcoming.classes).toBe(state === 'off' ? 0 : 1)
  }
  for (const code of outcomes) expect(['venue_has_upcoming', 'venue_not_found']).toContain(code)
})

test('of a booking and narrower hours at once one succeeds, and no booking remains outside the hours', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const scene = await givenScene(db)
    const calls = [() => update(scene.venueId, { firstStart: 30 }), () => book(scene)]
    const answers = await Promise.allSettled((round % 2 === 0 ? calls : calls.reverse()).map((one) => one()))
    expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    const { venue, upcoming } = await read(scene.venueId)
    expect(upcoming.classes).toBe(venue.firstStart === 30 ? 0 : 1)
  }
})
