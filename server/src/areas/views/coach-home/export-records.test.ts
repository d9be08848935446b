import * as coachHome from '@paidang/api/areas/views/coach-home'
import readWorkbook from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { coachCourses, companyMembers } from '../../../tables/companies.ts'
import { coachVenues } from '../../../tables/venues.ts'
import {
  givenCoach,
  givenCompany,
  givenContract,
  givenCourse,
  givenPlayer,
  givenScene,
  givenVenue,
} from '../../../testing/builders.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs } = await startTestServer()

const months = (coachId: string, actorId = coachId, count = 6) =>
  signedInAs(actorId)(coachHome.recordMonths, { params: { coachId }, query: { months: count } })
const fileOf = (coachId: string, actorId = coachId, count = 2) =>
  signedInAs(actorId)(coachHome.exportRecords, { params: { coachId }, query: { months: count } })
const sheetsOf = async (coachId: string, actorId = coachId) => {
  const sheets = await readWorkbook(Buffer.from((await fileOf(coachId, actorId)).base64, 'base64'))
  return Object.fromEntries(sheets.map(({ sheet, data }) => [sheet, data]))
}

/** A coach of two courses, with classes held in March, April and May. */
async function givenRecords() {
  const scene = await givenScene(db)
  const coachId = await givenCoach(db, { companyId: scene.companyId, nickname: '王/教练' })
  await db.insert(coachCourses).values({ coachId, courseId: scene.courseId })
  await db.insert(coachVenues).values({ coachId, venueId: scene.venueId, approveStatus: 1 })
  const own = { ...scene, coachId }
  const courseId = await givenCourse(db, {
    companyId: scene.companyId,
    coachIds: [coachId],
    courseName: '=1+1',
    pricePerSession: 12_345,
  })
  const { venueId, courtIds } = await givenVenue(db, { name: '@阳光馆', coachIds: [coachId] })
  const playerId = await givenPlayer(db, { nickname: '+小明 <b>&' })
  const contractId = await givenContract(db, { userId: playerId, courseId })
  const other = await givenPlayer(db, { nickname: '-小红' })
  const dear = { ...own, courseId, venueId, courtIds, playerId, contractId }
  await givenInvitation(db, { scene: own, status: 'COMPLETED', courseDate: '2026-03-31' })
  await givenInvitation(db, { scene: own, status: 'COMPLETED', courseDate: '2026-04-01' })
  await givenInvitation(db, {
    scene: dear,
    status: 'COMPLETED',
    courseDate: '2026-04-30',
    endTimeSlot: 23,
    participantsCount: 2,
    attendance: 'late',
    joiners: [{ userId: other, attendance: 'absent' }],
  })
  await givenInvitation(db, { scene: own, status: 'COMPLETED', courseDate: '2026-05-01', attendance: 'leave' })
  await givenInvitation(db, { scene: own, status: 'CONFIRMED' })
  await givenInvitation(db, { scene: own, status: 'CANCELLED', courseDate: '2026-04-20' })
  return { ...own, dearCourseId: courseId }
}

test('months and courses are listed latest first, with what was taught, consumed and earned', async () => {
  const { coachId, courseId, dearCourseId } = await givenRecords()
  const plain = {
    courseDesignId: courseId,
    courseDesignName: expect.stringMatching(/^网球课/),
    classes: 1,
    taughtHours: 1,
  }
  const april = [
    {
      month: '2026-04',
      courseDesignId: dearCourseId,
      courseDesignName: '=1+1',
      classes: 1,
      taughtHours: 1.5,
      consumedSessions: 1.5,
      incomeFen: 18_518,
    },
    { month: '2026-04', ...plain, consumedSessions: 1, incomeFen: 30_000 },
  ]
  const may = { month: '2026-05', ...plain, consumedSessions: 0, incomeFen: 0 }
  const march = { month: '2026-03', ...plain, consumedSessions: 1, incomeFen: 30_000 }
  expect(await months(coachId)).toEqual([may, ...april, march])
  expect(await months(coachId, coachId, 2)).toEqual([may, ...april])
  expect(await months(coachId, coachId, 1)).toEqual([may])
})

test('the workbook has the same data and every class: Chinese intact, numbers as numbers, text as text', async () => {
  const { coachId } = await givenRecords()
  const { fileName, contentType } = await fileOf(coachId)
  expect(fileName).toBe('授课记录-王_教练-2026-04-01-2026-05-01.xlsx')
  expect(contentType).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  const { 汇总: summary, 明细: classes } = await sheetsOf(coachId)
  const course = expect.stringMatching(/^网球课\d+$/)
  expect(summary).toEqual([
    ['月份', '课程', '课次', '授课小时', '消耗课时', '收入（元）'],
    ['2026-05', course, 1, 1, 0, 0],
    ['2026-04', '=1+1', 1, 1.5, 1.5, 185.18],
    ['2026-04', course, 1, 1, 1, 300],
    ['合计', null, 3, 3.5, 2.5, 485.18],
  ])
  const [venue, player] = [expect.stringMatching(/^球馆\d+$/), expect.stringMatching(/^球员\d+$/)]
  expect(classes).toEqual([
    ['日期', '星期', '时间', '场馆', '场地', '课程', '学员', '出勤', '补录', '课时', '收入（元）'],
    ['2026-05-01', '周五', '10:00–11:00', venue, '场地1', course, player, '请假', null, 0, 0],
    [
      '2026-04-30',
      '周四',
      '10:00–11:30',
      '@阳光馆',
      '场地1',
      '=1+1',
      '+小明 <b>&、-小红',
      '迟到、缺席',
      null,
      1.5,
      185.18,
    ],
    ['2026-04-01', '周三', '10:00–11:00', venue, '场地1', course, player, '到场', null, 1, 300],
  ])
})

test('a coach who has held no class gets headings and a total of zero', async () => {
  const { 汇总: summary, 明细: classes } = await sheetsOf(await givenCoach(db))
  expect(summary?.slice(1)).toEqual([['合计', null, 0, 0, 0, 0]])
  expect(classes).toHaveLength(1)
})

test('the admin of a company reads what was taught for it, and other users read nothing', async () => {
  const { coachId, adminId, companyId, playerId } = await givenRecords()
  expect(await months(coachId, adminId)).toEqual(await months(coachId))
  expect(await sheetsOf(coachId, adminId)).toEqual(await sheetsOf(coachId))
  const { companyId: otherCompanyId, adminId: otherAdmin } = await givenCompany(db)
  await db.insert(companyMembers).values({ companyId: otherCompanyId, userId: coachId })
  expect(await months(coachId, otherAdmin)).toEqual([])
  const colleague = await givenCoach(db, { companyId })
  for (const read of [months, fileOf]) {
    for (const [id, actorId] of [
      [coachId, colleague],
      [adminId, coachId],
      ['defaultUserId', coachId],
    ] as const) {
      await expect(read(id, actorId)).rejects.toMatchObject({ status: 403, code: 'data_of_others' })
    }
    await expect(read(coachId, playerId)).rejects.toMatchObject({ code: 'action_forbidden' })
    for (const count of [0, 25]) {
      await expect(read(coachId, coachId, count)).rejects.toMatchObject({ code: 'input_invalid' })
    }
  }
})
