import { exportStudentsAtRisk, type StudentAtRisk, studentsAtRisk } from '@paidang/api/areas/views/analytics'
import { risksOf } from '@paidang/domain/areas/money/contracts/risk'
import { addDays } from '@paidang/domain/kernel/day'
import readWorkbook from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { coachCourses } from '../../../tables/companies.ts'
import { coachVenues } from '../../../tables/venues.ts'
import { givenCoach, givenCompany, givenContract, givenPlayer, givenScene } from '../../../testing/builders.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, asAdmin } = await startTestServer()

const TODAY = '2026-05-01'
const at = (day: string) => new Date(`${day}T09:00:00+08:00`)
const PAGE = { current: 1, rows: 20 }

type Admin = { userId: string; companyId: string }
const page = (admin: Admin, query: object = {}) => asAdmin(admin)(studentsAtRisk, { query: { ...PAGE, ...query } })
const names = ({ rows }: { rows: StudentAtRisk[] }) => rows.map(({ player }) => player.nickname)

/**
 * A club with these students:
 * - 常来 comes regularly.
 * - 久别 came 30 days ago and comes again on 3 May.
 * - 请假 was on leave last week.
 * - 新来 has just signed.
 * - =余一 has one hour left.
 * - 将满 has a contract that ends in a month.
 * - 用完 and 过期 have nothing left.
 */
async function givenStudents() {
  const scene = await givenScene(db)
  const { companyId, courseId, adminId } = scene
  const gu = await givenCoach(db, { companyId, nickname: '顾南' })
  await db.insert(coachCourses).values({ coachId: gu, courseId })
  await db.insert(coachVenues).values({ coachId: gu, venueId: scene.venueId, approveStatus: 1 })
  const signed = at('2026-01-10')
  const student = async (nickname: string, over: object = {}, phone?: string) => {
    const playerId = await givenPlayer(db, { nickname, ...(phone && { phone }) })
    const terms = { sessions: 10, createdAt: signed, ...over }
    const contractId = await givenContract(db, { userId: playerId, courseId, ...terms })
    return { ...scene, coachId: gu, playerId, contractId }
  }
  const cameOn = (scene: Awaited<ReturnType<typeof student>>, courseDate: string, over: object = {}) =>
    givenInvitation(db, { scene, status: 'COMPLETED', courseDate, ...over })
  await cameOn(await student('常来'), '2026-04-29', { beginTimeSlot: 16 })
  const away = await student('久别', {}, '13800001234')
  await cameOn(away, '2026-04-01', { beginTimeSlot: 18 })
  await givenInvitation(db, { scene: away, status: 'CONFIRMED', courseDate: '2026-05-03' })
  const onLeave = await student('请假', { coachId: scene.coachId })
  await cameOn(onLeave, '2026-03-02')
  await cameOn(onLeave, '2026-04-25', { attendance: 'leave' })
  await student('新来', { createdAt: at('2026-04-20') })
  await cameOn(await student('=余一', { sessions: 2 }), '2026-04-28')
  await cameOn(await student('将满', { expiryDate: '2026-05-31' }), '2026-04-27')
  await student('用完', { sessions: 3, spent: 3 })
  await student('过期', { expiryDate: '2026-04-30' })
  return { ...scene, gu, admin: { userId: adminId, companyId } }
}

test('students who stay away, or have few hours or days left, are listed with the reason, the earliest end first', async () => {
  const { admin } = await givenStudents()
  const { rows, total } = await page(admin)
  expect(rows.map(({ player, risks }) => [player.nickname, risks])).toEqual([
    ['将满', ['EXPIRY']],
    ['久别', ['AWAY']],
    ['请假', ['AWAY']],
    ['=余一', ['HOURS']],
  ])
  expect(total).toBe(4)
  expect(rows[1]).toMatchObject({
    phone: '138****1234',
    coachName: '顾南',
    remainingSessions: 9,
    availableSessions: 8,
    expiryDate: '2026-12-31',
    lastClassDay: '2026-04-01',
    nextClassDay: '2026-05-03',
  })
  expect(rows[2]).toMatchObject({ lastClassDay: '2026-03-02', nextClassDay: null })
})

