import type { CompanyCourseDetail, CourseForm } from '@paidang/api/areas/companies'
import { ApiError } from '@paidang/api/catalogue/errors'
import { type CourseFields, courseOf, whyNotCourse } from '@paidang/domain/areas/companies/course-form'
import type { Database } from '../../../db/database.ts'
import { assertSeen, countRevision } from '../../../db/revision-queries.ts'
import type { Verdicts } from '../../ground/content/check-content.ts'
import { type HeldBack, holdBack, oneValue, sortOut } from '../../ground/content/hold-content.ts'
import { hasLiveClass } from '../../ground/live-classes/has-live-class.ts'
import { notify } from '../../ground/messages/notify.ts'
import { changeCourse, countMembers, insertCourse, listCommonCourses, replaceCoaches } from './course-queries.ts'
import { lockOwnCompany } from './lock-own-company.ts'
import { presentCourse, presentCourseDetail } from './present-course.ts'
import { findCourse } from './queries.ts'
import { lockCourse, PLAIN_COURSE } from './show-on-course.ts'

type Saving = {
  form: CourseForm & { companyGuid: string; revision?: number }
  verdicts: Verdicts
  actorId: string
  now: Date
}

/** The texts of a course form that are checked. */
export function courseContent({ courseName, courseDescription = '' }: CourseTexts) {
  return { courseName: oneValue(courseName), courseDescription: oneValue(courseDescription) }
}

/**
 * Adds a course to a company for its admin. Without `coachIds` the admin teaches it.
 *
 * @throws ApiError any CourseRefusal, content_rejected, action_forbidden, coach_not_of_company,
 *   common_course_not_found.
 * Source: specification §5 "Course add"
 */
export async function addCourse(db: Database, { form, verdicts, actorId, now }: Saving): Promise<CompanyCourseDetail> {
  const fields = soundCourseOf(form)
  return db.transaction(async (tx) => {
    const { id: companyId } = await lockOwnCompany(tx, form.companyGuid, actorId)
    const present = { courseName: PLAIN_COURSE, courseDescription: '' }
    const { shown, sorted } = await sortTexts(tx, form, { fields, present, verdicts })
    const { commonCourseId } = form
    const courseId = await insertCourse(tx, { ...shown, commonCourseId, companyId, createdBy: actorId, createdAt: now })
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
 * Changes a course for the admin. Contracts and classes keep the price and the length they were made with. Without
 * `coachIds` its coaches do not change. A coach with a live class of it cannot be removed.
 *
 * @throws ApiError any CourseRefusal, content_rejected, action_forbidden, course_not_found, revision_outdated,
 *   coach_not_of_company, classes_unfinished, common_course_not_found.
 * Source: specification §5 "Course add"
 */
export async function updateCourse(
  db: Database,
  { form, verdicts, actorId, now }: Saving & { form: { id: string } },
): Promise<CompanyCourseDetail> {
  const fields = soundCourseOf(form)
  const { id: courseId, coachIds, commonCourseId, revision: seen } = form
  return db.transaction(async (tx) => {
    const { id: companyId } = await lockOwnCompany(tx, form.companyGuid, actorId)
    const row = await findCourse(tx, { courseId, actorId })
    if (!row || row.course.delFlag || row.course.companyId !== companyId) throw new ApiError('course_not_found')
    const { shown, sorted } = await sortTexts(tx, form, { fields, present: row.course, verdicts })
    // Coaches are locked before the course, in the same order as in a booking.
    const isOtherTeam =
      coachIds !== undefined &&
      (await appointCoaches(tx, { courseId, companyId, courseName: shown.courseName, actorId, now }, coachIds))
    await assertCourseSeen(tx, { courseId, seen, actorId })
    if (isOtherTeam) await countRevision(tx, 'courses', courseId, 'coach_courses')
    await changeCourse(tx, courseId, { ...shown, commonCourseId, updatedBy: actorId, updatedAt: now })
    await holdBack(tx, sorted, { objectId: courseId, actorId, now })
    return readBack(tx, courseId, actorId)
  })
}

function soundCourseOf(form: CourseForm): CourseFields {
  const fields = courseOf(form)
  const refusal = whyNotCourse(fields)
  if (refusal) throw new ApiError(refusal)
  return fields
}

type CourseTexts = { courseName: string; courseDescription?: string | undefined }

/**
 * Splits the fields into those shown to others and those held for approval. Texts of the catalogue pass without a
 * check.
 */
async function sortTexts(
  tx: Database,
  { commonCourseId }: CourseForm,
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
  if ((await countMembers(tx, companyId, coachIds)) < coachIds.length) throw new ApiError('coach_not_of_company')
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
export async function assertCourseSeen(
  tx: Database,
  { courseId, seen, actorId }: { courseId: string; seen: number | undefined; actorId: string },
): Promise<void> {
  await lockCourse(tx, courseId)
  const row = await findCourse(tx, { courseId, actorId })
  if (!row || row.course.delFlag) throw new ApiError('course_not_found')
  await assertSeen(tx, 'courses', { seen, row: row.course }, () => presentCourse(row).companyCourse)
}

async function readBack(tx: Database, courseId: string, actorId: string): Promise<CompanyCourseDetail> {
  const row = await findCourse(tx, { courseId, actorId })
  if (!row) throw new Error('a course vanished inside its transaction')
  return presentCourseDetail(tx, row, actorId)
}
