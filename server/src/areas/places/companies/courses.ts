import * as api from '@paidang/api/areas/places/companies'
import { ApiError } from '@paidang/api/catalogue/errors'
import { type CourseFields, courseOf, whyNotCourse } from '@paidang/domain/areas/places/companies/course-form'
import { type Day, dayOf } from '@paidang/domain/kernel/day'
import { and, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { assertSeen, countRevision } from '../../../db/revision-queries.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { invitations } from '../../../tables/classes.ts'
import { coachCourses, companyMembers, courses } from '../../../tables/companies.ts'
import { contracts } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { isTakenBack, rosterImportRows, rosterImports } from '../../../tables/roster.ts'
import { checkContent, type Verdicts } from '../../ground/content/check-content.ts'
import { type HeldBack, holdBack, oneValue, sortOut } from '../../ground/content/hold-content.ts'
import { listPending } from '../../ground/content/submissions.ts'
import { hasLiveClass } from '../../ground/live-classes/has-live-class.ts'
import { notify } from '../../ground/messages/notify.ts'
import { listCommonCourses } from './catalogue.ts'
import { assertMember, ownCompanyOfPath } from './company-of-path.ts'
import { lockOwnCompany } from './lock-own-company.ts'
import { lockCourse, PLAIN_COURSE } from './show-on-course.ts'

/**
 * The number of a course's students whose every contract of it was undone with its import. To count these and subtract
 * them spares a look at each contract of the others: an index counts all students.
 */
const withUndoneHoursAlone = sql`(
  select count(distinct w.student_id) from ${rosterImports} m
    join ${rosterImportRows} w on w.import_id = m.id and w.undone_at is not null
  where m.company_id = ${courses}.company_id
    and (select c.course_id from ${contracts} c where c.id = w.contract_id) = ${courses}.id
    and not exists (
      select 1 from ${contracts} o
      where o.course_id = ${courses}.id and o.user_id = w.student_id and not ${isTakenBack(sql`o`)}))`

/** Courses with what lists show: whether the caller teaches it, its number of students and of completed classes. */
function selectCourses(db: Database, actorId: string) {
  return db
    .select({
      course: courses,
      isTaughtByMe: sql<boolean>`exists (
        select 1 from ${coachCourses} t where t.course_id = ${courses}.id and t.coach_id = ${actorId})`,
      studentCount: sql<number>`(
        select count(distinct c.user_id) from ${contracts} c where c.course_id = ${courses}.id)
        - ${withUndoneHoursAlone}`.mapWith(Number),
      courseCount: sql<number>`(
        select count(*) from ${invitations} i
        where i.course_design_id = ${courses}.id and i.invitation_status = 'COMPLETED')`.mapWith(Number),
    })
    .from(courses)
    .$dynamic()
}

type CourseRow = Awaited<ReturnType<typeof selectCourses>>[number]

/** One course of any company. Deleted courses are included. */
async function findCourse(db: Database, courseId: string, actorId: string): Promise<CourseRow | undefined> {
  const [row] = await selectCourses(db, actorId).where(eq(courses.id, courseId))
  return row
}

/** The coaches who teach a course, by name. */
async function listCoachesOfCourse(db: Database, courseId: string) {
  return db
    .select({ id: users.id, nickname: users.nickname, avatar: users.avatar })
    .from(coachCourses)
    .innerJoin(users, eq(users.id, coachCourses.coachId))
    .where(eq(coachCourses.courseId, courseId))
    .orderBy(sql`${users.nickname} collate "zh-x-icu"`, users.id)
}

/** A course as an item of a list. */
function presentCourse({ course, isTaughtByMe, studentCount, courseCount }: CourseRow): api.CompanyCourse {
  return {
    companyCourse: {
      id: course.id,
      companyGuid: course.companyId,
      courseName: course.courseName,
      courseDescription: course.courseDescription,
      pricePerSession: course.pricePerSession,
      sessionDuration: course.sessionDuration,
      maxParticipants: course.maxParticipants,
      isTrial: course.isTrial,
      createdAt: course.createdAt.toISOString(),
      createdBy: course.createdBy,
      updatedAt: course.updatedAt?.toISOString() ?? null,
      updatedBy: course.updatedBy,
      delFlag: course.delFlag,
      revision: course.revision,
    },
    isTaughtByMe,
    studentCount,
    courseCount,
  }
}

/** A course with its coaches, its catalogue course, and the caller's texts that wait for approval. */
async function presentCourseDetail(db: Database, row: CourseRow, actorId: string): Promise<api.CompanyCourseDetail> {
  const { id, commonCourseId } = row.course
  const pending = await listPending(db, { kind: 'course', objectId: id, actorId })
  return { ...presentCourse(row), coaches: await listCoachesOfCourse(db, id), commonCourseId, pending }
}

/**
 * Replaces the coaches who teach a course.
 *
 * @returns the added and the removed coaches
 */
async function replaceCoaches(
  tx: Database,
  courseId: string,
  coachIds: readonly string[],
): Promise<{ added: string[]; removed: string[] }> {
  const others = coachIds.length === 0 ? undefined : notInArray(coachCourses.coachId, [...coachIds])
  const removed = await tx
    .delete(coachCourses)
    .where(and(eq(coachCourses.courseId, courseId), others))
    .returning({ id: coachCourses.coachId })
  if (coachIds.length === 0) return { added: [], removed: removed.map(({ id }) => id) }
  const added = await tx
    .insert(coachCourses)
    .values(coachIds.map((coachId) => ({ coachId, courseId })))
    .onConflictDoNothing()
    .returning({ id: coachCourses.coachId })
  return { added: added.map(({ id }) => id), removed: removed.map(({ id }) => id) }
}

/** Whether a contract that meets the condition has remaining hours and has not expired. */
export async function hasActiveContracts(db: Database, which: SQL, today: Day): Promise<boolean> {
  const isActive = sql`${contracts.remainingSessions} > 0 and ${contracts.expiryDate} >= ${today}::date`
  return (await db.$count(contracts, and(which, isActive))) > 0
}

type CourseTexts = { courseName: string; courseDescription?: string | undefined }

/** The texts of a course form that are checked. */
function courseContent({ courseName, courseDescription = '' }: CourseTexts) {
  return { courseName: oneValue(courseName), courseDescription: oneValue(courseDescription) }
}

function soundCourseOf(form: api.CourseForm): CourseFields {
  const fields = courseOf(form)
  const refusal = whyNotCourse(fields)
  if (refusal) throw new ApiError(refusal)
  return fields
}

/**
 * Splits the fields into those shown to others and those held for approval. Texts of the catalogue pass without a
 * check.
 */
async function sortTexts(
  tx: Database,
  { commonCourseId }: api.CourseForm,
  { fields, present, verdicts }: { fields: CourseFields; present: CourseTexts; verdicts: Verdicts },
): Promise<{ shown: CourseFields; sorted: HeldBack<'course'> }> {
  const [common] = commonCourseId ? await listCommonCourses(tx, commonCourseId) : []
  if (commonCourseId && !common) throw new ApiError('common_course_not_found')
  const known = common ? [common.courseName, common.courseDescription] : []
  const sorted = sortOut({
    kind: 'course',
    submitted: courseContent(fields),
    present: courseContent(present),
    verdicts: new Map([...verdicts, ...known.map((text) => [text, { verdict: 'passed' }] as const)]),
  })
  const { courseName, courseDescription } = sorted.applied
  const texts = { courseName: courseName?.[0] ?? present.courseName, courseDescription: courseDescription?.[0] ?? '' }
  return { shown: { ...fields, ...texts }, sorted }
}

type Course = { courseId: string; companyId: string; courseName: string; actorId: string; now: Date }

/** Sets who teaches a course. @returns whether that changed */
async function appointCoaches(
  tx: Database,
  { courseId, companyId, courseName, actorId, now }: Course,
  input: readonly string[],
): Promise<boolean> {
  const coachIds = [...new Set(input)]
  const among = and(eq(companyMembers.companyId, companyId), inArray(companyMembers.userId, coachIds))
  if ((await tx.$count(companyMembers, among)) < coachIds.length) throw new ApiError('coach_not_of_company')
  const { added, removed } = await replaceCoaches(tx, courseId, coachIds)
  // The check comes after the removal, which waits for concurrent bookings of these coaches.
  if (await hasLiveClass(tx, { courseId, coachIds: removed, now })) throw new ApiError('classes_unfinished')
  const notice = { senderId: actorId, category: 'systemNotice', title: '授课安排有变化' } as const
  const about = { kind: 'company', id: companyId } as const
  await notify(tx, { ...notice, about, receiverIds: added, content: `您开始教授 ${courseName}` })
  await notify(tx, { ...notice, about, receiverIds: removed, content: `您不再教授 ${courseName}` })
  return added.length + removed.length > 0
}

/**
 * Locks a course, and compares its revision with the seen one.
 *
 * @throws ApiError course_not_found, revision_outdated
 */
async function assertCourseSeen(
  tx: Database,
  courseId: string,
  { seen, actorId }: { seen: number | undefined; actorId: string },
): Promise<void> {
  await lockCourse(tx, courseId)
  const row = await findCourse(tx, courseId, actorId)
  if (!row || row.course.delFlag) throw new ApiError('course_not_found')
  await assertSeen(tx, 'courses', { seen, row: row.course }, () => presentCourse(row).companyCourse)
}

async function readBack(tx: Database, courseId: string, actorId: string): Promise<api.CompanyCourseDetail> {
  const row = await findCourse(tx, courseId, actorId)
  if (!row) throw new Error('a course vanished inside its transaction')
  return presentCourseDetail(tx, row, actorId)
}

type Checked = { prepared: Verdicts }

/** Without `coachIds` the admin teaches it. */
function addCourse({
  body: form,
  prepared: verdicts,
  user: { id: actorId },
  db,
  now,
}: Handled<typeof api.addCourse> & Checked) {
  const fields = soundCourseOf(form)
  return db.transaction(async (tx) => {
    const { id: companyId } = await lockOwnCompany(tx, form.companyGuid, actorId)
    const present = { courseName: PLAIN_COURSE, courseDescription: '' }
    const { shown, sorted } = await sortTexts(tx, form, { fields, present, verdicts })
    const { commonCourseId } = form
    const row = { ...shown, commonCourseId, companyId, createdBy: actorId, createdAt: now }
    const [made] = await tx.insert(courses).values(row).returning({ id: courses.id })
    if (!made) throw new Error('the insert of a course answered no row')
    const courseId = made.id
    await holdBack(tx, sorted, { objectId: courseId, actorId, now })
    await appointCoaches(
      tx,
      { courseId, companyId, courseName: shown.courseName, actorId, now },
      form.coachIds ?? [actorId],
    )
    return readBack(tx, courseId, actorId)
  })
}

/**
 * Contracts and classes keep the price and the length they were made with. Without `coachIds` its coaches do not
 * change. A coach with a live class of it cannot be removed.
 */
function updateCourse({
  body: form,
  prepared: verdicts,
  user: { id: actorId },
  db,
  now,
}: Handled<typeof api.updateCourse> & Checked) {
  const { id: courseId, coachIds, commonCourseId, revision: seen } = form
  return db.transaction(async (tx) => {
    const { id: companyId } = await lockOwnCompany(tx, form.companyGuid, actorId)
    const row = await findCourse(tx, courseId, actorId)
    if (!row || row.course.delFlag || row.course.companyId !== companyId) throw new ApiError('course_not_found')
    const { isTrial } = row.course
    if ((form.isTrial ?? isTrial) !== isTrial) throw new ApiError('course_trial_fixed')
    const fields = soundCourseOf({ ...form, isTrial })
    const { shown, sorted } = await sortTexts(tx, form, { fields, present: row.course, verdicts })
    // Coaches are locked before the course, in the same order as in a booking.
    const isOtherTeam =
      coachIds !== undefined &&
      (await appointCoaches(tx, { courseId, companyId, courseName: shown.courseName, actorId, now }, coachIds))
    await assertCourseSeen(tx, courseId, { seen, actorId })
    if (isOtherTeam) await countRevision(tx, 'courses', courseId, 'coach_courses')
    const change = { ...shown, commonCourseId, updatedBy: actorId, updatedAt: now }
    await tx.update(courses).set(change).where(eq(courses.id, courseId))
    await holdBack(tx, sorted, { objectId: courseId, actorId, now })
    return readBack(tx, courseId, actorId)
  })
}

/**
 * A course with active contracts or live classes cannot be deleted. It is no longer offered, and references keep its
 * name. Deleting again answers the same.
 */
function deleteCourse({
  params: { id: courseId },
  query: { revision: seen },
  user: { id: actorId },
  db,
  now,
}: Handled<typeof api.deleteCourse>) {
  return db.transaction(async (tx) => {
    const before = await findCourse(tx, courseId, actorId)
    if (!before) throw new ApiError('course_not_found')
    const { id: companyId } = await lockOwnCompany(tx, before.course.companyId, actorId)
    const row = await findCourse(tx, courseId, actorId)
    if (row?.course.delFlag) return null
    await assertCourseSeen(tx, courseId, { seen, actorId })

    const gone = { delFlag: true, updatedBy: actorId, updatedAt: now }
    await tx.update(courses).set(gone).where(eq(courses.id, courseId))
    // The check comes after the delete, which waits for concurrent bookings and prevents new ones.
    if (await hasActiveContracts(tx, eq(contracts.courseId, courseId), dayOf(now)))
      throw new ApiError('course_has_contracts')
    if (await hasLiveClass(tx, { courseId, now })) throw new ApiError('classes_unfinished')
    await notify(tx, {
      receiverIds: (await listCoachesOfCourse(tx, courseId)).map(({ id }) => id),
      senderId: actorId,
      category: 'systemNotice',
      title: '课程已删除',
      content: `${before.course.courseName} 不再开设`,
      about: { kind: 'company', id: companyId },
    })
    return null
  })
}

export default plugin([
  handle(api.coursesOfCompany, async ({ params, user, db }) => {
    const companyId = await ownCompanyOfPath(db, params.id, user.id)
    const rows = await selectCourses(db, user.id)
      .where(and(eq(courses.companyId, companyId), eq(courses.delFlag, false)))
      .orderBy(sql`${courses.courseName} collate "zh-x-icu"`, courses.id)
    return rows.map(presentCourse)
  }),

  handle(api.getCompanyCourse, async ({ params: { id }, user, db }) => {
    const row = await findCourse(db, id, user.id)
    if (!row || row.course.delFlag) throw new ApiError('course_not_found')
    await assertMember(db, row.course.companyId, user.id)
    return presentCourseDetail(db, row, user.id)
  }),

  handle(api.addCourse, {
    prepare: ({ body, user, app, request }) =>
      checkContent(app, {
        kind: 'course',
        objectId: undefined,
        values: courseContent(body),
        actorId: user.id,
        request,
      }),
    handle: addCourse,
    stands: async (db, { companyCourse }, { user }) =>
      (await findCourse(db, companyCourse.id, user.id))?.course.delFlag === false,
  }),

  handle(api.updateCourse, {
    prepare: ({ body, user, app, request }) =>
      checkContent(app, { kind: 'course', objectId: body.id, values: courseContent(body), actorId: user.id, request }),
    handle: updateCourse,
  }),

  handle(api.deleteCourse, deleteCourse),
])
