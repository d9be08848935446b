import * as api from '@paidang/api/areas/places/admin-common-courses'
import { ApiError } from '@paidang/api/catalogue/errors'
import { courseOf, whyNotCourse } from '@paidang/domain/areas/places/companies/course-form'
import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { contains } from '../../../db/contains.ts'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { commonCourses, courses } from '../../../tables/companies.ts'
import { listAuditEventsAbout, recordAuditEvent } from '../../ground/audit-log/audit-log.ts'

function selectCommonCourses(db: Database) {
  return db
    .select({
      course: commonCourses,
      courseCount: sql<number>`(select count(*) from ${courses} c
        where c.common_course_id = ${commonCourses}.id and not c.del_flag)`.mapWith(Number),
    })
    .from(commonCourses)
    .$dynamic()
}

type CourseRow = Awaited<ReturnType<typeof selectCommonCourses>>[number]

function presentCommonCourse({ course: { createdAt, ...course }, courseCount }: CourseRow): api.ManagedCommonCourse {
  return { ...course, courseCount, createTime: createdAt.toISOString() }
}

/** @throws ApiError common_course_not_found */
async function readCommonCourse(db: Database, id: string): Promise<api.CommonCourseDetail> {
  const [row] = await selectCommonCourses(db).where(eq(commonCourses.id, id))
  if (!row) throw new ApiError('common_course_not_found')
  return { ...presentCommonCourse(row), auditEvents: await listAuditEventsAbout(db, { kind: 'common-course', id }) }
}

/** The stored fields of a form. Of two operators who use the same name the key refuses one. */
async function soundCourse(tx: Database, { isShown, ...form }: api.CommonCourseForm, id?: string) {
  const course = courseOf(form)
  const refusal = whyNotCourse(course)
  if (refusal) throw new ApiError(refusal)
  const isOther = id === undefined ? undefined : ne(commonCourses.id, id)
  if ((await tx.$count(commonCourses, and(eq(commonCourses.courseName, course.courseName), isOther))) > 0)
    throw new ApiError('common_course_name_used')
  return { ...course, isShown }
}

const NAMES = {
  courseName: '名称',
  courseDescription: '介绍',
  pricePerSession: '参考价',
  sessionDuration: '课时长度',
  maxParticipants: '人数上限',
  isShown: '展示',
} as const

export default plugin([
  handle(api.queryCommonCourses, ({ query, db }) => {
    const keyword = query.keyword?.trim()
    return pageOf(db, selectCommonCourses(db), {
      where: and(
        keyword ? contains(commonCourses.courseName, keyword) : undefined,
        query.isShown === undefined ? undefined : eq(commonCourses.isShown, query.isShown),
      ),
      order: [asc(commonCourses.id)],
      query,
      present: presentCommonCourse,
    })
  }),

  handle(api.readCommonCourse, ({ params: { id }, db }) => readCommonCourse(db, id)),

  handle(api.createCommonCourse, ({ body, staff, db, now }) =>
    db.transaction(async (tx) => {
      const course = await soundCourse(tx, body)
      const [row] = await tx
        .insert(commonCourses)
        .values({ ...course, createdAt: now })
        .returning({ id: commonCourses.id })
      if (!row) throw new Error('insert returned no row')
      const summary = `新建通用课程「${course.courseName}」`
      await recordAuditEvent(tx, { actorId: staff.id, action: 'common-course.create', objectId: row.id, summary, now })
      return readCommonCourse(tx, row.id)
    }),
  ),

  // What companies copied from it keeps its own price and texts.
  handle(api.updateCommonCourse, ({ params: { id }, body: { revision: _seen, ...form }, staff, db, now }) =>
    db.transaction(async (tx) => {
      const [before] = await tx.select().from(commonCourses).where(eq(commonCourses.id, id)).for('no key update')
      if (!before) throw new ApiError('common_course_not_found')
      const course = await soundCourse(tx, form, id)
      const fields = Object.keys(NAMES) as (keyof typeof NAMES)[]
      const changed = fields.filter((field) => before[field] !== course[field]).map((field) => NAMES[field])
      if (changed.length > 0) {
        await tx.update(commonCourses).set(course).where(eq(commonCourses.id, id))
        const summary = `修改通用课程「${course.courseName}」的${changed.join('、')}`
        await recordAuditEvent(tx, { actorId: staff.id, action: 'common-course.edit', objectId: id, summary, now })
      }
      return readCommonCourse(tx, id)
    }),
  ),
])
