import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { DayInput } from '../shapes.ts'
import { InvitationResponse } from './classes.ts'
import { CoachDayMark, CoachFigures } from './coach-home.ts'
import { CoachLock } from './locks.ts'
import { Student } from './students.ts'

/** The number of students named on the day board whose hours or time run out. */
export const NAMED_STUDENTS = 3

/**
 * The content of the day board when it opens. Each part equals the answer of its own call. `classes` and `locks` are
 * those of `date`. `marks` begin at `from`. `students` holds the first students whose hours or time run out, and their
 * total number.
 */
export const CoachBoard = Type.Object({
  figures: CoachFigures,
  unfinished: Type.Array(InvitationResponse),
  classes: Type.Array(InvitationResponse),
  locks: Type.Array(CoachLock),
  requests: Type.Array(InvitationResponse),
  students: Type.Object({ rows: Type.Array(Student), total: Type.Integer() }),
  marks: Type.Array(CoachDayMark),
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
