import { commonCoursesOfUser } from '@paidang/api/areas/activities/common-courses'
import {
  createCommonCourse,
  queryCommonCourses,
  readCommonCourse,
  updateCommonCourse,
} from '@paidang/api/areas/places/admin-common-courses'
import { addCourse, commonCourses, getCommonCourse } from '@paidang/api/areas/places/companies'
import type { Call } from '@paidang/api/client'
import { beforeEach, expect, test } from 'vitest'
import { commonCourses as courseRows, courses } from '../../../tables/companies.ts'
import { givenCommonCourse, givenCompany, givenCourse, givenPlayer, only } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, call, signedInAs, asStaff } = await startTestServer()

let operator: Call
beforeEach(async () => {
  operator = asStaff('operator')
  await list()
})

const list = async (query: object = {}) =>
  (await operator(queryCommonCourses, { query: { current: 1, rows: 10, ...query } })).rows
const FORM = {
  courseName: '青少年小班',
  courseDescription: '两到四人',
  pricePerSession: 12_000,
  sessionDuration: 60,
  maxParticipants: 4,
  isShown: true,
}
const create = (over: object = {}) => operator(createCommonCourse, { body: { ...FORM, ...over } })
const update = (id: string, over: object = {}) =>
  operator(updateCommonCourse, { params: { id }, body: { ...FORM, ...over } })

test('a new course stands in the catalogue of everybody; one that is not shown in that of nobody', async () => {
  const { id, auditEvents } = await create({ courseName: ' 青少年小班 ' })
  expect(auditEvents).toMatchObject([{ action: 'common-course.create', summary: '新建通用课程「青少年小班」' }])
  const { isShown: _shown, ...shown } = FORM
  expect(await call(commonCourses, {})).toEqual([{ id, ...shown }])
  expect(await update(id, { isShown: false })).toMatchObject({
    isShown: false,
    auditEvents: [{ summary: '修改通用课程「青少年小班」的展示' }, {}],
  })
  expect(await call(commonCourses, {})).toEqual([])
  const userId = await givenPlayer(db)
  expect(await signedInAs(userId)(commonCoursesOfUser, {})).toEqual([])
  // Links that were shared still open it.
  expect(await call(getCommonCourse, { params: { id } })).toMatchObject({ courseName: '青少年小班' })
})

test('what companies copied keeps its price and its texts, and the list counts it', async () => {
  const commonCourseId = await givenCommonCourse(db)
  const { companyId, adminId } = await givenCompany(db)
  await givenCourse(db, { companyId, commonCourseId, pricePerSession: 30_000 })
  await givenCourse(db, { companyId, commonCourseId, delFlag: true })
  await update(commonCourseId, { pricePerSession: 50_000 })
  expect(await list()).toMatchObject([{ id: commonCourseId, courseCount: 1, pricePerSession: 50_000 }])
  expect((await db.select().from(courses)).map(({ pricePerSession }) => pricePerSession)).toEqual([30_000, 30_000])
  const { maxParticipants, ...body } = { companyGuid: companyId, commonCourseId, ...FORM }
  await signedInAs(adminId)(addCourse, { body: { ...body, maxParticipants } })
  expect(await list()).toMatchObject([{ courseCount: 2 }])
})

test('courses are found by a part of the name and by whether they are shown', async () => {
  const one = await givenCommonCourse(db, { courseName: '成人 50% 私教' })
  const other = await givenCommonCourse(db, { courseName: '少儿启蒙', isShown: false })
  const found = async (query: object) => (await list(query)).map(({ id }) => id)
  expect(await found({})).toEqual([one, other])
  expect(await found({ keyword: '50%' })).toEqual([one])
  expect(await found({ isShown: false })).toEqual([other])
})

test('a course without a name, with a price or length that no course has, or with the name of another is refused', async () => {
  const refusals = {
    course_name_missing: { courseName: ' ' },
    course_price_invalid: { pricePerSession: -1 },
    course_duration_invalid: { sessionDuration: 50 },
    course_participants_invalid: { maxParticipants: 21 },
  }
  for (const [code, over] of Object.entries(refusals))
    await expectRefusal(db, () => create(over), { status: 400, code })
  await create()
  const { id } = await create({ courseName: '成人私教' })
  const used = { status: 409, code: 'common_course_name_used' }
  await expectRefusal(db, () => create(), used)
  await expectRefusal(db, () => update(id), used)
  await expectRefusal(db, () => update('987654321987', { courseName: '新课' }), { status: 404 })
})

test('the same course added twice at once is one', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 8 }, () => create()))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(only(await db.select().from(courseRows))).toMatchObject({ courseName: FORM.courseName })
})

test('a change over an older revision says what changed', async () => {
  const { id, revision } = await create()
  await update(id, { pricePerSession: 15_000, revision })
  await expectRefusal(db, () => update(id, { maxParticipants: 2, revision }), {
    status: 409,
    code: 'revision_outdated',
    data: { changes: ['参考价已改为 ¥150/课时'] },
  })
  expect(await operator(readCommonCourse, { params: { id } })).toMatchObject({ revision: revision + 1 })
})
