import {
  createByCoach,
  declineInvitation,
  finishInvitation,
  signInvitation,
} from '@paidang/api/areas/activities/class-actions'
import { getFullInfo } from '@paidang/api/areas/activities/classes'
import * as api from '@paidang/api/areas/activities/roster'
import { getStudent, studentsOfCoach } from '@paidang/api/areas/activities/students'
import { queryContracts } from '@paidang/api/areas/money/admin-contracts'
import { contractsOfUser } from '@paidang/api/areas/money/contracts'
import { readManagedCompany } from '@paidang/api/areas/places/admin-companies'
import { coursesOfCompany } from '@paidang/api/areas/places/companies'
import { coachBoard } from '@paidang/api/areas/views/coach-board'
import { COLUMN_HEADINGS } from '@paidang/domain/areas/activities/roster/import-cells'
import { and, eq, isNull, sql } from 'drizzle-orm'
import fc from 'fast-check'
import readWorkbook from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import { API_PREFIX } from '../../../http/serve.ts'
import { invitations, seats } from '../../../tables/classes.ts'
import { contracts, lessonLedger } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { messages } from '../../../tables/messages.ts'
import { studentRelations } from '../../../tables/relations.ts'
import { rosterImportRows, rosterImports, rosterStudents } from '../../../tables/roster.ts'
import {
  givenCoach,
  givenCompany,
  givenCourse,
  givenPlayer,
  givenRelation,
  givenVenue,
  TOMORROW,
} from '../../../testing/builders.ts'
import { cutAtEachStatement } from '../../../testing/cut-at-each-statement.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { formOf } from '../../../testing/multipart-form.ts'
import { whileItWaits } from '../../../testing/race.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const server = await startTestServer()
const { db, clock, signedInAs, asAdmin, asStaff, adminTokenOf, request } = server

const PHONE = '13800000077'
const LIST = { current: 1, rows: 10 }

/** A club with a course, a coach and a venue. */
async function givenClub(companyName = '青杉') {
  const { companyId, adminId } = await givenCompany(db, { companyName })
  const coachId = await givenCoach(db, { companyId, nickname: '王启明' })
  const courseId = await givenCourse(db, { companyId, courseName: '成人私教', coachIds: [coachId, adminId] })
  const { venueId } = await givenVenue(db, { coachIds: [coachId] })
  return { companyId, adminId, coachId, courseId, venueId }
}
type Club = Awaited<ReturnType<typeof givenClub>>

const ROW = ['孟晴', PHONE, '成人私教', '王启明', '12', '400', '2027-05-31'] as const
const csvOf = (...rows: (readonly string[])[]) =>
  Buffer.from([Object.values(COLUMN_HEADINGS), ...rows].map((row) => row.join(',')).join('\n'))
const consoleOf = ({ adminId: userId, companyId }: Club) => asAdmin({ userId, companyId })

/** Uploads a file as the admin of the club. */
async function upload({ adminId: userId, companyId }: Club, content: Buffer, fileName = '台账.csv') {
  const form = formOf({ filename: fileName, type: 'text/csv', content })
  const { body } = await request({
    method: 'POST',
    url: `${API_PREFIX}${api.uploadRoster.path}?fileName=${encodeURIComponent(fileName)}`,
    ...form,
    headers: { ...form.headers, authorization: `Bearer ${await adminTokenOf({ userId, companyId })}` },
  })
  return JSON.parse(body) as { success: boolean; code: string; data: api.RosterImportDetail; msg: string }
}

/** Uploads and confirms rows. @returns the students in the order of the rows that were written */
async function imported(club: Club, ...rows: (readonly string[])[]) {
  const { data } = await upload(club, csvOf(...rows))
  await consoleOf(club)(api.confirmImport, { params: { id: data.id }, body: data.sums.written })
  const written = await db.select().from(rosterImportRows).where(eq(rosterImportRows.importId, data.id))
  const studentIds = written.sort((a, b) => a.line - b.line).flatMap(({ studentId }) => studentId ?? [])
  return { id: data.id, studentIds }
}

