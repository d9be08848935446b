import { STUDENT_RISKS } from '@paidang/domain/areas/money/contracts/risk'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { Day, Fen, freeText, Id, Instant, LessonHours, orNull, PageQuery, Person, sortedBy } from '../../shapes.ts'

export const openAnalytics = {
  method: 'POST',
  path: '/analytics/link',
  access: 'coach',
  summary: 'Creates a link that opens the console once for the admin of a company, on any device',
  description: ["`path` begins at the server's root."],
  guardsItself: true,
  outcome: outcomes.openAnalytics,
  body: Type.Object({ companyId: Id }),
  data: Type.Object({ path: Type.String(), expiresAt: Instant }),
} satisfies Endpoint

/** Both days are included. Money and hours of classes belong to the day of the class. */
const PeriodQuery = { from: Day, until: Day }

/**
 * The figures of a period. `soldSessions` are granted hours with what adjustments added, without what they took back
 * and what was paid back, on the days of those actions.
 * Consumed hours and income include the charges of late cancellations. `newStudents` signed with the company for the
 * first time. Trial lessons are figures of their own and count in no other. A cancelled class counts as late when a player cancelled it after the free time.
 */
export const AnalyticsFigures = Type.Object({
  soldSessions: LessonHours,
  consumedSessions: LessonHours,
  incomeFen: Fen,
  trials: Type.Integer(),
  trialFen: Fen,
  newStudents: Type.Integer(),
  classesHeld: Type.Integer(),
  classesCancelled: Type.Integer(),
  classesCancelledLate: Type.Integer(),
  attendance: Type.Object({
    present: Type.Integer(),
    late: Type.Integer(),
    absent: Type.Integer(),
    leave: Type.Integer(),
  }),
})
export type AnalyticsFigures = Static<typeof AnalyticsFigures>

/** The figures of a period beside those of the period before, and what the company owes its students today. */
export const AnalyticsOverview = Type.Object({
  figures: AnalyticsFigures,
  before: Type.Object({ from: Day, until: Day, figures: AnalyticsFigures }),
  /** Of active contracts: hours left, their value, and the hours that expire within 30 days unless they are used. */
  owed: Type.Object({ day: Day, sessions: LessonHours, fen: Fen, expiringSessions: LessonHours }),
})
export type AnalyticsOverview = Static<typeof AnalyticsOverview>

export const analyticsOverview = {
  method: 'GET',
  path: '/analytics/overview',
  access: 'company',
  mayLag: true,
  summary: "The overview of the caller's company",
  errors: ['period_invalid'],
  outcome: outcomes.readInformation,
  query: Type.Object(PeriodQuery),
  data: AnalyticsOverview,
} satisfies Endpoint

/** The groupings of income. */
export const INCOME_BY = ['coach', 'course', 'venue'] as const
export type IncomeBy = (typeof INCOME_BY)[number]

/** The sort orders of income rows. */
export const INCOME_SORTS = ['income', 'sessions', 'classes', 'hours', 'students', 'name'] as const

/**
 * The income of one coach, course or venue. `taughtHours` are clock hours. `students` are different people in held
 * classes.
 */
export const IncomeRow = Type.Object({
  id: Id,
  name: Type.String(),
  classes: Type.Integer(),
  taughtHours: Type.Number(),
  students: Type.Integer(),
  consumedSessions: LessonHours,
  incomeFen: Fen,
  trials: Type.Integer(),
  trialFen: Fen,
})
export type IncomeRow = Static<typeof IncomeRow>

const byWhat = Type.Object({ by: Type.Enum(INCOME_BY) })
const incomeOrder = sortedBy(...INCOME_SORTS)

export const analyticsIncome = {
  method: 'GET',
  path: '/analytics/income/:by',
  access: 'company',
  mayLag: true,
  summary: "Classes and income of the caller's company by coach, course or venue",
  description: ['The highest income comes first unless `sort` states otherwise.'],
  errors: ['period_invalid'],
  outcome: outcomes.readInformation,
  params: byWhat,
  query: Type.Object({ ...PageQuery, ...PeriodQuery, ...incomeOrder }),
  data: Type.Array(IncomeRow),
  paged: true,
} satisfies Endpoint

