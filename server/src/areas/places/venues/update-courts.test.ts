import { createBall } from '@paidang/api/areas/activities/balls'
import { createByPlayer } from '@paidang/api/areas/activities/class-actions'
import * as adminApi from '@paidang/api/areas/places/admin-venues'
import { courtsOfVenue } from '@paidang/api/areas/places/venues'
import { courtStatusForPlayer } from '@paidang/api/areas/time/schedule'
import type { Call } from '@paidang/api/client'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { staffAuditEvents } from '../../../tables/audit-log.ts'
import { slotClaims } from '../../../tables/schedule.ts'
import { courts, venues } from '../../../tables/venues.ts'
import {
  givenCoachLock,
  givenPlayer,
  givenScene,
  givenVenue,
  givenVenueLock,
  type Scene,
  TOMORROW,
} from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenBall } from '../../../testing/given-ball.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const ROUNDS = raceRounds(20)

const { db, call, signedInAs, asStaff } = await startTestServer()

// The operator's account must exist before a refused call is compared with the database.
let operator: Call
beforeEach(async () => {
  operator = asStaff('operator')
  await operator(adminApi.getVenueFile, { params: { id: (await givenVenue(db)).venueId } })
})

const read = (id: string) => operator(adminApi.getVenueFile, { params: { id } })
const rowsOf = ({ courts: rows }: adminApi.VenueFile): adminApi.CourtForm[] =>
  rows.map(({ id, courtCode, name, surface }) => ({ id, courtCode, name, surface }))
const added = (code: string): adminApi.CourtForm => ({ id: null, courtCode: code, name: code, surface: '' })

/** Writes the venue's current courts back after applying a change. */
async function keep(id: string, change: (rows: adminApi.CourtForm[]) => adminApi.CourtForm[]) {
  const file = await read(id)
  const body = { revision: file.revision, courts: change(rowsOf(file)) }
  return operator(adminApi.updateCourts, { params: { id }, body })
}
const withoutLast = (rows: adminApi.CourtForm[]) => rows.slice(0, -1)

const bookLast = ({ playerId, coachId, courseId, venueId }: Scene, courtIndex = 1) =>
  signedInAs(playerId)(createByPlayer, {
    body: {
      ...{ coachId, courseDesignId: courseId, stadiumId: venueId, selectedCourt: courtIndex, courseDate: TOMORROW },
      ...{ beginTimeSlot: 20, endTimeSlot: 22 },
    },
  })

test('courts are renamed, added at the end and removed from the end; count, codes and indexes stay correct', async () => {
  const { venueId, courtIds } = await givenVenue(db, { name: '东馆' })
  const changed = await keep(venueId, ([first, second]) => [
    { ...first, courtCode: ' B ', name: ' 中心场 ', surface: '红土' } as adminApi.CourtForm,
    { ...second, courtCode: 'A' } as adminApi.CourtForm,
    added('C'),
  ])
  expect(changed).toMatchObject({
    revision: 1,
    venue: { courtCount: 3, courtCodes: 'B,A,C' },
    courts: [
      { id: courtIds[0], courtCode: 'B', name: '中心场', surface: '红土' },
      { id: courtIds[1], courtCode: 'A' },
      { courtCode: 'C', name: 'C' },
    ],
  })
  // The two courts swap their codes.
  const swapped = await keep(venueId, ([first, second]) => [
    { ...first, courtCode: 'A' } as adminApi.CourtForm,
    { ...second, courtCode: 'B' } as adminApi.CourtForm,
  ])
  expect(swapped.venue).toMatchObject({ courtCount: 2, courtCodes: 'A,B' })
  expect((await call(courtsOfVenue, { params: { id: venueId } })).map(({ id }) => id)).toEqual(courtIds)
  const actions = await db
    .select()
    .from(staffAuditEvents)
    .where(eq(staffAuditEvents.objectId, venueId))
    .orderBy(staffAuditEvents.id)
  expect(actions.map(({ summary }) => summary)).toEqual([
    '修改场馆「东馆」的场地：新增C，共 3 片',
    '修改场馆「东馆」的场地：删除C，共 2 片',
  ])
})

test('a venue whose courts are only numbered keeps no list of court codes', async () => {
  const { venueId } = await givenVenue(db, { courtCodes: null })
  const { venue } = await keep(venueId, (rows) => [...rows, { ...added('2'), name: '场地3' }])
  expect(venue).toMatchObject({ courtCodes: null, courtCount: 3 })
})

test('an added court is in the grid and can be booked, even after the grid was read before', async () => {
  const scene = await givenScene(db)
  const { venueId, coachId, playerId } = scene
  const grid = () =>
    signedInAs(playerId)(courtStatusForPlayer, { body: { coachId, stadiumId: venueId, date: TOMORROW } })
  await givenCoachLock(db, { coachId, beginTimeSlot: 40, endTimeSlot: 41 })
  const courtsIn = async () => new Set((await grid()).map(({ courtCode }) => courtCode)).size
  expect(await courtsIn()).toBe(2)
  await keep(venueId, (rows) => [...rows, added('新')])
  expect(await courtsIn()).toBe(3)
  await bookLast(scene, 2)
  expect((await read(venueId)).courts[2]).toMatchObject({ classes: 1, isUsed: true })
})