/** Students and contracts that the club counts: of its course, of all, in the list of operators and its total. */
const figuresOf = async ({ adminId, companyId }: Club) => {
  const [course] = await signedInAs(adminId)(coursesOfCompany, { params: { id: companyId } })
  const operator = asStaff('operator')
  const { contractCount, studentCount } = await operator(readManagedCompany, { params: { id: companyId } })
  const { total } = await operator(queryContracts, { query: { ...LIST, companyId } })
  return [course?.studentCount, studentCount, contractCount, total]
}

const hoursOf = async (companyId: string) => {
  const [row] = await db
    .select({
      ledger: sql<number>`coalesce(sum(${lessonLedger.remainingChange}), 0)`.mapWith(Number),
      fen: sql<number>`coalesce(sum(round(${lessonLedger.remainingChange} * ${lessonLedger.unitPrice})), 0)`.mapWith(
        Number,
      ),
    })
    .from(lessonLedger)
    .innerJoin(contracts, eq(contracts.id, lessonLedger.contractId))
    .where(eq(contracts.companyId, companyId))
  return row
}

/** Tables whose rows often are one row twice, and whose students often are one person twice. */
const TABLES = fc.sample(
  fc.array(
    fc.record({
      who: fc.integer({ min: 0, max: 24 }),
      halves: fc.integer({ min: 1, max: 5 }),
      fen: fc.constantFrom(1, 12_345, 33_333, 40_000),
      form: fc.integer({ min: 0, max: 3 }),
      isFaulty: fc.boolean(),
    }),
    { minLength: 1, maxLength: 25 },
  ),
  { numRuns: 6, seed: 21 },
)
type Line = (typeof TABLES)[number][number]

const widened = (text: string) => text.replace(/[\d.]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))
/** The ways in which people write hours. */
const HOURS = [
  (hours: number) => String(hours),
  (hours: number) => `${hours} 课时`,
  (hours: number) => widened(String(hours)),
  (hours: number) => (Number.isInteger(hours) ? `${hours}节` : `${Math.floor(hours)}个半`),
]
const keyOf = ({ who, halves, fen }: Line) => [who, halves, fen].join()
const sumOf = (lines: Map<string, Line>) => ({
  rows: lines.size,
  sessions: [...lines.values()].reduce((sum, { halves }) => sum + halves / 2, 0),
  fen: [...lines.values()].reduce((sum, { halves, fen }) => sum + Math.round((halves / 2) * fen), 0),
})
const cellsOf = ({ who, halves, fen, form, isFaulty }: Line) => [
  `学员${who}`,
  `139000000${String(who >> 1).padStart(2, '0')}`,
  isFaulty ? '没有这门课' : '成人私教',
  '王启明',
  HOURS[form]?.(halves / 2) ?? '',
  form % 2 ? `¥${fen / 100}元` : String(fen / 100),
  '2027-05-31',
]

const book = ({ coachId, courseId, venueId }: Club, studentIds: string[], over: object = {}) =>
  signedInAs(coachId)(createByCoach, {
    body: {
      coachId,
      courseDesignId: courseId,
      stadiumId: venueId,
      courseDate: TOMORROW,
      beginTimeSlot: 20,
      endTimeSlot: 22,
      studentIds,
      ...over,
    },
  })

const answerAs = (
  actorId: string,
  answers: { id: string; answer: 'SELF' | 'CHILD' | 'UNKNOWN'; remainingSessions: number }[],
  code?: string,
) => signedInAs(actorId)(api.answerClaims, { body: { answers, ...(code && { code }) } })

const refuses = (call: () => Promise<unknown>, code: string) => expectRefusal(db, call, { code })

const givenHolder = (phone = PHONE) => givenPlayer(db, { phone, phoneVerified: true, nickname: '晴晴' })

