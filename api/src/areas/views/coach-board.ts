import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { DayInput } from '../../shapes.ts'
import { InvitationResponse } from '../activities/classes.ts'
import { CoachLock } from '../activities/locks.ts'
import { ClaimsOfCompany } from '../activities/roster.ts'
import { Student } from '../activities/students.ts'
import { CoachDayMark, CoachFigures } from './coach-home.ts'

/** The number of students named on the day board whose hours or time run out. */
export const NAMED_STUDENTS = 3

/**
 * The content of the day board when it opens. Each part equals the answer of its own call. `classes` and `locks` are
 * those of `date`. `marks` begin at `from`. `students` holds the first students whose hours or time run out, and their
 * total number. `claims` is what clubs keep for the coach's own number.
 */
export const CoachBoard = Type.Object({
  figures: CoachFigures,
  unfinished: Type.Array(InvitationResponse),
  classes: Type.Array(InvitationResponse),
  locks: Type.Array(CoachLock),
  requests: Type.Array(InvitationResponse),
  students: Type.Object({ rows: Type.Array(Student), total: Type.Integer() }),
  marks: Type.Array(CoachDayMark),
  claims: Type.Array(ClaimsOfCompany),
})
export type CoachBoard = Static<typeof CoachBoard>

export const coachBoard = {
  method: 'GET',
  path: '/coach-home/board',
  access: 'coach',
  summary: 'The day board of the calling coach in one answer',
  outcome: outcomes.listInvitationRecords,
  query: Type.Object({
    date: DayInput,
    from: DayInput,
    days: Type.Integer({ minimum: 1, maximum: 62, default: 14 }),
  }),
  data: CoachBoard,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: "A coach's day hour by hour, with figures, requests and students who run out, in one answer.",
  fields: {
    figures: "The coach's figures of the day and the month.",
    unfinished: 'Classes that have ended and are not completed.',
    classes: "The coach's classes of the day.",
    locks: 'The times of the day that the coach locked.',
    requests: "Requests that wait for the coach's answer.",
    'CoachBoard.students': 'Students whose hours or time run out.',
    'students.rows': 'The first of these students.',
    'students.total': 'How many these students are together.',
    marks: 'The marks of the days in the date strip.',
    claims: "What clubs keep for the coach's own number, or for their children.",
    'coachBoard.date': 'The day to show.',
    from: 'The first day of the marks.',
    days: 'How many days of marks to answer.',
    CoachBoard: "A coach's day with everything that its page shows.",
  },
}