/** A table as a file: `base64` is its content. */
const TableFile = Type.Object({ fileName: Type.String(), contentType: Type.String(), base64: Type.String() })
const format = Type.Enum(['xlsx', 'csv'])

export const exportAnalyticsIncome = {
  method: 'GET',
  path: '/analytics/income-file/:by',
  access: 'company',
  summary: 'The complete income table as a file',
  errors: ['period_invalid'],
  outcome: outcomes.readInformation,
  params: byWhat,
  query: Type.Object({ ...PeriodQuery, ...incomeOrder, format }),
  data: TableFile,
} satisfies Endpoint

const Hours = Type.Object({ sessions: LessonHours, fen: Fen })

/**
 * What moved the lesson hours of a company in a month, by the rows of its ledgers. Sold, and what adjustments changed
 * (negative where they took hours), minus consumed, refunded and expired, is the change of what is owed.
 */
export const HoursOfMonth = Type.Object({
  /** yyyy-mm. */
  month: Type.String(),
  sold: Hours,
  adjusted: Hours,
  consumed: Hours,
  refunded: Hours,
  expired: Hours,
})
export type HoursOfMonth = Static<typeof HoursOfMonth>

/** The hours that are owed now, by the month in which their contracts end. */
export const HoursOwed = Type.Object({ month: Type.String(), owed: Hours })
export type HoursOwed = Static<typeof HoursOwed>

export const analyticsHours = {
  method: 'GET',
  path: '/analytics/hours',
  access: 'company',
  mayLag: true,
  summary:
    "Hours sold, consumed, refunded and expired of the caller's company by month, and what it owes by month of expiry",
  description: ['Months without a movement, and months in which nothing ends, are left out.'],
  errors: ['period_invalid'],
  outcome: outcomes.readInformation,
  query: Type.Object(PeriodQuery),
  data: Type.Object({ months: Type.Array(HoursOfMonth), owed: Type.Array(HoursOwed) }),
} satisfies Endpoint

export const exportAnalyticsHours = {
  method: 'GET',
  path: '/analytics/hours-file',
  access: 'company',
  summary: 'The movements of hours by month as a file',
  errors: ['period_invalid'],
  outcome: outcomes.readInformation,
  query: Type.Object({ ...PeriodQuery, format }),
  data: TableFile,
} satisfies Endpoint

/** Whose time is measured. */
export const USE_OF = ['courts', 'coaches'] as const
export type UseOf = (typeof USE_OF)[number]

/**
 * How much of the bookable time was booked, by weekday (0 is Sunday) and hour, in half-hours.
 * Courts: confirmed and held classes of the company, out of the opening hours of its venues without closed times.
 * Coaches: the same classes, out of the company's opening hours without the coaches' locks. `subjects` are the venues
 * or coaches that can be selected.
 */
export const AnalyticsUse = Type.Object({
  subjects: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  hours: Type.Array(
    Type.Object({
      weekday: Type.Integer({ minimum: 0, maximum: 6 }),
      hour: Type.Integer({ minimum: 0, maximum: 23 }),
      booked: Type.Integer({ minimum: 0 }),
      bookable: Type.Integer({ minimum: 0 }),
    }),
  ),
})
export type AnalyticsUse = Static<typeof AnalyticsUse>

const ofWhat = Type.Object({ of: Type.Enum(USE_OF) })

export const analyticsUse = {
  method: 'GET',
  path: '/analytics/use/:of',
  access: 'company',
  mayLag: true,
  summary: "The utilisation of the caller's company: of all its venues or coaches, or of the one with that id",
  errors: ['coach_not_found', 'period_invalid', 'venue_not_found'],
  outcome: outcomes.readInformation,
  params: ofWhat,
  query: Type.Object({ ...PeriodQuery, id: Type.Optional(Id) }),
  data: AnalyticsUse,
} satisfies Endpoint

