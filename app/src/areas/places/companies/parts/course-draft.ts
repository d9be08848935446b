import type { CommonCourse, CompanyCourseDetail } from '@paidang/api/areas/places/companies'
import {
  COURSE_DURATIONS,
  type CourseInput,
  type CourseRefusal,
  courseOf,
  whyNotCourse,
} from '@paidang/domain/areas/places/companies/course-form'
import { fenOfYuan } from '@paidang/domain/kernel/fen'
import { asSubmitted } from '../../../ground/content/pending-content'

/** The content of the form: price in yuan as typed, duration in minutes, coaches, course of the catalogue. */
export type CourseDraft = {
  courseName: string
  courseDescription: string
  priceYuan: string
  sessionDuration: number
  maxParticipants: number
  isTrial: boolean
  coachIds: readonly string[]
  commonCourseId: string | null
}

/** An empty form: one hour, one to one, taught by its author. Source: specification §9 "Company course default". */
export function emptyDraft(ownId: string): CourseDraft {
  return {
    courseName: '',
    courseDescription: '',
    priceYuan: '',
    sessionDuration: COURSE_DURATIONS[1],
    maxParticipants: 1,
    isTrial: false,
    coachIds: [ownId],
    commonCourseId: null,
  }
}

/** The form of an existing course, with the texts that were submitted last. */
export function draftOf({ companyCourse, coaches, commonCourseId, pending }: CompanyCourseDetail): CourseDraft {
  return {
    ...copied(asSubmitted({ ...companyCourse, pending })),
    isTrial: companyCourse.isTrial,
    coachIds: coaches.map(({ id }) => id),
    commonCourseId,
  }
}

/** The draft with the data of a catalogue course; the coaches stay. From then on students find it in the catalogue. */
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

/** Fen as yuan for an input: without thousands separators. */
function yuanText(fen: number): string {
  return fen % 100 === 0 ? String(fen / 100) : (fen / 100).toFixed(2)
}

/** The fields of the body: price in fen, or an empty text without input. */
export function inputOf({
  priceYuan,
  coachIds,
  ...rest
}: CourseDraft): CourseInput & { coachIds: string[]; commonCourseId: string | null } {
  return { ...rest, pricePerSession: fenOfYuan(priceYuan) ?? '', coachIds: [...coachIds] }
}

/** Why this draft cannot be saved, by the same rule as on the server. */
export function whyNotSave(draft: CourseDraft): CourseRefusal | undefined {
  return whyNotCourse(courseOf(inputOf(draft)))
}
