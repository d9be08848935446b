import { STUDENT_RISKS } from '@paidang/domain/areas/contracts/risk'
import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { Day, Fen, freeText, Id, Instant, LessonHours, orNull, PageQuery, Person } from '../shapes.ts'

/** A link that opens the console once for the admin of a company, on any device. `path` begins at the server's root. */
export const openCockpit = {
  method: 'POST',
  path: '/cockpit/link',
  access: 'coach',
  summary: '生成经营看板一次性链接',
  guardsItself: true,
  outcome: outcomes.openCockpit,
  body: Type.Object({ companyId: Id }),
  data: Type.Object({ path: Type.String(), expiresAt: Instant }),
} satisfies Endpoint

/** Both days included; money and hours of classes belong to the day of the class. */
const PeriodQuery = { from: Day, until: Day }

/**
 * What a period comes to. `soldSessions` are granted hours less those that adjustments took back, of the days on which that was
 * done; consumed hours and income include what late cancellations were charged; `newStudents` signed with the company for the
 * first time; cancelled classes were late when a player cancelled one after the free time.
 */
export const CockpitFigures = Type.Object({
  soldSessions: LessonHours,
  consumedSessions: LessonHours,
  incomeFen: Fen,
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
export type CockpitFigures = Static<typeof CockpitFigures>

/** The figures of a period beside those of what went before, and what the company owes its students today. */
export const CockpitOverview = Type.Object({
  figures: CockpitFigures,
  before: Type.Object({ from: Day, until: Day, figures: CockpitFigures }),
  /** Of active contracts: hours left, what they are worth, and those that lapse within 30 days unless they are used. */
  owed: Type.Object({ day: Day, sessions: LessonHours, fen: Fen, expiringSessions: LessonHours }),
})
export type CockpitOverview = Static<typeof CockpitOverview>

/** The overview of the caller's company. */
export const cockpitOverview = {
  method: 'GET',
  path: '/cockpit/overview',
  access: 'company',
  summary: '经营概览',
  outcome: outcomes.readInformation,
  query: Type.Object(PeriodQuery),
  data: CockpitOverview,
} satisfies Endpoint

/** What income is divided by. */
export const INCOME_BY = ['coach', 'course', 'venue'] as const
export type IncomeBy = (typeof INCOME_BY)[number]

/** What the rows of income are in the order of. */
export const INCOME_SORTS = ['income', 'sessions', 'classes', 'hours', 'students', 'name'] as const

/** What one coach, course or venue brought; `taughtHours` are hours by the clock, `students` different people in held classes. */
export const IncomeRow = Type.Object({
  id: Id,
  name: Type.String(),
  classes: Type.Integer(),
  taughtHours: Type.Number(),
  students: Type.Integer(),
  consumedSessions: LessonHours,
  incomeFen: Fen,
})
export type IncomeRow = Static<typeof IncomeRow>

const byWhat = Type.Object({ by: Type.Enum(INCOME_BY) })
const incomeOrder = { sort: Type.Optional(Type.Enum(INCOME_SORTS)), sord: PageQuery.sord }

/** Classes and income of the caller's company by coach, course or venue; the highest income first unless `sort` says otherwise. */
export const cockpitIncome = {
  method: 'GET',
  path: '/cockpit/income/:by',
  access: 'company',
  summary: '课程与收入',
  outcome: outcomes.readInformation,
  params: byWhat,
  query: Type.Object({ ...PageQuery, ...PeriodQuery, ...incomeOrder }),
  data: Type.Array(IncomeRow),
  paged: true,
} satisfies Endpoint

/** A table as a file: `base64` is its content. */
const TableFile = Type.Object({ fileName: Type.String(), contentType: Type.String(), base64: Type.String() })
const format = Type.Enum(['xlsx', 'csv'])

/** The same as a file, all of it. */
export const exportCockpitIncome = {
  method: 'GET',
  path: '/cockpit/income-file/:by',
  access: 'company',
  summary: '导出课程与收入',
  outcome: outcomes.readInformation,
  params: byWhat,
  query: Type.Object({ ...PeriodQuery, ...incomeOrder, format }),
  data: TableFile,
} satisfies Endpoint

/** Whose time is looked at. */
export const USE_OF = ['courts', 'coaches'] as const
export type UseOf = (typeof USE_OF)[number]

/**
 * How much of the bookable time was booked, by weekday (0 is Sunday) and hour, in half-hours. Of courts: confirmed and held
 * classes of the company, of the opening hours of its venues without what these closed. Of coaches: the same classes, of the
 * company's opening hours without what the coaches locked. `subjects` are the venues or coaches that can be asked for.
 */
export const CockpitUse = Type.Object({
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
export type CockpitUse = Static<typeof CockpitUse>

const ofWhat = Type.Object({ of: Type.Enum(USE_OF) })

/** The utilisation of the caller's company: of all its venues or coaches, or of the one with that id. */
export const cockpitUse = {
  method: 'GET',
  path: '/cockpit/use/:of',
  access: 'company',
  summary: '时段利用率',
  outcome: outcomes.readInformation,
  params: ofWhat,
  query: Type.Object({ ...PeriodQuery, id: Type.Optional(Id) }),
  data: CockpitUse,
} satisfies Endpoint

/** The same as a file. */
export const exportCockpitUse = {
  method: 'GET',
  path: '/cockpit/use-file/:of',
  access: 'company',
  summary: '导出时段利用率',
  outcome: outcomes.readInformation,
  params: ofWhat,
  query: Type.Object({ ...PeriodQuery, id: Type.Optional(Id), format }),
  data: TableFile,
} satisfies Endpoint

/** What students at risk are in the order of. */
export const AT_RISK_SORTS = ['expiryDate', 'availableSessions', 'lastClassDay'] as const

/** A contract whose student the company may lose. The coach is the one of the contract, else the one of the last class. */
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
  /** The last class of the company that he came to, and the next one in which he has a seat. */
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
const atRiskOrder = { sort: Type.Optional(Type.Enum(AT_RISK_SORTS)), sord: PageQuery.sord }

/** Active contracts of the caller's company at risk, the earliest to end first; `keyword` is a part of the student's name. */
export const studentsAtRisk = {
  method: 'GET',
  path: '/cockpit/students-at-risk',
  access: 'company',
  summary: '需要关注的学员',
  outcome: outcomes.listStudents,
  query: Type.Object({ ...PageQuery, ...atRiskOrder, ...atRiskFilter }),
  data: Type.Array(StudentAtRisk),
  paged: true,
} satisfies Endpoint

/** The same as a file, at most its first ten thousand rows. */
export const exportStudentsAtRisk = {
  method: 'GET',
  path: '/cockpit/students-at-risk-file',
  access: 'company',
  summary: '导出需要关注的学员',
  outcome: outcomes.readInformation,
  query: Type.Object({ ...atRiskOrder, ...atRiskFilter, format }),
  data: TableFile,
} satisfies Endpoint

/** Who teaches for the caller's company, by name. */
export const cockpitCoaches = {
  method: 'GET',
  path: '/cockpit/coaches',
  access: 'company',
  summary: '公司教练',
  outcome: outcomes.readInformation,
  data: Type.Array(Type.Object({ id: Id, name: Type.String() })),
} satisfies Endpoint
