import { randomInt } from 'node:crypto'
import * as api from '@paidang/api/areas/activities/roster'
import { ApiError } from '@paidang/api/catalogue/errors'
import { plainName, studentKey, studentNameFault } from '@paidang/domain/areas/activities/roster/import-rows'
import {
  CODE_LENGTH,
  CODE_LETTERS,
  codeExpiryOf,
  type RegistrationStep,
  registrationStepFault,
} from '@paidang/domain/areas/activities/roster/registration'
import { dayOf } from '@paidang/domain/kernel/day'
import { isMobile, plainPhone } from '@paidang/domain/kernel/phone'
import { and, eq, not } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { isUniqueViolation } from '../../../db/faults.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { coachCourses, companies, courses } from '../../../tables/companies.ts'
import { rosterStudents } from '../../../tables/roster.ts'
import { hashOfToken } from '../../people/auth/sessions.ts'
import { maskedPhone } from '../../people/profile/mask-phone.ts'
import { isStudentOf } from '../../people/relations/student-relations.ts'
import { isMemberOf, listKnownStudents, writeRoster } from './write-roster.ts'

/** A number as it is stored. @throws ApiError phone_invalid */
function mobileOf(typed: string): string {
  const phone = plainPhone(typed)
  if (!isMobile(phone)) throw new ApiError('phone_invalid')
  return phone
}

/** The course with which a student begins, at its present price: one of this company that the coach teaches. */
async function readGrant(
  db: Database,
  { grant, companyId, coachId, now }: { grant: NonNullable<Granted>; companyId: string; coachId: string; now: Date },
) {
  if (grant.expiryDate < dayOf(now)) throw new ApiError('roster_expiry_past')
  const [course] = await db
    .select({ unitPrice: courses.pricePerSession })
    .from(courses)
    .innerJoin(coachCourses, and(eq(coachCourses.courseId, courses.id), eq(coachCourses.coachId, coachId)))
    .where(
      and(
        eq(courses.id, grant.courseId),
        eq(courses.companyId, companyId),
        eq(courses.delFlag, false),
        not(courses.isTrial),
      ),
    )
  if (!course) throw new ApiError('course_not_found')
  return { ...grant, ...course }
}

type Granted = Handled<typeof api.registerStudent>['body']['grant']

/** Two coaches who register the same student at once: the key lets one of them in. */
async function register({ body, user: { id: coachId }, db, now }: Handled<typeof api.registerStudent>) {
  const { companyId, grant } = body
  const [name, phone] = [plainName(body.name), mobileOf(body.phone)]
  if (studentNameFault(name)) throw new ApiError('roster_name_invalid')
  if (!(await isMemberOf(db, companyId, coachId))) throw new ApiError('action_forbidden')
  return db
    .transaction(async (tx) => {
      const known = await listKnownStudents(tx, { companyId, phones: [phone] })
      if (known.has(studentKey(phone, name))) throw new ApiError('roster_student_known')
      const granted = grant && (await readGrant(tx, { grant, companyId, coachId, now }))
      const entry = { values: { name, phone, coachId }, reason: '教练登记学员', ...(granted && { grant: granted }) }
      const [written] = await writeRoster(tx, [entry], { companyId, actorId: coachId, now })
      if (!written) throw new Error('a student was not written')
      return { playerId: written.studentId, name, phone: maskedPhone(phone), state: 'WAITING' as const }
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error, 'roster_students_once') ? new ApiError('roster_student_known') : error
    })
}

/** Locks a registered student for a step of the club. @throws ApiError why it cannot be taken */
async function lockForClub(tx: Database, playerId: string, step: RegistrationStep) {
  const [row] = await tx.select().from(rosterStudents).where(eq(rosterStudents.userId, playerId)).for('update')
  const fault = row && registrationStepFault(step, row.state)
  return { row, fault }
}

/** Only the hash is kept. Their coaches of the club, and its admin, show codes. */
function showCode({ params: { id: playerId }, user: { id: actorId }, db, now }: Handled<typeof api.showClaimCode>) {
  return db.transaction(async (tx) => {
    const { row, fault } = await lockForClub(tx, playerId, 'SHOW_CODE')
    const isAdmin =
      row && (await tx.$count(companies, and(eq(companies.id, row.companyId), eq(companies.adminId, actorId)))) > 0
    const isCoach =
      row && (await isStudentOf(tx, { coachId: actorId, playerId })) && (await isMemberOf(tx, row.companyId, actorId))
    if (!isAdmin && !isCoach) throw new ApiError('relation_not_found')
    if (fault) throw new ApiError(fault)
    const code = Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')
    const codeExpiresAt = codeExpiryOf(now)
    await tx
      .update(rosterStudents)
      .set({ codeHash: hashOfToken(code), codeExpiresAt, state: 'WAITING', answeredAt: null })
      .where(eq(rosterStudents.userId, playerId))
    return { code, expiresAt: codeExpiresAt.toISOString() }
  })
}

/** Whoever refused the former number is not asked again, under that number. */
function changePhone({ params: { id }, body, admin: { companyId }, db }: Handled<typeof api.changeRosterPhone>) {
  const phone = mobileOf(body.phone)
  return db.transaction(async (tx) => {
    const { row, fault } = await lockForClub(tx, id, 'CHANGE_PHONE')
    if (row?.companyId !== companyId) throw new ApiError('roster_not_found')
    if (fault) throw new ApiError(fault)
    if (row.refusedPhone === phone) throw new ApiError('roster_phone_refused')
    if (row.phone === phone) return { state: row.state }
    const known = await listKnownStudents(tx, { companyId, phones: [phone] })
    if (known.has(studentKey(phone, row.name))) throw new ApiError('roster_student_known')
    await tx
      .update(rosterStudents)
      .set({ phone, state: 'WAITING', answeredAt: null, codeHash: null, codeExpiresAt: null })
      .where(eq(rosterStudents.userId, id))
    return { state: 'WAITING' as const }
  })
}

export default plugin([
  handle(api.registerStudent, register),
  handle(api.showClaimCode, showCode),
  handle(api.changeRosterPhone, changePhone),
])