describe('a table', () => {
  test('is judged, corrected, written once, and the ledger has what the file says', async () => {
    const club = await givenClub()
    const { data } = await upload(
      club,
      csvOf(
        ROW,
        ['孟小禾', PHONE, '成人私教', '', '９．５', '340', '2027年3月31日'],
        ['陈立', '1380000567', '成人私教', '王启明', '16', '400', '2027/6/30'],
        ROW,
      ),
    )
    expect(data).toMatchObject({ number: 1, state: 'DRAFT', isKnownFile: false })
    expect(data.rows.map(({ line, result, cell }) => [line, result, cell])).toEqual([
      [4, 'FAULTY', 'phone'],
      [5, 'DUPLICATE', null],
      [2, 'NEW', null],
      [3, 'NEW', null],
    ])
    expect(data.sums).toMatchObject({
      all: { rows: 4, sessions: 49.5 },
      written: { rows: 2, sessions: 21.5 },
      fen: 803_000,
    })
    const call = consoleOf(club)
    const params = { id: data.id }
    const cell = { line: 4, column: 'phone', text: '138 0000 5678' } as const
    expect(await call(api.changeImportCell, { params, body: cell })).toMatchObject({ result: 'NEW' })
    await refuses(() => call(api.confirmImport, { params, body: data.sums.written }), 'roster_import_changed')

    const seen = { rows: 3, sessions: 37.5 }
    const presses = Array.from({ length: 20 }, () => call(api.confirmImport, { params, body: seen }))
    const answers = await Promise.all(presses)
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    const none = { rows: 0, sessions: 0 }
    const sums = { waiting: seen, claimed: none, refused: none }
    expect(answers[0]).toMatchObject({ state: 'WRITTEN', written: seen, undoable: seen })
    expect(await call(api.readImport, { params, query: LIST })).toMatchObject({ sums })
    expect(await hoursOf(club.companyId)).toEqual({ ledger: 37.5, fen: 803_000 + 640_000 })
    expect(await db.$count(rosterStudents)).toBe(3)

    const again = await upload(
      club,
      csvOf(
        ROW,
        ['孟小禾', PHONE, '成人私教', '', '９．５', '340', '2027年3月31日'],
        ['陈立', '1380000567', '成人私教', '王启明', '16', '400', '2027/6/30'],
        ROW,
      ),
    )
    expect(again.data).toMatchObject({ id: data.id, isKnownFile: true, state: 'WRITTEN' })
    const next = await upload(club, csvOf(ROW, ['孟晴', PHONE, '成人私教', '', '8', '400', '2027-05-31']))
    expect(next.data.rows.map(({ note }) => note)).toEqual(['和批次 #1 第 2 行一样', '加一份合同，原有 12 课时不变'])
  })

  test('with rows that could not be written is a new one with the same file, once they can be', async () => {
    const club = await givenClub()
    const rows = [ROW, ['林溪', PHONE, '少年班', '', '10', '280', '2027-01-31']] as const
    const { id } = await imported(club, ...rows)
    await givenCourse(db, { companyId: club.companyId, courseName: '少年班', coachIds: [club.adminId] })
    const { data } = await upload(club, csvOf(...rows))
    expect(data).toMatchObject({ isKnownFile: false, sums: { written: { rows: 1, sessions: 10 } } })
    expect(data.rows.map(({ result }) => result)).toEqual(['DUPLICATE', 'NEW'])
    await consoleOf(club)(api.confirmImport, { params: { id: data.id }, body: data.sums.written })
    expect(data.id).not.toBe(id)
    expect(await hoursOf(club.companyId)).toMatchObject({ ledger: 22 })
    // Now all of it is written.
    expect((await upload(club, csvOf(...rows))).data).toMatchObject({ id: data.id, isKnownFile: true })
  })

  test('that is given up was confirmed by nobody', async () => {
    const club = await givenClub()
    const { data } = await upload(club, csvOf(ROW))
    const none = { rows: 0, sessions: 0 }
    const ended = await consoleOf(club)(api.undoImport, { params: { id: data.id }, body: none })
    expect(ended).toMatchObject({ state: 'UNDONE', confirmedAt: null, confirmedBy: null, written: none })
    const params = { id: data.id }
    // Another tab still shows it.
    await refuses(() => consoleOf(club)(api.confirmImport, { params, body: data.sums.written }), 'roster_import_undone')
    const cell = { line: 2, column: 'name' as const, text: '孟晴' }
    await refuses(() => consoleOf(club)(api.changeImportCell, { params, body: cell }), 'roster_import_undone')
  })

  test('is undone as long as nothing of it was used, by a negative line', async () => {
    const club = await givenClub()
    const rows = [ROW, ['林溪', '13600008801', '成人私教', '王启明', '10', '280', '2027-01-31']] as const
    const { id, studentIds } = await imported(club, ...rows)
    await book(club, [studentIds[0] ?? ''])
    expect(await figuresOf(club)).toEqual([2, 2, 2, 2])
    const call = consoleOf(club)
    const undo = { params: { id }, body: { rows: 1, sessions: 10 } }
    await refuses(() => call(api.undoImport, { ...undo, body: { rows: 2, sessions: 22 } }), 'roster_import_changed')
    expect(await call(api.undoImport, undo)).toMatchObject({ state: 'WRITTEN', undoable: { rows: 0 } })
    await refuses(() => call(api.undoImport, undo), 'roster_nothing_to_undo')
    expect(await figuresOf(club)).toEqual([1, 1, 1, 1])
    expect(await hoursOf(club.companyId)).toMatchObject({ ledger: 12 })
    const left = await signedInAs(club.coachId)(studentsOfCoach, { params: { coachId: club.coachId }, query: LIST })
    expect(left.rows.map(({ player, isUnclaimed }) => [player.nickname, isUnclaimed])).toEqual([['孟晴', true]])
    await refuses(() => book(club, [studentIds[1] ?? ''], { beginTimeSlot: 30, endTimeSlot: 32 }), 'action_forbidden')
    // Whoever was taken back can come again, with the very same file.
    const back = await upload(club, csvOf(...rows))
    expect(back.data).toMatchObject({ isKnownFile: false, rows: [{ result: 'DUPLICATE' }, { result: 'NEW' }] })
    await call(api.confirmImport, { params: { id: back.data.id }, body: back.data.sums.written })
    expect(await figuresOf(club)).toEqual([2, 2, 2, 2])
  })

  test('of a server that ends at any statement leaves nothing, and the next press writes all', async () => {
    const club = await givenClub()
    const { data } = await upload(club, csvOf(ROW))
    const call = consoleOf(club)
    const press = () => call(api.confirmImport, { params: { id: data.id }, body: data.sums.written })
    const written = [users, rosterStudents, studentRelations, contracts, lessonLedger, messages, rosterImports]
    const traces = () =>
      Promise.all([
        ...written.map((table) => db.$count(table)),
        db.$count(rosterImports, eq(rosterImports.state, 'DRAFT')),
        db.$count(rosterImportRows, isNull(rosterImportRows.result)),
      ])
    await call(api.readImport, { params: { id: data.id }, query: LIST })
    const { answer, statements } = await cutAtEachStatement(server, press, traces)
    expect(answer).toMatchObject({ state: 'WRITTEN' })
    expect(statements).toBeGreaterThan(15)
    expect(await hoursOf(club.companyId)).toMatchObject({ ledger: 12 })
  })

  test('whatever it holds: the ledger has its distinct rows, and loses those of new students when it is undone', async () => {
    const club = await givenClub()
    const call = consoleOf(club)
    const kept = new Map<string, Line>()
    let undone = 0
    for (const [at, lines] of TABLES.entries()) {
      const fresh = new Map(lines.filter(({ isFaulty }) => !isFaulty).map((line) => [keyOf(line), line]))
      for (const key of kept.keys()) fresh.delete(key)
      const { fen, ...written } = sumOf(fresh)
      const { data } = await upload(club, csvOf(...lines.map(cellsOf)), `第 ${at} 份.csv`)
      expect(data.sums).toMatchObject({ written, fen })
      const params = { id: data.id }
      if (written.rows > 0) await call(api.confirmImport, { params, body: written })
      const known = new Set([...kept.values()].map(({ who }) => who))
      const ofNew = new Map([...fresh].filter(([, { who }]) => !known.has(who)))
      const { fen: _, ...undoable } = sumOf(ofNew)
      if (at % 2 === 1 && undoable.rows > 0) {
        await call(api.undoImport, { params, body: undoable })
        for (const key of ofNew.keys()) fresh.delete(key)
        undone += 1
      }
      for (const [key, line] of fresh) kept.set(key, line)
      const { sessions: ledger, fen: worth } = sumOf(kept)
      expect(await hoursOf(club.companyId)).toEqual({ ledger, fen: worth })
    }
    expect(undone).toBeGreaterThan(1)
  })

  test('of another company is not there, and what is no table says so', async () => {
    const [club, other] = [await givenClub(), await givenClub('蓝湾')]
    const { id } = await imported(club, ROW)
    for (const call of [api.readImport, api.undoImport, api.confirmImport] as const)
      await refuses(
        () => consoleOf(other)(call, { params: { id }, body: { rows: 0, sessions: 0 } } as never),
        'roster_import_not_found',
      )
    const { data } = await upload(other, csvOf(ROW))
    expect(data.rows).toMatchObject([{ result: 'NEW' }])
    expect(await upload(club, Buffer.from('姓名,备注\n孟晴,老学员'))).toMatchObject({
      code: 'roster_columns_missing',
      data: { missing: ['手机号', '课程', '剩余课时', '每课时单价', '有效期至'] },
    })
    expect(await upload(club, Buffer.from([0x89, 0x50, 0]))).toMatchObject({ code: 'roster_unreadable' })
    expect(await upload(club, csvOf())).toMatchObject({ code: 'roster_empty' })
  })

  test.each([1, 20_000])('that is %i bytes over the limit is called a table, not a picture', async (more) => {
    const { code, msg } = await upload(await givenClub(), Buffer.alloc(2_097_152 + more))
    expect({ code, msg }).toEqual({ code: 'table_too_large', msg: '表格不能超过2MB，请分成几份' })
  })
})

