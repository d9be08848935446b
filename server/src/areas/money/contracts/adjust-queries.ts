import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { invitations, seats } from '../../../tables/classes.ts'
import { coachCourses, companies, companyMembers, courses } from '../../../tables/companies.ts'
import { contracts } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { studentRelations } from '../../../tables/relations.ts'

/** The fields of a course for setting hours. Says whether the caller teaches it or administers its company. */
export type CourseToSet = {
  companyId: string
  courseName: string
  delFlag: boolean
  isTaught: boolean
  isAdmin: boolean
}

/**
 * A course, whether a coach teaches it, and whether they are the admin of its company. Undefined if it does not exist.
 */
export async function findCourseToSet(
  db: Database,
  courseId: string,
  coachId: string,
): Promise<CourseToSet | undefined> {
  const [row] = await db
    .select({
      companyId: courses.companyId,
      courseName: courses.courseName,
      delFlag: courses.delFlag,
      isTaught: sql<boolean>`${coachCourses.coachId} is not null`,
      isAdmin: sql<boolean>`${companies.adminId} = ${coachId}`,
    })
    .from(courses)
    .innerJoin(companies, eq(companies.id, courses.companyId))
    .leftJoin(coachCourses, and(eq(coachCourses.courseId, courses.id), eq(coachCourses.coachId, coachId)))
    .where(eq(courses.id, courseId))
  return row
}

/** The players among these who typed a phone number that WeChat has not verified. */
export async function listPhoneUnverified(db: Database, playerIds: readonly string[]): Promise<string[]> {
  const isTyped = and(inArray(users.id, [...playerIds]), isNotNull(users.phone), eq(users.phoneVerified, false))
  return (await db.select({ id: users.id }).from(users).where(isTyped)).map(({ id }) => id)
}

/** Whether a player is a student of a coach. Locks the relation, so that it lasts until the transaction ends. */
export async function lockRelationForShare(tx: Database, coachId: string, playerId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: studentRelations.id })
    .from(studentRelations)
    .where(and(eq(studentRelations.coachId, coachId), eq(studentRelations.playerId, playerId)))
    .for('key share')
  return rows.length > 0
}

/**
 * Whether a player is a student of any coach of the company. Locks a relation, so that it lasts until the transaction
 * ends.
 */
export async function lockCompanyRelationForShare(tx: Database, companyId: string, playerId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: studentRelations.id })
    .from(studentRelations)
    .innerJoin(companyMembers, eq(companyMembers.userId, studentRelations.coachId))
    .where(and(eq(companyMembers.companyId, companyId), eq(studentRelations.playerId, playerId)))
    .for('key share', { of: studentRelations })
  return rows.length > 0
}

/** A contract that is locked for a change. */
export type LockedContract = {
  id: string
  userId: string
  courseId: string
  remainingSessions: number
  heldSessions: number
  expiryDate: string
  revision: number
}

/** Locks contracts for the rest of the transaction. All callers lock by id, which prevents deadlocks. */
export async function lockContractsToSet(tx: Database, ids: readonly string[]): Promise<Map<string, LockedContract>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select({
      id: contracts.id,
      userId: contracts.userId,
      courseId: contracts.courseId,
      remainingSessions: contracts.remainingSessions,
      heldSessions: contracts.heldSessions,
      expiryDate: contracts.expiryDate,
      revision: contracts.revision,
    })
    .from(contracts)
    .where(inArray(contracts.id, [...ids]))
    .orderBy(asc(contracts.id))
    .for('update')
  return new Map(rows.map((row) => [row.id, row]))
}

/** The day of the last class that holds hours of each contract. A contract without held hours has no entry. */
export async function listLastHeldDays(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ contractId: seats.contractId, day: sql<string>`max(${invitations.courseDate})::text` })
    .from(seats)
    .innerJoin(invitations, eq(invitations.id, seats.invitationId))
    .where(and(inArray(seats.contractId, [...ids]), sql`${seats.heldSessions} > 0`))
    .groupBy(seats.contractId)
  return new Map(rows.flatMap(({ contractId, day }) => (contractId === null ? [] : [[contractId, day] as const])))
}

/** The nickname of a person. */
export async function findNickname(db: Database, userId: string): Promise<string> {
  const [row] = await db.select({ nickname: users.nickname }).from(users).where(eq(users.id, userId))
  if (!row) throw new Error(`user ${userId} has a session and no row`)
  return row.nickname
}
