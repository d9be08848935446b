import * as api from '@paidang/api/areas/activities/roster'
import { ApiError } from '@paidang/api/catalogue/errors'
import {
  CLAIM_ANSWERS,
  type ClaimAnswer,
  claimAnswersFault,
  plainCode,
  REGISTRATION_STEPS,
  registrationStepFault,
} from '@paidang/domain/areas/activities/roster/registration'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { isUniqueViolation } from '../../../db/faults.ts'
import { gridTopics, messagesTopic } from '../../../db/topics.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { invitations } from '../../../tables/classes.ts'
import { companies, courses } from '../../../tables/companies.ts'
import { contracts, usedRecords } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { rosterStudents } from '../../../tables/roster.ts'
import { notify } from '../../ground/messages/notify.ts'
import { handOverContracts } from '../../money/contracts/ledger.ts'
import { hashOfToken } from '../../people/auth/sessions.ts'
import { maskedPhone } from '../../people/profile/mask-phone.ts'
import { endUnclaimed, lockPeople } from '../../people/profile/unclaimed.ts'
import { handOverRelations } from '../../people/relations/student-relations.ts'
import { handOverClaims } from '../../time/schedule/claim-cells.ts'
import { handOverSeats, lockClassesOf } from '../classes/seats.ts'
import { handOverCases } from '../coach-leaves/cases.ts'

/** Who asks: by the verified number of their account, or by a code. */
type Holder = { actorId: string; code: string | undefined; now: Date }

/** The condition that a registered student waits for this holder. A number that is only typed proves nothing. */
function waitsFor({ actorId, code, now }: Holder): SQL {
  const { state, phone, refusedPhone, codeHash, codeExpiresAt } = rosterStudents
  if (code !== undefined)
    return sql`(${state} = 'WAITING' and ${codeHash} = ${hashOfToken(plainCode(code))} and ${codeExpiresAt} > ${now})`
  return sql`(${state} = 'WAITING' and ${refusedPhone} is distinct from ${phone} and ${phone} = (
    select own.phone from ${users} own where own.id = ${actorId} and own.phone_verified))`
}

/** Registered students by club, with their hours and what was used of them. */
async function listClaims(db: Database, condition: SQL | undefined): Promise<api.ClaimsOfCompany[]> {
  const people = await db
    .select({
      id: rosterStudents.userId,
      name: rosterStudents.name,
      state: rosterStudents.state,
      createdAt: rosterStudents.createdAt,
      company: { id: companies.id, name: companies.companyName },
      registeredBy: users.nickname,
    })
    .from(rosterStudents)
    .innerJoin(companies, eq(companies.id, rosterStudents.companyId))
    .innerJoin(users, eq(users.id, rosterStudents.addedBy))
    .where(condition)
    .orderBy(companies.id, rosterStudents.createdAt, rosterStudents.userId)
    .limit(40)
  const ids = people.map(({ id }) => id)
  const held = ids.length === 0 ? [] : await listHeld(db, ids)
  const used = ids.length === 0 ? [] : await listUsed(db, ids)
  const groups = new Map<string, api.ClaimsOfCompany>()
  for (const { id, name, state, company, registeredBy, createdAt } of people) {
    const group = groups.get(company.id) ?? {
      company,
      registeredBy,
      registeredAt: createdAt.toISOString(),
      students: [],
    }
    const contracts = held.filter(({ userId }) => userId === id).map(({ userId: _, ...contract }) => contract)
    group.students.push({
      id,
      name,
      state,
      remainingSessions: contracts.reduce((sum, { remainingSessions }) => sum + remainingSessions, 0),
      contracts,
      used: used.filter(({ userId }) => userId === id).map(({ userId: _, ...record }) => record),
    })
    groups.set(company.id, group)
  }
  return [...groups.values()]
}

const coachNameOf = (coachId: SQL) =>
  sql<string>`coalesce((select c.nickname from users c where c.id = ${coachId}), '')`