describe('a student without an account', () => {
  test('is booked, signed and completed by the coach; then the claim moves everything and changes no sum', async () => {
    const club = await givenClub()
    const { studentIds } = await imported(club, ROW)
    const [studentId = ''] = studentIds
    const made = await book(club, [studentId])
    expect(made).toMatchObject({ invitationStatus: 'CONFIRMED' })
    await refuses(
      () => book(club, [studentId], { beginTimeSlot: 30, endTimeSlot: 32, courseDate: '2028-01-01' }),
      'invitation_outside_window',
    )
    clock.set(new Date(`${TOMORROW}T10:30:00+08:00`))
    const coach = signedInAs(club.coachId)
    const params = { id: made.id }
    await coach(signInvitation, { params, body: { attendances: [{ userId: studentId, attendance: 'present' }] } })
    await coach(finishInvitation, { params, body: {} })
    await book(club, [studentId], { courseDate: '2026-05-04' })
    expect(await db.$count(messages, eq(messages.receiverId, studentId))).toBe(0)
    const student = await coach(getStudent, { params: { playerId: studentId } })
    expect(student).toMatchObject({ isUnclaimed: true, phone: '138****0077' })
    const before = await hoursOf(club.companyId)

    const holder = await givenHolder()
    const [claim] = await signedInAs(holder)(api.myClaims, {})
    expect(claim?.students).toMatchObject([
      { id: studentId, name: '孟晴', remainingSessions: 11, used: [{ usedSessions: 1, courseDate: TOMORROW }] },
    ])
    await refuses(() => answerAs(holder, [{ id: studentId, answer: 'SELF', remainingSessions: 12 }]), 'roster_changed')
    const presses = Array.from({ length: 20 }, () =>
      answerAs(holder, [{ id: studentId, answer: 'SELF', remainingSessions: 11 }]),
    )
    expect(await Promise.all(presses)).toEqual(Array.from(presses, () => []))

    expect(await hoursOf(club.companyId)).toEqual(before)
    const own = await signedInAs(holder)(contractsOfUser, { params: { userId: holder } })
    expect(own).toMatchObject([{ remainingSessions: 11, heldSessions: 1, consumedSessions: 1 }])
    expect(await db.$count(seats, eq(seats.userId, holder))).toBe(2)
    expect(await referencesTo(studentId)).toEqual(['roster_import_rows.student_id', 'roster_students.user_id'])
    expect(await db.$count(messages, eq(messages.receiverId, club.adminId))).toBe(1)
    const { rows } = await coach(studentsOfCoach, { params: { coachId: club.coachId }, query: LIST })
    expect(rows).toMatchObject([{ player: { id: holder }, isUnclaimed: false }])
    // The ledger follows a claim and nothing else.
    await expect(db.update(lessonLedger).set({ seatUserId: club.coachId })).rejects.toThrow()
  })

  test('is claimed as oneself once, as a child by the parent, and refused by a stranger with the number', async () => {
    const club = await givenClub()
    const other = await givenClub('蓝湾')
    const row = (name: string, hours: string) => [name, PHONE, '成人私教', '王启明', hours, '400', '2027-05-31']
    const { studentIds } = await imported(club, ROW, row('孟小禾', '9.5'), row('孟小树', '4'))
    const [self = '', child = '', unknown = ''] = studentIds
    const elsewhere = (await imported(other, row('孟晴', '3'))).studentIds[0] ?? ''
    const typed = await givenPlayer(db, { phone: null })
    expect(await signedInAs(typed)(api.myClaims, {})).toEqual([])
    await refuses(() => answerAs(typed, [{ id: self, answer: 'SELF', remainingSessions: 12 }]), 'roster_not_found')

    const holder = await givenHolder()
    const groups = await signedInAs(holder)(api.myClaims, {})
    expect(groups.map(({ company, students }) => [company.name, students.length])).toEqual([
      ['青杉', 3],
      ['蓝湾', 1],
    ])
    const answers = [
      { id: self, answer: 'SELF', remainingSessions: 12 },
      { id: child, answer: 'CHILD', remainingSessions: 9.5 },
      { id: unknown, answer: 'UNKNOWN', remainingSessions: 4 },
    ] as const
    const twice = answers.map((one) => ({ ...one, answer: 'SELF' as const }))
    await refuses(() => answerAs(holder, twice), 'roster_one_self')
    const left = await answerAs(holder, [...answers])
    expect(left.map(({ students }) => students.map(({ id, state }) => [id, state]))).toEqual([
      [[child, 'GUARDED']],
      [[elsewhere, 'WAITING']],
    ])
    await refuses(() => answerAs(holder, [{ id: child, answer: 'SELF', remainingSessions: 9.5 }]), 'roster_claimed')
    // The coach goes on teaching the child, and the parent reads it.
    const { id: classId } = await book(club, [child])
    expect(await db.$count(messages, and(eq(messages.receiverId, child)))).toBe(0)
    const seen = await signedInAs(holder)(getFullInfo, { params: { id: classId } })
    expect(seen).toMatchObject({ reqUser: { role: 'viewer' }, responsePlayers: [{ responderId: child }] })
    expect(seen.events).not.toEqual([])
    const notMine = () => signedInAs(typed)(getFullInfo, { params: { id: classId } })
    await refuses(notMine, 'invitation_not_found')
    // The number that said no is not asked again; another one is.
    const call = consoleOf(club)
    await refuses(
      () => call(api.changeRosterPhone, { params: { id: unknown }, body: { phone: PHONE } }),
      'roster_phone_refused',
    )
    await call(api.changeRosterPhone, { params: { id: unknown }, body: { phone: '13700000008' } })
    // A coach finds what waits for them on their own home too.
    const owner = signedInAs(await givenCoach(db, { phone: '13700000008', phoneVerified: true }))
    const { claims } = await owner(coachBoard, { query: { date: TOMORROW, from: TOMORROW, days: 1 } })
    expect(claims).toMatchObject([{ students: [{ id: unknown }] }])
    expect(await owner(api.myClaims, {})).toEqual(claims)
    expect(await hoursOf(club.companyId)).toMatchObject({ ledger: 25.5 })
  })

  test('is claimed by a code that works once, for seven days', async () => {
    const club = await givenClub()
    const grant = { courseId: club.courseId, sessions: 5, expiryDate: '2026-12-31' }
    const registered = await signedInAs(club.coachId)(api.registerStudent, {
      body: { companyId: club.companyId, name: '林溪', phone: PHONE, grant },
    })
    const { playerId: id } = registered
    expect(registered).toMatchObject({ state: 'WAITING', phone: '138****0077' })
    const stranger = await givenCoach(db)
    await refuses(() => signedInAs(stranger)(api.showClaimCode, { params: { id }, body: {} }), 'relation_not_found')
    const show = () => signedInAs(club.coachId)(api.showClaimCode, { params: { id }, body: {} })
    const first = await show()
    const { code, expiresAt } = await show()
    const player = await givenPlayer(db, { phone: null })
    const find = (typed: string) => signedInAs(player)(api.findClaim, { body: { code: typed } })
    await refuses(() => find(first.code), 'roster_code_unknown')
    clock.set(new Date(expiresAt))
    await refuses(() => find(code), 'roster_code_unknown')
    clock.set(new Date(Date.parse(expiresAt) - 1))
    expect(await find(` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`)).toMatchObject({ students: [{ id }] })
    const answers = [{ id, answer: 'SELF' as const, remainingSessions: 5 }]
    // Twenty presses of two people, of whom one has the number: one of them has the hours then.
    const people = [player, await givenHolder()]
    const twenty = Array.from({ length: 20 }, (_, at) => answerAs(people[at % 2] ?? '', answers, code))
    const ends = await Promise.allSettled(twenty)
    const isDone = people.map(
      (_, at) => ends.filter((end, press) => press % 2 === at && end.status === 'fulfilled').length,
    )
    expect(isDone.sort()).toEqual([0, 10])
    const winner = (await db.select().from(rosterStudents))[0]?.accountId ?? ''
    const loser = people.find((one) => one !== winner) ?? ''
    await refuses(() => find(code), 'roster_code_unknown')
    // A code that was used proves nothing any more; a number still does.
    await refuses(() => answerAs(loser, answers, code), loser === player ? 'roster_not_found' : 'roster_claimed')
    expect(await signedInAs(winner)(contractsOfUser, { params: { userId: winner } })).toMatchObject([
      { remainingSessions: 5, unitPrice: 30_000 },
    ])
    expect(await db.$count(contracts, eq(contracts.userId, loser))).toBe(0)
  })

  test('who is claimed while a table adds hours for them gets these hours with the account', async () => {
    const club = await givenClub()
    const { studentIds } = await imported(club, ROW)
    const accountId = await givenHolder()
    const second = await givenCoach(db, { companyId: club.companyId, nickname: '沈嘉禾' })
    const { data } = await upload(club, csvOf([...ROW.slice(0, 3), '沈嘉禾', '8', ...ROW.slice(5)]))
    const press = () => consoleOf(club)(api.confirmImport, { params: { id: data.id }, body: data.sums.written })
    // The rows are judged before their coach is needed, and the claim does not need that one.
    const hold = sql`select 1 from users where id = ${second} for update`
    const claim = () => answerAs(accountId, [{ id: studentIds[0] ?? '', answer: 'SELF', remainingSessions: 12 }])
    const written = await whileItWaits(db, hold, press, claim)
    expect(written).toMatchObject({ state: 'WRITTEN', written: { rows: 1, sessions: 8 } })
    const own = await signedInAs(accountId)(contractsOfUser, { params: { userId: accountId } })
    expect(own.map(({ remainingSessions }) => remainingSessions).sort()).toEqual([12, 8])
  })

  test('who is busy at the time of a class that they would claim is told so, and nothing moves', async () => {
    const club = await givenClub()
    const { studentIds } = await imported(club, ROW)
    await book(club, studentIds)
    const holder = await givenHolder()
    const elsewhere = await givenClub('蓝湾')
    const theirs = await imported(elsewhere, ['晴晴', PHONE, '成人私教', '', '3', '400', '2027-05-31'])
    const { data } = await upload(elsewhere, csvOf(['阿晴', PHONE, '成人私教', '', '3', '400', '2027-05-31']))
    await consoleOf(elsewhere)(api.undoImport, { params: { id: data.id }, body: { rows: 0, sessions: 0 } })
    await answerAs(holder, [{ id: theirs.studentIds[0] ?? '', answer: 'SELF', remainingSessions: 3 }])
    await db.execute(sql`insert into slot_claims (kind, resource_id, day, half_hour, holder_kind, holder_id)
      select 3, ${holder}::bigint, day, half_hour, holder_kind, holder_id from slot_claims where kind = 3 limit 1`)
    const claim = () => answerAs(holder, [{ id: studentIds[0] ?? '', answer: 'SELF', remainingSessions: 12 }])
    await refuses(claim, 'roster_claim_clash')
    await db.execute(sql`delete from slot_claims where kind = 3 and resource_id = ${holder}`)
    expect(await db.$count(contracts, eq(contracts.userId, studentIds[0] ?? ''))).toBe(1)
  })

  test.each(['is asked', 'declined', 'is asked, and the class is over'])(
    'whose account %s in a class that the coach booked for both is claimed with the seat that has the hours',
    async (how) => {
      const club = await givenClub()
      const holder = await givenHolder()
      await givenRelation(db, club.coachId, holder)
      const { studentIds } = await imported(club, ROW)
      const [id = ''] = studentIds
      const made = await book(club, [id, holder], { participantsCount: 2 })
      expect(await db.$count(seats)).toBe(2)
      const params = { id: made.id }
      if (how === 'declined') await signedInAs(holder)(declineInvitation, { params, body: {} })
      const isOver = how.endsWith('over')
      if (isOver) clock.set(new Date(`${TOMORROW}T11:10:00+08:00`))
      if (isOver) await signedInAs(club.coachId)(finishInvitation, { params, body: {} })
      await answerAs(holder, [{ id, answer: 'SELF', remainingSessions: isOver ? 11 : 12 }])
      const own = await db.select().from(seats)
      expect(own).toMatchObject([{ userId: holder, state: 'JOINED', heldSessions: isOver ? 0 : 1 }])
      expect(await referencesTo(id)).toEqual(['roster_import_rows.student_id', 'roster_students.user_id'])
      expect(await signedInAs(holder)(getFullInfo, { params, query: {} })).toMatchObject({
        invitation: { seatsTaken: 1 },
      })
    },
  )

  test('a class that is booked while they are claimed is wholly before or after', async () => {
    const club = await givenClub()
    const holder = await givenHolder()
    const { studentIds } = await imported(club, ROW)
    const [id = ''] = studentIds
    const [claimed, booked] = await Promise.allSettled([
      answerAs(holder, [{ id, answer: 'SELF', remainingSessions: 12 }]),
      book(club, [id]),
    ])
    expect(claimed.status).toBe('fulfilled')
    expect(await db.$count(seats, eq(seats.userId, holder))).toBe(booked.status === 'fulfilled' ? 1 : 0)
    expect(await db.$count(invitations)).toBe(booked.status === 'fulfilled' ? 1 : 0)
    expect(await referencesTo(id)).toEqual(['roster_import_rows.student_id', 'roster_students.user_id'])
  })
})

