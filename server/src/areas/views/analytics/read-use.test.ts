import { analyticsUse, exportAnalyticsUse, type UseOf } from '@paidang/api/areas/views/analytics'
import { eq } from 'drizzle-orm'
import readWorkbook from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { companies } from '../../../tables/companies.ts'
import { venues } from '../../../tables/venues.ts'
import { givenCoach, givenCoachLock, givenScene, givenVenue, givenVenueLock } from '../../../testing/builders.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, asAdmin } = await startTestServer()

/** Friday 24 April to Friday 1 May 2026: eight days, two of them Fridays. */
const PERIOD = { from: '2026-04-24', until: '2026-05-01' }
const FRIDAY = 5
const WEDNESDAY = 3

/** A club that may be booked from 9:00 to 11:30, on two courts that are open from 10:00 to 11:30. */
async function givenClub() {
  const scene = await givenScene(db)
  const { companyId, adminId, coachId, venueId, courtIds } = scene
  await db.update(companies).set({ firstStart: 18, lastStart: 22 }).where(eq(companies.id, companyId))
  await db.update(venues).set({ firstStart: 20, lastStart: 22 }).where(eq(venues.id, venueId))
  const [court = '', other = ''] = courtIds
  // Fridays: 10:00 to 11:00 and 11:00 to 12:00, where the half-hour from 11:30 is after the last start. One Wednesday
  // at nine.
  await givenInvitation(db, { scene, status: 'COMPLETED', courseDate: '2026-04-24' })
  await givenInvitation(db, { scene, status: 'COMPLETED', courseDate: '2026-05-01', beginTimeSlot: 22 })
  await givenInvitation(db, {
    scene,
    status: 'COMPLETED',
    courseDate: '2026-04-29',
    beginTimeSlot: 19,
    endTimeSlot: 21,
  })
  // None of these counts: one is cancelled, one unanswered, one after the period.
  await givenInvitation(db, { scene, status: 'CANCELLED', courseDate: '2026-04-24' })
  await givenInvitation(db, { scene, status: 'PENDING', courseDate: '2026-05-01', beginTimeSlot: 40 })
  await givenInvitation(db, { scene, status: 'CONFIRMED' })
  await givenVenueLock(db, { courtId: other, day: '2026-04-24', beginTimeSlot: 18, endTimeSlot: 21 })
  await givenCoachLock(db, { coachId, day: '2026-04-24', beginTimeSlot: 16, endTimeSlot: 19 })
  return { ...scene, court, admin: { userId: adminId, companyId } }
}

type Club = Awaited<ReturnType<typeof givenClub>>
const use = ({ admin }: Club, of: UseOf, id?: string) =>
  asAdmin(admin)(analyticsUse, { params: { of }, query: { ...PERIOD, ...(id !== undefined && { id }) } })
const on = (hours: { weekday: number; hour: number; booked: number; bookable: number }[], weekday: number) =>
  hours.filter((hour) => hour.weekday === weekday).map(({ hour, booked, bookable }) => [hour, booked, bookable])

test('the use of courts is the company’s classes as a share of the venue’s opening hours without closures', async () => {
  const club = await givenClub()
  const { subjects, hours } = await use(club, 'courts')
  expect(subjects).toEqual([{ id: club.venueId, name: expect.any(String) }])
  // Two courts on two Fridays: eight half-hours at ten, one closed and two booked. At eleven half of that.
  expect(on(hours, FRIDAY)).toEqual([
    [10, 2, 7],
    [11, 1, 4],
  ])
  expect(on(hours, WEDNESDAY)).toEqual([
    [10, 1, 4],
    [11, 0, 2],
  ])
  expect(hours).toHaveLength(14)
})

test('the use of coaches is their classes as a share of the company’s opening hours without their own locks', async () => {
  const club = await givenClub()
  const { subjects, hours } = await use(club, 'coaches')
  expect(subjects.map(({ id }) => id).sort()).toEqual([club.coachId, club.adminId].sort())
  expect(on(hours, FRIDAY)).toEqual([
    [9, 0, 7],
    [10, 2, 8],
    [11, 1, 4],
  ])
  expect(on((await use(club, 'coaches', club.coachId)).hours, FRIDAY)).toEqual([
    [9, 0, 3],
    [10, 2, 4],
    [11, 1, 2],
  ])
  expect(on((await use(club, 'coaches', club.adminId)).hours, WEDNESDAY)).toEqual([
    [9, 0, 2],
    [10, 0, 2],
    [11, 0, 1],
  ])
})

test('venues and coaches of others cannot be requested', async () => {
  const club = await givenClub()
  const { venueId } = await givenVenue(db)
  const stranger = await givenCoach(db)
  await expect(use(club, 'courts', venueId)).rejects.toMatchObject({ status: 404, code: 'venue_not_found' })
  await expect(use(club, 'coaches', stranger)).rejects.toMatchObject({ status: 404, code: 'coach_not_found' })
})

test('the file has a row for each hour of each weekday, with its share', async () => {
  const club = await givenClub()
  const { fileName, base64 } = await asAdmin(club.admin)(exportAnalyticsUse, {
    params: { of: 'courts' },
    query: { ...PERIOD, format: 'xlsx' },
  })
  expect(fileName).toBe('场地利用率-全部-2026-04-24-2026-05-01.xlsx')
  const [sheet] = await readWorkbook(Buffer.from(base64, 'base64'))
  expect(sheet?.data[0]).toEqual(['星期', '开始', '已约（半小时）', '可约（半小时）', '利用率（%）'])
  expect(sheet?.data).toContainEqual(['周五', '10:00', 2, 7, 28.6])
  expect(sheet?.data).toHaveLength(15)
})