test.each<[string, (scene: Scene, courtId: string) => Promise<unknown>]>([
  ['a class long over', (scene, courtId) => givenInvitation(db, { scene, courtId, status: 'COMPLETED' })],
  ['a cancelled class', (scene, courtId) => givenInvitation(db, { scene, courtId, status: 'CANCELLED' })],
  [
    'a game',
    async ({ venueId }, courtId) =>
      givenBall(db, { playerIds: [await givenPlayer(db)], stadiumId: venueId, courtId, place: '' }),
  ],
  ['a lock', (_scene, courtId) => givenVenueLock(db, { courtId })],
])('a court with %s cannot be removed', async (_what, give) => {
  const scene = await givenScene(db)
  await give(scene, scene.courtIds[1] ?? '')
  await expectRefusal(db, () => keep(scene.venueId, withoutLast), {
    status: 409,
    code: 'court_in_use',
    message: '场地2：场地有过预约、锁定或常用记录，不能删除',
    data: { name: '场地2' },
  })
})

test.each<[string, (rows: adminApi.CourtForm[]) => adminApi.CourtForm[], string]>([
  ['none', () => [], 'venue_courts_missing'],
  [
    'more than sixty',
    (rows) => [...rows, ...Array.from({ length: 59 }, (_, at) => added(`N${at}`))],
    'venue_courts_too_many',
  ],
  ['one gone from the front', (rows) => rows.slice(1), 'courts_out_of_order'],
  ['another order', (rows) => [...rows].reverse(), 'courts_out_of_order'],
  ['a code twice', (rows) => [...rows, added('0')], 'court_code_taken'],
  ['a blank name', (rows) => [...rows, { ...added('N'), name: ' ' }], 'court_name_missing'],
  ['a comma', (rows) => [...rows, added('N,M')], 'court_code_invalid'],
])('%s is refused and leaves no trace', async (_what, change, code) => {
  const { venueId } = await givenVenue(db)
  await expectRefusal(db, () => keep(venueId, change), { code })
})

test('of operators who add courts at once each succeeds or is refused because the courts have changed', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { venueId } = await givenVenue(db)
    const answers = await Promise.allSettled(
      ['A', 'B', 'C'].map((code) => keep(venueId, (rows) => [...rows, added(code)])),
    )
    const heard = answers.filter(({ status }) => status === 'fulfilled').length
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'revision_outdated' })
    }
    expect(heard).toBeGreaterThan(0)
    const { venue, courts: rows, revision } = await read(venueId)
    expect([venue.courtCount, rows.length, revision]).toEqual([2 + heard, 2 + heard, heard])
  }
})

test('of a booking and the removal of its court at once one succeeds, and no booking remains at a removed court', async () => {
  const codes = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    const scene = await givenScene(db)
    const calls = [() => keep(scene.venueId, withoutLast), () => bookLast(scene)]
    const answers = await Promise.allSettled<unknown>((round % 2 === 0 ? calls : calls.reverse()).map((one) => one()))
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []))
    expect(refused).toHaveLength(1)
    codes.add(refused[0])
    await expectSound(scene.venueId)
  }
  for (const code of codes) expect(['court_in_use', 'court_not_found']).toContain(code)
})

test('of a game and the removal of its court, or the taking off of the venue, at once one succeeds', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { venueId } = await givenVenue(db)
    const player = signedInAs(await givenPlayer(db))
    const arrange = () =>
      player(createBall, {
        body: {
          ...{ title: '周末双打', sport: 'tennis', matchType: 1, stadiumId: venueId, selectedCourt: 1 },
          ...{ activityDate: TOMORROW, beginTimeSlot: 30, endTimeSlot: 34, levelFrom: 1, levelTo: 7 },
          ...{
            genderRule: 'ANY',
            minPlayers: 2,
            maxPlayers: 4,
            feeMode: 'AA',
            courtFeeFen: 0,
            extrasFen: 0,
            isPublic: true,
          },
        },
      })
    const end = () =>
      round % 2 === 0
        ? keep(venueId, withoutLast)
        : operator(adminApi.takeVenueOff, { params: { id: venueId }, body: { reason: '装修' } })
    const answers = await Promise.allSettled<unknown>([end(), arrange()])
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []))
    expect(refused).toHaveLength(1)
    expect(['court_in_use', 'court_not_found', 'venue_has_upcoming', 'venue_not_found']).toContain(refused[0])
    await expectSound(venueId)
    const { state, upcoming } = await read(venueId)
    if (state === 'off') expect(upcoming.games).toBe(0)
  }
})

/**
 * Checks that the venue's court count is correct and the indexes have no gaps. Every claim must have an existing court.
 */
async function expectSound(venueId: string): Promise<void> {
  const rows = await db.select().from(courts).where(eq(courts.venueId, venueId)).orderBy(courts.courtIndex)
  const [venue] = await db.select().from(venues).where(eq(venues.id, venueId))
  expect(venue?.courtCount).toBe(rows.length)
  expect(rows.map(({ courtIndex }) => courtIndex)).toEqual(rows.map((_, index) => index))
  const there = new Set((await db.select({ id: courts.id }).from(courts)).map(({ id }) => id))
  const claims = await db.select().from(slotClaims).where(eq(slotClaims.kind, 1))
  expect(claims.filter(({ resourceId }) => !there.has(resourceId))).toEqual([])
}