test('risk, coach and a part of the name filter the list', async () => {
  const { admin, gu, coachId } = await givenStudents()
  expect(names(await page(admin, { risk: 'AWAY' }))).toEqual(['久别', '请假'])
  expect(names(await page(admin, { risk: 'HOURS' }))).toEqual(['=余一'])
  expect(names(await page(admin, { risk: 'EXPIRY' }))).toEqual(['将满'])
  expect(names(await page(admin, { coachId }))).toEqual(['请假'])
  expect(names(await page(admin, { coachId: gu, keyword: ' 余 ' }))).toEqual(['=余一'])
  expect(await page(admin, { keyword: '%' })).toEqual({ rows: [], total: 0 })
})

test.each([
  [{ sort: 'availableSessions' }, ['=余一', '久别', '请假', '将满']],
  [{ sort: 'availableSessions', sord: 'desc' }, ['请假', '将满', '久别', '=余一']],
  [{ sort: 'lastClassDay' }, ['请假', '久别', '将满', '=余一']],
  [{ sort: 'expiryDate', sord: 'desc' }, ['久别', '请假', '=余一', '将满']],
])('the order is as requested: %j', async (order, input) => {
  const { admin } = await givenStudents()
  expect(names(await page(admin, order))).toEqual(input)
})

test('a page is a part of the list, and another company sees none of it', async () => {
  const { admin } = await givenStudents()
  const second = await page(admin, { rows: 3, current: 2 })
  expect([names(second), second.total]).toEqual([['=余一'], 4])
  const { companyId, adminId } = await givenCompany(db)
  expect(await page({ userId: adminId, companyId })).toEqual({ rows: [], total: 0 })
})

test('the list agrees with the rule at each of its limits', async () => {
  const scene = await givenScene(db)
  const input: string[] = []
  for (const [index, [came, signed, sessions, ends]] of [
    [29, 40, 9, 99],
    [30, 40, 9, 99],
    [null, 29, 9, 99],
    [null, 30, 9, 99],
    [1, 40, 2, 99],
    [1, 40, 1.5, 99],
    [1, 40, 9, 30],
    [1, 40, 9, 31],
    [1, 40, 9, -1],
  ].entries()) {
    const expiryDate = addDays(TODAY, ends ?? 0)
    const signedOn = addDays(TODAY, -(signed ?? 0))
    const userId = await givenPlayer(db, { nickname: `第${index}位` })
    const terms = { sessions: (sessions ?? 0) + (came ? 1 : 0), createdAt: at(signedOn), expiryDate }
    const contractId = await givenContract(db, { userId, courseId: scene.courseId, ...terms })
    const lastClassDay = came ? addDays(TODAY, -came) : null
    const beginTimeSlot = 12 + index * 2
    const courseDate = lastClassDay ?? TODAY
    if (came)
      await givenInvitation(db, {
        scene: { ...scene, playerId: userId, contractId },
        status: 'COMPLETED',
        courseDate,
        beginTimeSlot,
      })
    const contract = { remainingSessions: sessions ?? 0, heldSessions: 0, expiryDate, signedOn, lastClassDay }
    if (risksOf(contract, TODAY).length > 0) input.push(`第${index}位`)
  }
  expect(input).toEqual(['第1位', '第3位', '第5位', '第6位'])
  expect(names(await page({ userId: scene.adminId, companyId: scene.companyId })).sort()).toEqual(input)
})

test('the file has the same rows and filters, with masked phones too', async () => {
  const { admin } = await givenStudents()
  const file = (format: 'xlsx' | 'csv', query: object = {}) =>
    asAdmin(admin)(exportStudentsAtRisk, { query: { format, ...query } })
  const { fileName, base64 } = await file('xlsx')
  expect(fileName).toBe('需要关注的学员-2026-05-01.xlsx')
  const [sheet] = await readWorkbook(Buffer.from(base64, 'base64'))
  expect(sheet?.data.map(([name, phone, why]) => [name, phone, why]).slice(0, 3)).toEqual([
    ['学员', '电话', '提醒'],
    ['将满', expect.stringMatching(/^139\*{4}\d{4}$/), '合同将到期'],
    ['久别', '138****1234', '30天没上课'],
  ])
  const csv = Buffer.from((await file('csv', { risk: 'HOURS' })).base64, 'base64').toString()
  expect(csv.split('\r\n')[1]).toMatch(/^'=余一,139\*{4}\d{4},课时将尽,网球课\d+,顾南,1,1,2026-04-28,,2026-12-31$/)
  expect(csv.split('\r\n')).toHaveLength(3)
})