async function listHeld(db: Database, ids: readonly string[]) {
  return db
    .select({
      userId: contracts.userId,
      id: contracts.id,
      courseName: courses.courseName,
      coachName: coachNameOf(sql`${contracts.coachId}`),
      remainingSessions: contracts.remainingSessions,
      expiryDate: contracts.expiryDate,
    })
    .from(contracts)
    .innerJoin(courses, eq(courses.id, contracts.courseId))
    .where(and(inArray(contracts.userId, [...ids]), sql`${contracts.remainingSessions} > 0`))
    .orderBy(contracts.expiryDate, contracts.id)
}

async function listUsed(db: Database, ids: readonly string[]) {
  return db
    .select({
      userId: usedRecords.userId,
      id: invitations.id,
      courseName: invitations.courseDesignName,
      coachName: coachNameOf(sql`${usedRecords.coachId}`),
      courseDate: invitations.courseDate,
      usedSessions: usedRecords.usedSessions,
    })
    .from(usedRecords)
    .innerJoin(invitations, eq(invitations.id, usedRecords.invitationId))
    .where(inArray(usedRecords.userId, [...ids]))
    .orderBy(sql`${invitations.courseDate} desc, ${invitations.beginTimeSlot} desc, ${invitations.id} desc`)
    .limit(200)
}

const ofMine = (holder: Holder) => {
  const guarded = and(eq(rosterStudents.state, 'GUARDED'), eq(rosterStudents.accountId, holder.actorId))
  return sql`(${waitsFor({ ...holder, code: undefined })} or ${guarded})`
}

/** What clubs keep for a person's verified number, and for their children. */
export const readClaims = (db: Database, holder: { actorId: string; now: Date }) =>
  listClaims(db, ofMine({ ...holder, code: undefined }))

type Claiming = { studentId: string; account: { id: string; userType: number }; now: Date }

/**
 * Moves everything that a registered student has to the account that claims them. Rows change their person and nothing
 * else, so that no sum changes. What is left of the student is a closed person whom nothing refers to.
 */
async function handOver(tx: Database, { studentId: from, account: { id: to, userType }, now }: Claiming) {
  await handOverContracts(tx, { from, to })
  await handOverRelations(tx, { from, to })
  await handOverCases(tx, { from, to, now })
  await handOverSeats(tx, { from, to })
  const days = await handOverClaims(tx, { from, to, isCoach: userType !== 0 })
  await endUnclaimed(tx, [from], now)
  await publishChanges(tx, [
    messagesTopic(to),
    ...days.flatMap((day) => [gridTopics.person(to, day), gridTopics.coach(to, day)]),
  ])
}

type Student = typeof rosterStudents.$inferSelect

/** Tells the admin of the club, and who registered the student, what became of them. */
async function notifyClub(
  tx: Database,
  { student, answer, account }: { student: Student; answer: ClaimAnswer; account: { id: string; nickname: string } },
): Promise<void> {
  const [company] = await tx
    .select({ adminId: companies.adminId })
    .from(companies)
    .where(eq(companies.id, student.companyId))
  const texts: Record<ClaimAnswer, { title: string; content: string }> = {
    SELF: { title: '学员已认领', content: `${student.name} 已认领课时，账号昵称是 ${account.nickname}` },
    CHILD: { title: '家长已认领', content: `${account.nickname} 以家长身份认领了 ${student.name} 的课时` },
    UNKNOWN: {
      title: '号码的机主不认识这位学员',
      content: `${maskedPhone(student.phone)} 的机主不认识 ${student.name}，课时还在俱乐部，请核对号码`,
    },
  }
  await notify(tx, {
    receiverIds: [...(company ? [company.adminId] : []), student.addedBy],
    // A stranger does not appear by name.
    senderId: answer === 'UNKNOWN' ? null : account.id,
    category: 'systemNotice',
    ...texts[answer],
    about: { kind: 'student', id: answer === 'SELF' ? account.id : student.userId },
  })
}