test('the company takes everything along: students, contracts, movements and classes', async () => {
  const club = await givenClub()
  await imported(club, ROW, ['林溪', '13600008801', '成人私教', '王启明', '10', '280', '2027-01-31'])
  const file = await consoleOf(club)(api.exportCompany, {})
  const sheets = await readWorkbook(Buffer.from(file.base64, 'base64'))
  expect(sheets.map(({ sheet, data }) => [sheet, data.length])).toEqual([
    ['学员', 3],
    ['合同', 3],
    ['课时流水', 3],
    ['上课记录', 1],
  ])
  expect(sheets[0]?.data[1]?.slice(1)).toEqual(['孟晴', PHONE, '未认领', 12, 0])
  const template = await consoleOf(club)(api.importTemplate, {})
  const [sheet] = await readWorkbook(Buffer.from(template.base64, 'base64'))
  expect(sheet?.data[0]).toEqual(Object.values(COLUMN_HEADINGS))
})

/** The columns of all tables that still refer to a person. */
async function referencesTo(userId: string): Promise<string[]> {
  const { rows } = await db.execute<{ tab: string; col: string }>(sql`
    select c.conrelid::regclass::text as tab, a.attname as col from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'users'::regclass`)
  const found: string[] = []
  for (const { tab, col } of rows) {
    const named = sql`${sql.identifier(tab)} where ${sql.identifier(col)} = ${userId}`
    if ((await db.execute(sql`select 1 from ${named} limit 1`)).rows.length > 0) found.push(`${tab}.${col}`)
  }
  const claims = await db.execute(sql`select 1 from slot_claims where kind = 3 and resource_id = ${userId} limit 1`)
  return [...found, ...(claims.rows.length > 0 ? ['slot_claims'] : [])].sort()
}
