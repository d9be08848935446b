import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { invitations, seats } from '../classes/tables.ts'
import { coachCourses, courses } from '../companies/tables.ts'
import { contracts } from '../contracts/tables.ts'
import { users } from '../profile/tables.ts'
import { venues } from '../venues/tables.ts'
import { studentRelations } from './tables.ts'

/** A student of a coach, and the last completed class of the two. */
export type StudentRow = {
  id: string
  nickname: string
  avatar: string | null
  createdAt: Date
  lastDay: string | null
  lastVenue: string | null
}

/** One page of a coach's students by name; `name` is a part of it. */
export async function pageStudents(
  db: Database,
  { coachId, name, limit, offset }: { coachId: string; name: string; limit: number; offset: number },
): Promise<{ rows: StudentRow[]; total: number }> {
  const last = db
    .select({ courseDate: invitations.courseDate, venueName: venues.name })
    .from(invitations)
    .innerJoin(seats, and(eq(seats.invitationId, invitations.id), eq(seats.state, 'JOINED')))
    .innerJoin(venues, eq(venues.id, invitations.stadiumId))
    .where(
      and(eq(seats.userId, users.id), eq(invitations.coachId, coachId), eq(invitations.invitationStatus, 'COMPLETED')),
    )
    .orderBy(sql`${invitations.courseDate} desc, ${invitations.beginTimeSlot} desc`)
    .limit(1)
    .as('last')
  const own = and(
    eq(studentRelations.coachId, coachId),
    // No pattern language for the person who types: % and _ are letters like any other.
    name === '' ? undefined : sql`strpos(lower(${users.nickname}), lower(${name})) > 0`,
  )
  const rows = await db
    .select({
      id: users.id,
      nickname: users.nickname,
      avatar: users.avatar,
      createdAt: studentRelations.createdAt,
      lastDay: last.courseDate,
      lastVenue: last.venueName,
    })
    .from(studentRelations)
    .innerJoin(users, eq(users.id, studentRelations.playerId))
    .leftJoinLateral(last, sql`true`)
    .where(own)
    .orderBy(sql`${users.nickname} collate "zh-x-icu"`, users.id)
    .limit(limit)
    .offset(offset)
  const [counted] = await db
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(studentRelations)
    .innerJoin(users, eq(users.id, studentRelations.playerId))
    .where(own)
  return { rows, total: counted?.total ?? 0 }
}

/** The contracts that students have of the courses that a coach teaches, earliest to expire first. */
export async function listContractsOfStudents(db: Database, coachId: string, playerIds: readonly string[]) {
  if (playerIds.length === 0) return []
  return db
    .select({
      id: contracts.id,
      userId: contracts.userId,
      courseId: contracts.courseId,
      courseName: courses.courseName,
      remainingSessions: contracts.remainingSessions,
      heldSessions: contracts.heldSessions,
      expiryDate: contracts.expiryDate,
    })
    .from(contracts)
    .innerJoin(courses, eq(courses.id, contracts.courseId))
    .innerJoin(coachCourses, and(eq(coachCourses.courseId, contracts.courseId), eq(coachCourses.coachId, coachId)))
    .where(inArray(contracts.userId, [...playerIds]))
    .orderBy(asc(contracts.expiryDate), asc(contracts.id))
}

export type StudentContractRow = Awaited<ReturnType<typeof listContractsOfStudents>>[number]
