import { INVITATION_STATUSES } from '@paidang/domain/areas/activities/classes/invitation-status'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { Day, DayInput, Fen, freeText, Id, LessonHours, NEAREST, PageQuery, sortedBy, UserId } from '../../shapes.ts'
import { InvitationResponse } from '../activities/classes.ts'

const byCoach = Type.Object({ coachId: UserId })

/**
 * A coach's figures of the day and the month. `taughtHours` are hours of class held this month. `incomeFen` is the
 * value of the hours these classes consumed.
 */
export const CoachFigures = Type.Object({
  todayClasses: Type.Integer(),
  todaySessions: LessonHours,
  waitingConfirm: Type.Integer(),
  students: Type.Integer(),
  studentsRunningOut: Type.Integer(),
  monthTaughtHours: Type.Number(),
  monthConsumedSessions: LessonHours,
  monthIncomeFen: Fen,
})
export type CoachFigures = Static<typeof CoachFigures>

export const coachFigures = {
  method: 'GET',
  path: '/coach-home/datas',
  access: 'coach',
  summary: 'The figures of the calling coach',
  outcome: outcomes.readInformation,
  data: CoachFigures,
} satisfies Endpoint

export const invitingCount = {
  method: 'GET',
  path: '/coach-home/invitingCount/:id',
  access: 'coach',
  summary: "How many requests wait for the coach's answer",
  errors: ['data_of_others'],
  outcome: outcomes.listInvitationRecords,
  params: Type.Object({ id: UserId }),
  data: Type.Integer(),
} satisfies Endpoint

/**
 * The marks of one day in a coach's date strip. They are the live classes, those that wait for the coach, and whether
 * the coach locked the whole day.
 */
export const CoachDayMark = Type.Object({
  date: Day,
  classes: Type.Integer(),
  waiting: Type.Integer(),
  isResting: Type.Boolean(),
})
export type CoachDayMark = Static<typeof CoachDayMark>

export const coachDayMarks = {
  method: 'GET',
  path: '/coach-home/dayMarks',
  access: 'coach',
  summary: "The marks of the calling coach's days",
  outcome: outcomes.listInvitationRecords,
  query: Type.Object({ from: DayInput, days: Type.Integer({ minimum: 1, maximum: 62, default: 14 }) }),
  data: Type.Array(CoachDayMark),
} satisfies Endpoint

export const unfinishedOfCoach = {
  method: 'GET',
  path: '/coach-home/unfinished',
  access: 'coach',
  summary: "The calling coach's classes that have ended and are not completed, earliest first; at most 20",
  outcome: outcomes.listInvitationRecords,
  data: Type.Array(InvitationResponse),
} satisfies Endpoint

/** Source: specification §7 pageByCoach, §9 "Sorts". */
export const scheduleOfCoach = {
  method: 'GET',
  path: '/coach-home/inviteInfo/pageByCoach/:coachId',
  access: 'coach',
  summary: "A coach's schedule as a list, for the coach and their company's admin",
  description: ['The latest date comes first, or with `sort=nearest` the nearest.'],
  errors: ['data_of_others'],
  outcome: outcomes.listInvitationRecords,
  params: byCoach,
  query: Type.Object({ ...PageQuery, ...sortedBy('courseDate', NEAREST) }),
  data: Type.Array(InvitationResponse),
  paged: true,
} satisfies Endpoint

const recordFilters = {
  keyword: Type.Optional(freeText(40)),
  invitationStatus: Type.Optional(
    Type.Union([Type.Enum([...INVITATION_STATUSES]), Type.Literal('all'), Type.Literal('')]),
  ),
  courseDesignId: Type.Optional(Id),
}

/** Source: specification §7 myInviteRecord. */
export const recordsOfCoach = {
  method: 'GET',
  path: '/coach-home/inviteInfo/myInviteRecord/:coachId',
  access: 'coach',
  summary: "A coach's class records, the latest created first unless `sord` is asc",
  description: ['`keyword` is searched in players, venue and course.'],
  errors: ['data_of_others'],
  outcome: outcomes.listInvitationRecords,
  params: byCoach,
  query: Type.Object({ ...PageQuery, ...sortedBy('createTime'), ...recordFilters }),
  data: Type.Array(InvitationResponse),
  paged: true,
} satisfies Endpoint

/** A calendar month in Shanghai, yyyy-mm. */
const Month = Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$' })

/** What a coach taught of one course in one month: classes held, their hours, lesson hours consumed and their value. */
export const RecordMonth = Type.Object({
  month: Month,
  courseDesignId: Id,
  courseDesignName: Type.String(),
  classes: Type.Integer(),
  taughtHours: Type.Number(),
  consumedSessions: LessonHours,
  incomeFen: Fen,
})
export type RecordMonth = Static<typeof RecordMonth>

export const recordMonths = {
  method: 'GET',
  path: '/coach-home/recordMonths/:coachId',
  access: 'coach',
  summary: 'What a coach taught by month and course, the latest month first',
  description: ['For the coach and the admin of their company.'],
  errors: ['data_of_others'],
  outcome: outcomes.listUsedRecords,
  params: byCoach,
  query: Type.Object({ months: Type.Integer({ minimum: 1, maximum: 24, default: 6 }) }),
  data: Type.Array(RecordMonth),
} satisfies Endpoint

export const exportRecords = {
  method: 'GET',
  path: '/coach-home/recordsFile/:coachId',
  access: 'coach',
  summary: 'The monthly records and every class behind them as an XLSX workbook',
  description: ['`base64` is the file.'],
  errors: ['data_of_others'],
  outcome: outcomes.exportRecords,
  params: byCoach,
  query: Type.Object({ months: Type.Integer({ minimum: 1, maximum: 24, default: 6 }) }),
  data: Type.Object({ fileName: Type.String(), contentType: Type.String(), base64: Type.String() }),
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'What a coach sees of the own work: figures, days, schedule, class records, and monthly income.',
  fields: {
    'coachDayMarks.from': 'The first day of the marks.',
    'CoachDayMark.classes': 'How many live classes the day has.',
    waiting: "How many of them wait for the coach's answer.",
    isResting: 'Whether the coach locked the whole day.',
    todayClasses: 'How many classes the coach has today.',
    todaySessions: "The lesson hours of today's classes.",
    waitingConfirm: "How many requests wait for the coach's answer.",
    students: 'How many students the coach has.',
    studentsRunningOut: 'How many of them run out of hours or time within two weeks.',
    monthTaughtHours: 'The hours of class that were held this month, by the clock.',
    monthConsumedSessions: 'The lesson hours that these classes consumed.',
    monthIncomeFen: 'The value of these lesson hours, in fen.',
    'RecordMonth.classes': 'How many classes of the course were held.',
    id: "The coach's user id.",
    keyword: "A part of a player's name, the venue or the course.",
    'recordsOfCoach.invitationStatus':
      'The status of the class: PENDING, CONFIRMED, COMPLETED, CANCELLED, or EXPIRED; `all` or empty for every one.',
    'recordsOfCoach.courseDesignId': 'The id of the course whose records are wanted.',
    'scheduleOfCoach.sort':
      '`nearest` puts classes to come first, the nearest before the others, then past ones from the latest; it takes no `sord`.',
    'CoachDayMark.date': 'The day that is marked, in Shanghai.',
    CoachDayMark: "The marks of one day in a coach's date strip.",
    CoachFigures: "A coach's figures of the day and the month.",
    RecordMonth: 'What a coach taught of one course in one month.',
  },
}
