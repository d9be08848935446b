import { IMPORT_COLUMNS } from '@paidang/domain/areas/activities/roster/import-cells'
import {
  IMPORT_STATES,
  MAX_IMPORT_LINE,
  MAX_NAME,
  ROW_RESULTS,
} from '@paidang/domain/areas/activities/roster/import-rows'
import {
  CLAIM_ANSWERS,
  type ClaimAnswer,
  REGISTRATION_STATES,
} from '@paidang/domain/areas/activities/roster/registration'
import { MAX_TYPED_PHONE } from '@paidang/domain/kernel/phone'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { ById, Day, Fen, freeText, Id, Instant, LessonHours, orNull, PageQuery } from '../../shapes.ts'

const Named = Type.Object({ id: Id, name: Type.String() })
const RegistrationState = Type.Enum(REGISTRATION_STATES)

// --- A coach or the admin registers one student

/** A student whom a club registered, as the club sees them. */
export const RegisteredStudent = Type.Object({
  playerId: Id,
  name: Type.String(),
  phone: Type.String(),
  state: RegistrationState,
})
export type RegisteredStudent = Static<typeof RegisteredStudent>

export const registerStudent = {
  method: 'POST',
  path: '/roster/students',
  access: 'coach',
  summary: 'A coach of a company registers a student who has no account yet',
  description: [
    'The coach books, signs and completes classes for them until they claim what is theirs.',
    'With a course the student begins with hours of it, at its present price.',
  ],
  errors: [
    'action_forbidden',
    'course_not_found',
    'phone_invalid',
    'roster_expiry_past',
    'roster_name_invalid',
    'roster_student_known',
  ],
  outcome: outcomes.registerStudent,
  once: 'by-key',
  limit: { requests: 60, minutes: 60 },
  body: Type.Object({
    companyId: Id,
    name: freeText(MAX_NAME, 1),
    phone: freeText(MAX_TYPED_PHONE, 1),
    grant: Type.Optional(
      Type.Object({
        courseId: Id,
        sessions: Type.Number({ multipleOf: 0.5, minimum: 0.5, maximum: 1000 }),
        expiryDate: Day,
      }),
    ),
  }),
  data: RegisteredStudent,
} satisfies Endpoint

export const showClaimCode = {
  method: 'POST',
  path: '/roster/code/:id',
  access: 'coach',
  summary: 'Makes a code by which a registered student claims what is theirs without a phone number',
  description: ['It is shown once and works once, for seven days. A new one ends the one before.'],
  errors: ['relation_not_found', 'roster_claimed', 'roster_withdrawn'],
  outcome: outcomes.showClaimCode,
  guardsItself: true,
  params: ById,
  body: Type.Object({}),
  data: Type.Object({ code: Type.String(), expiresAt: Instant }),
} satisfies Endpoint

// --- The holder of the number claims

/** A registered student, as who may claim them sees them. */
const Claimable = Type.Object({
  id: Id,
  name: Type.String(),
  state: RegistrationState,
  remainingSessions: LessonHours,
  contracts: Type.Array(
    Type.Object({
      id: Id,
      courseName: Type.String(),
      coachName: Type.String(),
      remainingSessions: LessonHours,
      expiryDate: Day,
    }),
  ),
  used: Type.Array(
    Type.Object({
      id: Id,
      courseName: Type.String(),
      coachName: Type.String(),
      courseDate: Day,
      usedSessions: LessonHours,
    }),
  ),
})
export type Claimable = Static<typeof Claimable>

/** What a club keeps for the caller: students who wait for the claim, and children of the caller. */
export const ClaimsOfCompany = Type.Object({
  company: Named,
  registeredBy: Type.String(),
  registeredAt: Instant,
  students: Type.Array(Claimable),
})
export type ClaimsOfCompany = Static<typeof ClaimsOfCompany>

export const myClaims = {
  method: 'GET',
  path: '/roster/claims',
  access: 'app',
  summary: 'What clubs keep for the verified phone number of the caller, and for their children',
  description: ['A number that is only typed shows nothing. Each club is a group of its own.'],
  outcome: outcomes.readInformation,
  data: Type.Array(ClaimsOfCompany),
} satisfies Endpoint

const Code = Type.String({ minLength: 8, maxLength: 20 })

export const findClaim = {
  method: 'POST',
  path: '/roster/claims/find',
  access: 'app',
  summary: 'What a club keeps for who has this code',
  errors: ['roster_code_unknown'],
  outcome: outcomes.readInformation,
  limit: { requests: 10, minutes: 60 },
  reads: true,
  body: Type.Object({ code: Code }),
  data: ClaimsOfCompany,
} satisfies Endpoint

