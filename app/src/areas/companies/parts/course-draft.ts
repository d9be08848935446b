import type { CommonCourse, CompanyCourseDetail } from '@paidang/api/areas/companies'
import {
  COURSE_DURATIONS,
  type CourseInput,
  type CourseRefusal,
  courseOf,
  whyNotCourse,
} from '@paidang/domain/areas/companies/course-form'
import { fenOfYuan } from '@paidang/domain/kernel/fen'
import { asSubmitted } from '../../content/pending-content'

/** What the form holds: the price as it is typed, in yuan; the duration in minutes; who teaches it; what it is in the catalogue. */
export type CourseDraft = {
  courseName: string
  courseDescription: string
  priceYuan: string
  sessionDuration: number
  maxParticipants: number
  coachIds: readonly string[]
  commonCourseId: string | null
}

/** An empty form: one hour, one to one, taught by whoever adds it. Source: specification §9 "Company course default". */
export function emptyDraft(ownId: string): CourseDraft {
  return {
    courseName: '',
    courseDescription: '',
    priceYuan: '',
    sessionDuration: COURSE_DURATIONS[1],
    maxParticipants: 1,
    coachIds: [ownId],
    commonCourseId: null,
  }
}

/** The form of a course that exists, with its words as they were submitted last. */
export function draftOf({ companyCourse, coaches, commonCourseId, pending }: CompanyCourseDetail): CourseDraft {
  return {
    ...copied(asSubmitted({ ...companyCourse, pending })),
    coachIds: coaches.map(({ id }) => id),
    commonCourseId,
  }
}

/** What is copied from the catalogue, in place of what was typed; who teaches it stays. Students find it there from then on. */
export function withCommon(draft: CourseDraft, common: CommonCourse): CourseDraft {
  return { ...draft, ...copied(common), commonCourseId: common.id }
}

function copied({
  courseName,
  courseDescription,
  pricePerSession,
  sessionDuration,
  maxParticipants,
}: CommonCourseLike) {
  return { courseName, courseDescription, priceYuan: yuanText(pricePerSession), sessionDuration, maxParticipants }
}

type CommonCourseLike = Omit<CommonCourse, 'id'>

/** Fen as they are typed: without thousands. */
function yuanText(fen: number): string {
  return fen % 100 === 0 ? String(fen / 100) : (fen / 100).toFixed(2)
}

/** The body's fields: price in fen, or the empty text where none was typed. */
export function inputOf({
  priceYuan,
  coachIds,
  ...rest
}: CourseDraft): CourseInput & { coachIds: string[]; commonCourseId: string | null } {
  return { ...rest, pricePerSession: fenOfYuan(priceYuan) ?? '', coachIds: [...coachIds] }
}

/** Why this cannot be saved yet, by the same rule as the server's. */
export function whyNotSave(draft: CourseDraft): CourseRefusal | undefined {
  return whyNotCourse(courseOf(inputOf(draft)))
}