export const exportAnalyticsUse = {
  method: 'GET',
  path: '/analytics/use-file/:of',
  access: 'company',
  summary: 'The utilisation as a file',
  errors: ['coach_not_found', 'period_invalid', 'venue_not_found'],
  outcome: outcomes.readInformation,
  params: ofWhat,
  query: Type.Object({ ...PeriodQuery, id: Type.Optional(Id), format }),
  data: TableFile,
} satisfies Endpoint

/** The sort orders of students at risk. */
export const AT_RISK_SORTS = ['expiryDate', 'availableSessions', 'lastClassDay'] as const

/** A contract whose student the company may lose. The coach is the one of the contract, or else of the last class. */
export const StudentAtRisk = Type.Object({
  contractId: Id,
  player: Person,
  /** Masked. */
  phone: orNull(Type.String()),
  courseName: Type.String(),
  coachName: orNull(Type.String()),
  remainingSessions: LessonHours,
  availableSessions: LessonHours,
  expiryDate: Day,
  /** The student's last attended class of the company, and the next one in which the student has a seat. */
  lastClassDay: orNull(Day),
  nextClassDay: orNull(Day),
  risks: Type.Array(Type.Enum(STUDENT_RISKS)),
})
export type StudentAtRisk = Static<typeof StudentAtRisk>

const atRiskFilter = {
  risk: Type.Optional(Type.Enum(STUDENT_RISKS)),
  coachId: Type.Optional(Id),
  keyword: Type.Optional(freeText(40)),
}
const atRiskOrder = sortedBy(...AT_RISK_SORTS)

export const studentsAtRisk = {
  method: 'GET',
  path: '/analytics/students-at-risk',
  access: 'company',
  mayLag: true,
  summary: "Active contracts of the caller's company at risk, the earliest end first",
  description: ["`keyword` is a part of the student's name."],
  outcome: outcomes.listStudents,
  query: Type.Object({ ...PageQuery, ...atRiskOrder, ...atRiskFilter }),
  data: Type.Array(StudentAtRisk),
  paged: true,
} satisfies Endpoint

export const exportStudentsAtRisk = {
  method: 'GET',
  path: '/analytics/students-at-risk-file',
  access: 'company',
  summary: 'The students at risk as a file, at most the first ten thousand rows',
  outcome: outcomes.readInformation,
  query: Type.Object({ ...atRiskOrder, ...atRiskFilter, format }),
  data: TableFile,
} satisfies Endpoint