export const answerClaims = {
  method: 'POST',
  path: '/roster/claims/answer',
  access: 'app',
  summary: 'The caller claims registered students, as themselves or as their parent, or does not know them',
  description: [
    'All answers count together or none. SELF moves contracts, hours and classes to the account.',
    'CHILD makes the caller the guardian, who reads the hours and gets the messages.',
    'UNKNOWN leaves everything with the club, and this number is not asked again.',
  ],
  errors: [
    'roster_changed',
    'roster_claim_clash',
    'roster_claimed',
    'roster_not_found',
    'roster_one_self',
    'roster_withdrawn',
  ],
  outcome: outcomes.answerClaims,
  limit: { requests: 60, minutes: 60 },
  body: Type.Object({
    code: Type.Optional(Code),
    answers: Type.Array(
      Type.Object({
        id: Id,
        answer: Type.Enum(Object.keys(CLAIM_ANSWERS) as ClaimAnswer[]),
        remainingSessions: LessonHours,
      }),
      { minItems: 1, maxItems: 20 },
    ),
  }),
  data: Type.Array(ClaimsOfCompany),
} satisfies Endpoint

// --- The admin of a company imports a table in the console

/** Rows and lesson hours of a part of a table. */
const Sum = Type.Object({ rows: Type.Integer(), sessions: LessonHours })

/** A table that was uploaded. */
export const RosterImport = Type.Object({
  id: Id,
  number: Type.Integer(),
  fileName: Type.String(),
  state: Type.Enum(IMPORT_STATES),
  createTime: Instant,
  confirmedAt: orNull(Instant),
  confirmedBy: orNull(Type.String()),
  written: Sum,
  claimed: Type.Integer(),
  undoable: Sum,
})
export type RosterImport = Static<typeof RosterImport>

/** A row of a table with what becomes of it, or what became of it. */
export const RosterImportRow = Type.Object({
  line: Type.Integer(),
  cells: Type.Object(
    Object.fromEntries(IMPORT_COLUMNS.map((column) => [column, Type.String()])) as Record<
      (typeof IMPORT_COLUMNS)[number],
      ReturnType<typeof Type.String>
    >,
  ),
  result: Type.Enum(ROW_RESULTS),
  note: Type.String(),
  cell: orNull(Type.Enum(IMPORT_COLUMNS)),
  studentId: orNull(Id),
  registration: orNull(RegistrationState),
  isUndone: Type.Boolean(),
  isUndoable: Type.Boolean(),
})
export type RosterImportRow = Static<typeof RosterImportRow>

/** A table with its sums and one page of its rows. */
export const RosterImportDetail = Type.Object({
  ...RosterImport.properties,
  isKnownFile: Type.Boolean(),
  sums: Type.Object({
    all: Sum,
    written: Sum,
    duplicate: Sum,
    faulty: Sum,
    known: Sum,
    new: Sum,
    waiting: Sum,
    claimed: Sum,
    refused: Sum,
    newPeople: Type.Integer(),
    courses: Type.Array(Type.Object({ name: Type.String(), rows: Type.Integer(), sessions: LessonHours, fen: Fen })),
    fen: Fen,
  }),
  courseNames: Type.Array(Type.String()),
  total: Type.Integer(),
  rows: Type.Array(RosterImportRow),
})
export type RosterImportDetail = Static<typeof RosterImportDetail>

/** The tabs of a table: what is to become of its rows, and what became of those that were written. */
export const IMPORT_TABS = [...ROW_RESULTS, 'WAITING', 'CLAIMED', 'REFUSED'] as const

const pageOfRows = { ...PageQuery, tab: Type.Optional(Type.Enum(IMPORT_TABS)) }

/** A table as a file: `base64` is its content. */
const TableFile = Type.Object({ fileName: Type.String(), contentType: Type.String(), base64: Type.String() })

export const importTemplate = {
  method: 'GET',
  path: '/roster/import-template',
  access: 'company',
  summary: 'The template for a table of students and their remaining hours',
  description: ['It names the courses and coaches of the company on its second sheet.'],
  outcome: outcomes.readInformation,
  data: TableFile,
} satisfies Endpoint

export const uploadRoster = {
  method: 'POST',
  path: '/roster/imports',
  access: 'company',
  summary: 'Reads a table of students: XLSX, or CSV',
  description: [
    'Columns are found by their headings. Nothing is written yet; every row is judged whenever it is read.',
    'The same file again opens the batch that is there, unless rows of it were faulty when it was confirmed, or are undone.',
  ],
  errors: ['roster_columns_missing', 'roster_empty', 'roster_too_long', 'roster_unreadable'],
  outcome: outcomes.uploadRoster,
  guardsItself: true,
  upload: 'table',
  query: Type.Object({ fileName: freeText(200, 1) }),
  data: RosterImportDetail,
} satisfies Endpoint

