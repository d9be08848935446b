import {
  analyticsIncome,
  exportAnalyticsIncome,
  type IncomeBy,
  type IncomeRow,
} from '@paidang/api/areas/views/analytics'
import readWorkbook from 'read-excel-file/node'
import { expect, test } from 'vitest'
import {
  givenCoach,
  givenContract,
  givenCourse,
  givenPlayer,
  givenScene,
  givenVenue,
} from '../../../testing/builders.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, asAdmin } = await startTestServer()

const APRIL = { from: '2026-04-01', until: '2026-04-30' }

/** A club whose coach 林 held two classes. Its coach =赵 held one with two people, on another course and elsewhere. */
async function givenClub() {
  const scene = await givenScene(db)
  const { companyId, adminId } = scene
  const lin = await givenCoach(db, { companyId, nickname: '林' })
  const zhao = await givenCoach(db, { companyId, nickname: '=赵,"1"' })
  const dear = await givenCourse(db, { companyId, coachIds: [zhao], pricePerSession: 50_050, courseName: '@青训' })
  const { venueId, courtIds } = await givenVenue(db, { coachIds: [zhao], name: '-江岸' })
  const [second, third] = [await givenPlayer(db), await givenPlayer(db)]
  const contractId = await givenContract(db, { userId: second, courseId: dear })
  const plain = { ...scene, coachId: lin }
  const other = { ...scene, coachId: zhao, courseId: dear, venueId, courtIds, playerId: second, contractId }
  await givenInvitation(db, { scene: plain, status: 'COMPLETED', courseDate: '2026-04-01' })
  await givenInvitation(db, { scene: plain, status: 'COMPLETED', courseDate: '2026-04-02' })
  await givenInvitation(db, {
    scene: other,
    status: 'COMPLETED',
    courseDate: '2026-04-03',
    endTimeSlot: 23,
    participantsCount: 2,
    joiners: [{ userId: third }],
  })
  await givenInvitation(db, { scene: plain, status: 'CANCELLED', courseDate: '2026-04-04' })
  await givenInvitation(db, { scene: other, status: 'CONFIRMED' })
  return { ...scene, lin, zhao, dear, dearVenueId: venueId, admin: { userId: adminId, companyId } }
}

type Club = Awaited<ReturnType<typeof givenClub>>
const income = ({ admin }: Club, by: IncomeBy, query: object = {}) =>
  asAdmin(admin)(analyticsIncome, { params: { by }, query: { ...APRIL, current: 1, rows: 20, ...query } })

const NONE = { trials: 0, trialFen: 0 }
const CHEAP = { classes: 2, taughtHours: 2, students: 1, consumedSessions: 2, incomeFen: 60_000, ...NONE }
const DEAR = { classes: 1, taughtHours: 1.5, students: 2, consumedSessions: 1.5, incomeFen: 75_075, ...NONE }

test('classes and income are listed by coach, course and venue, the highest income first', async () => {
  const club = await givenClub()
  const { lin, zhao, courseId, dear, venueId, dearVenueId } = club
  const name = expect.any(String)
  expect(await income(club, 'coach')).toEqual({
    rows: [
      { id: zhao, name: '=赵,"1"', ...DEAR },
      { id: lin, name: '林', ...CHEAP },
    ],
    total: 2,
  })
  expect((await income(club, 'course')).rows).toEqual([
    { id: dear, name: '@青训', ...DEAR },
    { id: courseId, name, ...CHEAP },
  ])
  expect((await income(club, 'venue')).rows).toEqual([
    { id: dearVenueId, name: '-江岸', ...DEAR },
    { id: venueId, name, ...CHEAP },
  ])
})

test.each([
  ['income', 'asc', ['林', '=赵,"1"']],
  ['classes', undefined, ['林', '=赵,"1"']],
  ['hours', 'desc', ['林', '=赵,"1"']],
  ['students', undefined, ['=赵,"1"', '林']],
  ['sessions', 'asc', ['=赵,"1"', '林']],
  ['name', undefined, ['=赵,"1"', '林']],
  ['name', 'desc', ['林', '=赵,"1"']],
] as const)('by %s %s', async (sort, sord, names) => {
  const club = await givenClub()
  const { rows } = await income(club, 'coach', { sort, ...(sord && { sord }) })
  expect(rows.map(({ name }) => name)).toEqual(names)
})

test('a page is a part of the list, and gives the total number', async () => {
  const club = await givenClub()
  const names = ({ rows, total }: { rows: IncomeRow[]; total: number }) => [rows.map(({ name }) => name), total]
  expect(names(await income(club, 'coach', { rows: 1, current: 2 }))).toEqual([['林'], 2])
  expect(names(await income(club, 'coach', { rows: 1, current: 3 }))).toEqual([[], 2])
})

const fileOf = ({ admin }: Club, by: IncomeBy, format: 'xlsx' | 'csv') =>
  asAdmin(admin)(exportAnalyticsIncome, { params: { by }, query: { ...APRIL, sort: 'name', format } })
const HEADINGS = ['课次', '授课小时', '学员人数', '消耗课时', '收入（元）', '体验课', '体验课收入（元）']

test('the workbook has the same data: Chinese intact, numbers as numbers, names as text for any first character', async () => {
  const club = await givenClub()
  const { fileName, contentType, base64 } = await fileOf(club, 'coach', 'xlsx')
  expect(fileName).toBe('课程与收入-按教练-2026-04-01-2026-04-30.xlsx')
  expect(contentType).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  expect(await readWorkbook(Buffer.from(base64, 'base64'))).toEqual([
    {
      sheet: '按教练',
      data: [
        ['教练', ...HEADINGS],
        ['=赵,"1"', 1, 1.5, 2, 1.5, 750.75, 0, 0],
        ['林', 2, 2, 1, 2, 600, 0, 0],
      ],
    },
  ])
})

test('the CSV has the same data too, and none of its texts is a formula', async () => {
  const club = await givenClub()
  const { fileName, contentType, base64 } = await fileOf(club, 'course', 'csv')
  expect([fileName, contentType]).toEqual(['课程与收入-按课程-2026-04-01-2026-04-30.csv', 'text/csv; charset=utf-8'])
  const [heading, first] = Buffer.from(base64, 'base64').toString().split('\r\n')
  expect(heading).toBe(`\uFEFF课程,${HEADINGS.join(',')}`)
  expect(first).toBe("'@青训,1,1.5,2,1.5,750.75,0,0.00")
  const coaches = Buffer.from((await fileOf(club, 'coach', 'csv')).base64, 'base64').toString()
  expect(coaches.split('\r\n')[1]).toBe('"\'=赵,""1""",1,1.5,2,1.5,750.75,0,0.00')
})