export const analyticsCoaches = {
  method: 'GET',
  path: '/analytics/coaches',
  access: 'company',
  mayLag: true,
  summary: "The coaches of the caller's company, by name",
  outcome: outcomes.readInformation,
  data: Type.Array(Type.Object({ id: Id, name: Type.String(), courseIds: Type.Array(Id) })),
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about:
    "The figures of the caller's company: hours sold and used, income, use of courts and coaches, students who need attention.",
  fields: {
    soldSessions:
      'Net: the lesson hours granted in the period with what adjustments added, minus what these took back and what was paid back.',
    consumedSessions: 'The lesson hours consumed by classes of the period, charges of late cancellations included.',
    'AnalyticsFigures.incomeFen': 'The value of the consumed lesson hours, in fen.',
    trials: 'How many trial lessons were held. They count in no other figure.',
    trialFen: 'What trial lessons brought in, in fen, with the half of what a player cancelled late.',
    newStudents: 'How many students signed with the company for the first time.',
    classesHeld: 'How many classes were held.',
    classesCancelled: 'How many classes were cancelled.',
    classesCancelledLate: 'How many of them a player cancelled after the free time.',
    'AnalyticsFigures.attendance': 'Who came to the held classes, counted by seat.',
    'attendance.present': 'How many players were on time.',
    'attendance.late': 'How many players were late.',
    'attendance.absent': 'How many players stayed away without word.',
    'attendance.leave': 'How many players were excused.',
    figures: 'The figures of the period.',
    before: 'The same figures of the period of equal length just before.',
    owed: 'What the company owes its students today.',
    'owed.day': 'The day for which it is counted: today in Shanghai.',
    'owed.sessions': 'The lesson hours left on active contracts.',
    'owed.fen': 'The value of these hours, in fen.',
    expiringSessions: 'The hours that expire within 30 days unless they are used.',
    months: 'The months with a movement, the latest first.',
    month: 'The month in Shanghai, as yyyy-mm.',
    'HoursOwed.month': 'The month in which the contracts end, as yyyy-mm.',
    sold: 'Hours that were granted, gifts at no price.',
    adjusted: 'What adjustments added, less what they took.',
    consumed: 'Hours that classes consumed, less those that came back.',
    refunded: 'Hours whose money was paid back, and the gifts that went with them.',
    expired: 'Hours that ended with their contract.',
    'analyticsHours.owed': 'What is owed now, the earliest month first.',
    'HoursOwed.owed': 'The hours that are left on these contracts.',
    sessions: 'Lesson hours.',
    fen: 'Their value at the price that was paid, in fen.',
    HoursOfMonth: 'What moved the lesson hours of a company in a month.',
    HoursOwed: 'What a company owes on contracts that end in a month.',
    subjects: 'The venues or coaches that can be selected.',
    'subjects.id': 'The id of the venue, or the user id of the coach.',
    'subjects.name': 'The name of the venue or coach.',
    'AnalyticsUse.hours': 'How much was booked, by weekday and hour.',
    hour: 'The hour of the day in Shanghai, from 0 to 23.',
    booked: 'How many half-hours of it were booked.',
    bookable: 'How many half-hours of it could be booked.',
    'IncomeRow.id': 'The id of the coach, course or venue.',
    'IncomeRow.name': 'The name of the coach, course or venue.',
    'IncomeRow.classes': 'How many classes were held.',
    students: 'How many different people were in held classes.',
    contractId: 'The id of the contract.',
    player: 'The student whose contract it is.',
    phone: "The student's phone number, masked except for its last digits; null without one.",
    coachName: 'The coach of the contract, or else of the last class; null without one.',
    lastClassDay: 'The day of the last class that the student attended; null without one.',
    nextClassDay: 'The day of the next class in which the student has a seat; null without one.',
    risks: 'Why the company may lose the student: AWAY no class for long, HOURS nearly used up, EXPIRY near.',
    risk: 'Which students: AWAY no class for long, HOURS nearly used up, EXPIRY near.',
    path: "The address that opens the console once, from the server's root.",
    'openAnalytics.expiresAt': 'When the link stops working.',
    by: 'What the rows stand for: coach, course, or venue.',
    of: 'Whose time is measured: courts or coaches.',
    'analyticsUse.id': 'The id of one venue or coach; left out, all of them together.',
    'exportAnalyticsUse.id': 'The id of one venue or coach; left out, all of them together.',
    'studentsAtRisk.coachId': 'The id of the coach whose students are wanted.',
    'exportStudentsAtRisk.coachId': 'The id of the coach whose students are wanted.',
    keyword: "A part of the student's name.",
    'analyticsCoaches.id': "The coach's user id.",
    'analyticsCoaches.name': "The coach's nickname.",
    courseIds: 'The ids of the courses of the company that the coach teaches, trial lessons left out.',
    companyId: 'The id of the company whose figures the link opens.',
    'before.figures': 'The figures of that earlier period.',
    AnalyticsFigures: 'The figures of a company in a period.',
    AnalyticsOverview: "A company's figures beside those of the period before, and what it owes today.",
    AnalyticsUse: 'How much of the bookable time was booked, by weekday and hour.',
    IncomeRow: 'What one coach, course or venue earned.',
    StudentAtRisk: 'A contract whose student the company may lose.',
  },
}