/**
 * All answers in one transaction. Classes are locked first, then people, then the registrations, so that a class which
 * is made, completed or cancelled meanwhile is wholly before or after the claim. Of many presses the first one acts.
 */
function answer({ body: { code, answers }, user: { id: actorId }, db, now }: Handled<typeof api.answerClaims>) {
  const ids = answers.map(({ id }) => id)
  // Who has a code knows the club. Only the owner of the number can say that it is a mistake.
  const isMistaken = code !== undefined && answers.some(({ answer }) => answer === 'UNKNOWN')
  if (new Set(ids).size < ids.length || isMistaken) throw new ApiError('input_invalid')
  return db
    .transaction(async (tx) => {
      await lockClassesOf(tx, ids)
      const people = await lockPeople(tx, [actorId, ...ids])
      const account = people.find(({ id }) => id === actorId)
      if (!account || account.closedAt || account.unclaimed) throw new ApiError('session_expired')
      // What was booked while this waited for the people.
      await lockClassesOf(tx, ids)
      const students = await tx
        .select()
        .from(rosterStudents)
        .where(inArray(rosterStudents.userId, ids))
        .orderBy(rosterStudents.userId)
        .for('update')
      const open = await listClaims(tx, and(inArray(rosterStudents.userId, ids), waitsFor({ actorId, code, now })))
      const seen = new Map(open.flatMap((group) => group.students).map((student) => [student.id, student]))
      const byId = new Map(students.map((student) => [student.userId, student]))

      const chosen = answers.flatMap(({ id, answer, remainingSessions }) => {
        const student = byId.get(id)
        if (!student) throw new ApiError('roster_not_found')
        const step = CLAIM_ANSWERS[answer]
        const isOwn =
          student.state === 'REFUSED' ? student.refusedPhone === account.phone : student.accountId === actorId
        if (isOwn && student.state === REGISTRATION_STEPS[step].to) return []
        const known = seen.get(id)
        const isTheirs =
          known || student.accountId === actorId || (account.phoneVerified && student.phone === account.phone)
        if (!isTheirs) throw new ApiError('roster_not_found')
        const fault = registrationStepFault(step, student.state)
        if (fault) throw new ApiError(fault)
        if (!known) throw new ApiError('roster_not_found')
        if (known.remainingSessions !== remainingSessions) throw new ApiError('roster_changed')
        return [{ student, answer }]
      })
      const fault = claimAnswersFault(chosen.map(({ student: { companyId }, answer }) => ({ companyId, answer })))
      if (fault) throw new ApiError(fault)
      for (const { student, answer } of chosen) {
        const state = REGISTRATION_STEPS[CLAIM_ANSWERS[answer]].to
        const refusedPhone = answer === 'UNKNOWN' ? student.phone : student.refusedPhone
        const accountId = answer === 'UNKNOWN' ? null : actorId
        await tx
          .update(rosterStudents)
          .set({ state, accountId, refusedPhone, answeredAt: now, codeHash: null, codeExpiresAt: null })
          .where(eq(rosterStudents.userId, student.userId))
        if (answer === 'SELF') await handOver(tx, { studentId: student.userId, account, now })
        await notifyClub(tx, { student, answer, account })
      }
      return readClaims(tx, { actorId, now })
    })
    .catch((error: unknown) => {
      const isClash = isUniqueViolation(error, 'slot_claims_pkey') || isUniqueViolation(error, 'seats_pkey')
      throw isClash ? new ApiError('roster_claim_clash') : error
    })
}

export default plugin([
  handle(api.myClaims, ({ user: { id: actorId }, db, now }) => readClaims(db, { actorId, now })),

  handle(api.findClaim, async ({ body: { code }, user: { id: actorId }, db, now }) => {
    const [found] = await listClaims(db, waitsFor({ actorId, code, now }))
    if (!found) throw new ApiError('roster_code_unknown')
    return found
  }),

  handle(api.answerClaims, answer),
])