export const listImports = {
  method: 'GET',
  path: '/roster/imports',
  access: 'company',
  summary: "The tables that the caller's company imported, the latest first",
  outcome: outcomes.readInformation,
  query: Type.Object(PageQuery),
  data: Type.Array(RosterImport),
  paged: true,
} satisfies Endpoint

export const readImport = {
  method: 'GET',
  path: '/roster/imports/:id',
  access: 'company',
  summary: 'One table with its sums and a page of its rows',
  description: ['Faulty rows come first, then duplicates, then known and new students; within them by line.'],
  errors: ['roster_import_not_found'],
  outcome: outcomes.readInformation,
  params: ById,
  query: Type.Object(pageOfRows),
  data: RosterImportDetail,
} satisfies Endpoint

export const changeImportCell = {
  method: 'PUT',
  path: '/roster/imports/:id',
  access: 'company',
  summary: 'Changes one cell of a table that is not confirmed yet',
  errors: ['roster_import_confirmed', 'roster_import_not_found', 'roster_import_undone'],
  outcome: outcomes.changeImportCell,
  params: ById,
  body: Type.Object({
    line: Type.Integer({ minimum: 1, maximum: MAX_IMPORT_LINE }),
    column: Type.Enum(IMPORT_COLUMNS),
    text: freeText(100),
  }),
  data: RosterImportRow,
} satisfies Endpoint

export const confirmImport = {
  method: 'POST',
  path: '/roster/imports/confirm/:id',
  access: 'company',
  summary: 'Writes all rows of a table that can be written, or none',
  description: [
    'The sums that were seen are sent back; other ones are refused with the present ones.',
    'A repeat answers what was written.',
  ],
  errors: ['roster_import_changed', 'roster_import_not_found', 'roster_import_undone', 'roster_nothing_to_write'],
  outcome: outcomes.confirmImport,
  params: ById,
  body: Type.Object(Sum.properties),
  data: RosterImport,
} satisfies Endpoint

export const undoImport = {
  method: 'POST',
  path: '/roster/imports/undo/:id',
  access: 'company',
  summary: 'Takes back the rows of a table of which nothing was used',
  description: [
    'A row counts as used once its student claimed it, was booked, or got anything else. Its hours go by a negative line.',
    'A table that was not confirmed is put away. A repeat answers what is left.',
  ],
  errors: ['roster_import_changed', 'roster_import_not_found', 'roster_nothing_to_undo'],
  outcome: outcomes.undoImport,
  params: ById,
  body: Type.Object(Sum.properties),
  data: RosterImport,
} satisfies Endpoint

export const changeRosterPhone = {
  method: 'PUT',
  path: '/roster/phone/:id',
  access: 'company',
  summary: 'Corrects the phone number of a registered student, who then waits for another claim',
  errors: [
    'phone_invalid',
    'roster_claimed',
    'roster_not_found',
    'roster_phone_refused',
    'roster_student_known',
    'roster_withdrawn',
  ],
  outcome: outcomes.changeRosterPhone,
  params: ById,
  body: Type.Object({ phone: freeText(MAX_TYPED_PHONE, 1) }),
  data: Type.Object({ state: RegistrationState }),
} satisfies Endpoint

