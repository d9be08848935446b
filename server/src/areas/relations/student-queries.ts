import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { invitations, seats } from '../classes/tables.ts'
import { coachCourses, companies, companyMembers, courses } from '../companies/tables.ts'
import { contracts, isRunningOutOn, lessonLedger } from '../contracts/tables.ts'
import { users } from '../profile/tables.ts'
import { venues } from '../venues/tables.ts'
import { studentRelations } from './tables.ts'

/**
 * Whose students: those of one coach with the contracts of the courses he teaches, those of all coaches of a company with
 * its contracts, or for one person who may be both a coach and an admin his own and those of his companies.
 */
export type Circle = { coachId: string } | { companyId: string } | { actorId: string }

/** A student, his relation with the circle, and the last completed class with it. */
export type StudentRow = {
  id: string
  nickname: string
  avatar: string | null
  phone: string | null
  level: number
  relationId: string
  coachId: string
  createdAt: Date
  lastDay: string | null
  lastVenue: string | null
}

/** What narrows a list of students: parts of what they are called, hours that run out on `today`, one of them. */
export type StudentFilter = { name: string; runningOutOn?: string; playerId?: string }

/** One page of a circle's students by name, each once: by his relation with `by`, else by the oldest. */
export async function pageStudents(
  db: Database,
  circle: Circle,
  { by, limit, offset, ...filter }: StudentFilter & { by: string; limit: number; offset: number },
): Promise<{ rows: StudentRow[]; total: number }> {
  const relation = db
    .selectDistinctOn([studentRelations.playerId], {
      id: studentRelations.id,
      playerId: studentRelations.playerId,
      coachId: studentRelations.coachId,
      createdAt: studentRelations.createdAt,
    })
    .from(studentRelations)
    .where(relationsOf(db, circle))
    .orderBy(
      studentRelations.playerId,
      sql`${studentRelations.coachId} <> ${by}`,
      studentRelations.createdAt,
      studentRelations.id,
    )
    .as('relation')
  const last = db
    .select({ courseDate: invitations.courseDate, venueName: venues.name })
    .from(invitations)
    .innerJoin(seats, and(eq(seats.invitationId, invitations.id), eq(seats.state, 'JOINED')))
    .innerJoin(venues, eq(venues.id, invitations.stadiumId))
    .where(and(eq(seats.userId, users.id), classesOf(db, circle), eq(invitations.invitationStatus, 'COMPLETED')))
    .orderBy(sql`${invitations.courseDate} desc, ${invitations.beginTimeSlot} desc`)
    .limit(1)
    .as('last')
  const wanted = whichStudents(db, circle, filter)
  const rows = await db
    .select({
      id: users.id,
      nickname: users.nickname,
      avatar: users.avatar,
      phone: users.phone,
      level: users.level,
      relationId: relation.id,
      coachId: relation.coachId,
      createdAt: relation.createdAt,
      lastDay: last.courseDate,
      lastVenue: last.venueName,
    })
    .from(relation)
    .innerJoin(users, eq(users.id, relation.playerId))
    .leftJoinLateral(last, sql`true`)
    .where(wanted)
    .orderBy(sql`${users.nickname} collate "zh-x-icu"`, users.id)
    .limit(limit)
    .offset(offset)
  const [counted] = await db
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(relation)
    .innerJoin(users, eq(users.id, relation.playerId))
    .where(wanted)
  return { rows, total: counted?.total ?? 0 }
}

/** The contracts that students have with a circle, earliest to expire first; `goneSessions` are consumed or expired. */
export async function listContractsOfStudents(db: Database, circle: Circle, playerIds: readonly string[]) {
  if (playerIds.length === 0) return []
  return db
    .select({
      id: contracts.id,
      userId: contracts.userId,
      courseId: contracts.courseId,
      courseName: courses.courseName,
      companyId: contracts.companyId,
      remainingSessions: contracts.remainingSessions,
      heldSessions: contracts.heldSessions,
      goneSessions: sql<number>`coalesce((
        select -sum(l.remaining_change) from ${lessonLedger} l
        where l.contract_id = ${contracts.id} and l.kind in ('CONSUME', 'REFUND', 'EXPIRE')), 0)`.mapWith(Number),
      expiryDate: contracts.expiryDate,
    })
    .from(contracts)
    .innerJoin(courses, eq(courses.id, contracts.courseId))
    .where(and(inArray(contracts.userId, [...playerIds]), contractsOf(db, circle)))
    .orderBy(asc(contracts.expiryDate), asc(contracts.id))
}

export type StudentContractRow = Awaited<ReturnType<typeof listContractsOfStudents>>[number]

function whichStudents(db: Database, circle: Circle, { name, runningOutOn, playerId }: StudentFilter): SQL | undefined {
  const isMeant = or(
    // No pattern language for the person who types: % and _ are letters like any other.
    sql`strpos(lower(${users.nickname}), lower(${name})) > 0`,
    // Only a whole number finds somebody, or a phone could be guessed digit by digit.
    eq(users.phone, name),
  )
  const runsOut =
    runningOutOn === undefined
      ? undefined
      : inArray(
          users.id,
          db
            .select({ id: contracts.userId })
            .from(contracts)
            .where(and(contractsOf(db, circle), isRunningOutOn(runningOutOn))),
        )
  return and(name === '' ? undefined : isMeant, runsOut, playerId === undefined ? undefined : eq(users.id, playerId))
}

function relationsOf(db: Database, circle: Circle): SQL | undefined {
  const { coachId } = studentRelations
  if ('coachId' in circle) return eq(coachId, circle.coachId)
  const members = db.select({ id: companyMembers.userId }).from(companyMembers)
  if ('companyId' in circle) return inArray(coachId, members.where(eq(companyMembers.companyId, circle.companyId)))
  const { actorId } = circle
  const ofHisCompanies = members.where(inArray(companyMembers.companyId, companiesOfAdmin(db, actorId)))
  return or(eq(coachId, actorId), inArray(coachId, ofHisCompanies))
}

function contractsOf(db: Database, circle: Circle): SQL | undefined {
  const taughtBy = (coachId: string) =>
    inArray(
      contracts.courseId,
      db.select({ id: coachCourses.courseId }).from(coachCourses).where(eq(coachCourses.coachId, coachId)),
    )
  if ('coachId' in circle) return taughtBy(circle.coachId)
  if ('companyId' in circle) return eq(contracts.companyId, circle.companyId)
  const { actorId } = circle
  return or(taughtBy(actorId), inArray(contracts.companyId, companiesOfAdmin(db, actorId)))
}

function classesOf(db: Database, circle: Circle): SQL | undefined {
  if ('coachId' in circle) return eq(invitations.coachId, circle.coachId)
  if ('companyId' in circle) return eq(invitations.companyId, circle.companyId)
  const { actorId } = circle
  return or(eq(invitations.coachId, actorId), inArray(invitations.companyId, companiesOfAdmin(db, actorId)))
}

function companiesOfAdmin(db: Database, adminId: string) {
  return db.select({ id: companies.id }).from(companies).where(eq(companies.adminId, adminId))
}