export const exportCompany = {
  method: 'GET',
  path: '/roster/company-file',
  access: 'company',
  summary: 'Everything that the company keeps of its students, as a workbook',
  description: ['Its sheets are the students, their contracts, every movement of hours, and the classes.'],
  outcome: outcomes.readInformation,
  data: TableFile,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about:
    'Students whom a club registered before they had an account: one by one or from a table, and how they claim what is theirs.',
  fields: {
    playerId: 'The user id of the student, which no account has yet.',
    id: 'The user id of the registered student.',
    'RosterImport.id': 'The id of the table.',
    'RosterImportDetail.id': 'The id of the table.',
    'readImport.id': 'The id of the table.',
    'changeImportCell.id': 'The id of the table.',
    'confirmImport.id': 'The id of the table.',
    'undoImport.id': 'The id of the table.',
    'contracts.id': 'The id of the contract.',
    'used.id': 'The id of the class.',
    'company.name': 'The name of the company.',
    name: 'The name of the student, as the club wrote it.',
    'courses.name': 'The name of the course.',
    phone: 'The phone number of the student or their parent, as the club wrote it. Nobody proved it.',
    'RegisteredStudent.phone': 'The phone number with its middle hidden.',
    state:
      'WAITING for the claim, CLAIMED by themselves, GUARDED by a parent, REFUSED by who has the number, or WITHDRAWN by the club.',
    'RosterImport.state': 'DRAFT before the confirmation, WRITTEN after it, UNDONE when nothing of it is left.',
    'RosterImportDetail.state': 'DRAFT before the confirmation, WRITTEN after it, UNDONE when nothing of it is left.',
    registration:
      'The student whom the row wrote: WAITING for the claim, CLAIMED, GUARDED by a parent, REFUSED by who has the number, or WITHDRAWN; null before it is written.',
    'grant.courseId': 'The course whose hours they are.',
    grant: 'The hours with which the student begins; left out for none.',
    sessions: 'The lesson hours.',
    code: 'The code, which is shown once.',
    'findClaim.code': 'The code that a coach of the club showed.',
    'answerClaims.code': 'The code that a coach of the club showed; left out for the verified number.',
    expiresAt: 'When the code ends.',
    company: 'The club.',
    registeredBy: 'The nickname of who registered the first of them.',
    registeredAt: 'When the first of them was registered.',
    students: 'The registered students of this club.',
    contracts: 'The contracts of the student that have hours left.',
    coachName: 'The nickname of the coach.',
    used: 'The classes that used hours of the student so far, the latest first.',
    answers: 'An answer for each student.',
    answer: 'SELF: the caller is the student. CHILD: the student is a child of the caller. UNKNOWN: neither.',
    'answers.remainingSessions': 'The remaining hours that the caller saw; other ones are refused.',
    number: "The number of the table among those of the company: batch #3 is the company's third.",
    'RosterImport.fileName': 'The name of the uploaded file.',
    'RosterImportDetail.fileName': 'The name of the uploaded file.',
    'uploadRoster.fileName': 'The name of the file.',
    'uploadRoster.file': 'The table: XLSX, or CSV in UTF-8 or GB 18030, at most 2,097,152 bytes and 5,000 rows.',
    createTime: 'When the table was uploaded.',
    confirmedAt: 'When the table was confirmed; null before.',
    confirmedBy: 'The nickname of who confirmed it; null before.',
    written: 'The rows that were written, or will be.',
    claimed: 'How many of its new students were claimed.',
    undoable: 'The rows that can be taken back.',
    isKnownFile: 'Whether this very file was uploaded before.',
    sums: 'The sums of the whole table.',
    all: 'All rows.',
    duplicate: 'Rows that say the same as another one.',
    faulty: 'Rows that cannot be written as they stand.',
    known: 'Rows that add a contract to a student of the club.',
    new: 'Rows of students who are new to the club.',
    waiting: 'Rows of new students whom nobody claimed yet.',
    'sums.claimed': 'Rows of new students who were claimed.',
    refused: 'Rows of new students whose number belongs to somebody who does not know them.',
    newPeople: 'How many students are new to the club.',
    'sums.courses': 'The rows that are written, by course.',
    fen: 'The value of the hours at the prices of the table, in fen.',
    courseNames: 'The names of the courses of the company, to correct a cell with.',
    total: 'How many rows the tab has.',
    rows: 'How many rows.',
    'RosterImportDetail.rows': 'One page of the rows.',
    'readImport.rows': 'How many rows a page has.',
    'listImports.rows': 'How many rows a page has.',
    tab: 'Only rows of this result: FAULTY, DUPLICATE, KNOWN, NEW; or of new students in this state: WAITING, CLAIMED, REFUSED. Left out for all.',
    line: 'The number of the row in the file, as a spreadsheet counts it.',
    cells: 'The cells of the row as texts.',
    course: 'The course, by its name.',
    coach: 'The coach, by name; empty for the admin.',
    price: 'What was paid for one lesson hour, in yuan.',
    expiry: 'The last day of the hours.',
    result:
      'NEW: a student new to the club. KNOWN: a contract more for a student of the club. DUPLICATE: says the same as another row. FAULTY: cannot be written.',
    note: 'Why, in words.',
    cell: 'The column of the cell that is wrong: name, phone, course, coach, sessions, price or expiry; null when none is.',
    studentId: 'The user id of the student whom the row wrote; null before.',
    isUndone: 'Whether the row was taken back.',
    isUndoable: 'Whether the row can be taken back.',
    column: 'The column of the cell: name, phone, course, coach, sessions, price or expiry.',
    text: 'The new text of the cell.',
    RegisteredStudent: 'A student whom a club registered, as the club sees them.',
    ClaimsOfCompany: 'What a club keeps for the caller.',
    RosterImport: 'A table that was uploaded.',
    RosterImportRow: 'A row of a table with what becomes of it, or what became of it.',
    RosterImportDetail: 'A table with its sums and one page of its rows.',
  },
}
