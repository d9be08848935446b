import { and, asc, eq, exists, gt, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { hasStatus, invitations, seats } from '../classes/tables.ts'
import { coachCourses, companies, companyMembers, courses } from '../companies/tables.ts'
import { contracts, isRunningOutOn, lessonLedger } from '../contracts/tables.ts'
import { users } from '../profile/tables.ts'
import { venues } from '../venues/tables.ts'
import { areKeptApart, studentRelations } from './tables.ts'

/**
 * Whose students: those of one coach, those of all coaches of a company, or for one person who may be both a coach and an
 * admin his own and those of his companies.
 */
export type Circle = { coachId: string } | { companyId: string } | { actorId: string }

/**
 * What is seen of students: by one person the classes with him and the contracts of the courses he teaches, with all classes
 * and contracts of the companies he administers; or what stands with one company.
 */
export type Sight = { actorId: string } | { companyId: string }

/** A student, his relation with the circle, and of what is seen the last completed class and how many wait for an answer. */
export type StudentRow = {
  id: string
  nickname: string
  avatar: string | null
  phone: string | null
  phoneVerified: boolean
  level: number
  relationId: string
  coachId: string
  createdAt: Date
  lastDay: string | null
  lastVenue: string | null
  pendingCount: number
}

/** What narrows a list of students: parts of what they are called, hours that run out on `today`, one of them. */
type StudentFilter = { name: string; runningOutOn?: string; playerId?: string }

/** In which order: by name, or by the last completed class, those without one last either way. */
export type StudentOrder = { sort: 'nickname' | 'courseDate'; sord: 'asc' | 'desc' }

type Wanted = StudentFilter & StudentOrder & { sight: Sight; by: string; limit: number; offset: number; now: Date }

/** One page of a circle's students, each once: by his relation with `by`, else by the oldest. */
export async function pageStudents(
  db: Database,
  circle: Circle,
  { sight, by, sort, sord, limit, offset, now, ...filter }: Wanted,
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
    .select({
      courseDate: invitations.courseDate,
      beginTimeSlot: invitations.beginTimeSlot,
      venueName: venues.name,
    })
    .from(invitations)
    .innerJoin(seats, and(eq(seats.invitationId, invitations.id), eq(seats.state, 'JOINED')))
    .innerJoin(venues, eq(venues.id, invitations.stadiumId))
    .where(and(eq(seats.userId, users.id), classesOf(db, sight), eq(invitations.invitationStatus, 'COMPLETED')))
    .orderBy(sql`${invitations.courseDate} desc, ${invitations.beginTimeSlot} desc`)
    .limit(1)
    .as('last')
  const pending = db
    .select({ count: sql`count(*)` })
    .from(invitations)
    .innerJoin(seats, and(eq(seats.invitationId, invitations.id), inArray(seats.state, ['INVITED', 'JOINED'])))
    .where(and(eq(seats.userId, users.id), classesOf(db, sight), hasStatus(['PENDING'], now)))
  const wanted = and(whichStudents(db, sight, filter), mayBeShown(db, { by, now }))
  const name = sql`${users.nickname} collate "zh-x-icu"`
  const direction = sql.raw(sord)
  const byLast = sql`${last.courseDate} ${direction} nulls last, ${last.beginTimeSlot} ${direction}, ${name}`
  const rows = await db
    .select({
      id: users.id,
      nickname: users.nickname,
      avatar: users.avatar,
      phone: users.phone,
      phoneVerified: users.phoneVerified,
      level: users.level,
      relationId: relation.id,
      coachId: relation.coachId,
      createdAt: relation.createdAt,
      lastDay: last.courseDate,
      lastVenue: last.venueName,
      pendingCount: sql<number>`(${pending})`.mapWith(Number),
    })
    .from(relation)
    .innerJoin(users, eq(users.id, relation.playerId))
    .leftJoinLateral(last, sql`true`)
    .where(wanted)
    .orderBy(sort === 'courseDate' ? byLast : sql`${name} ${direction}`, users.id)
    .limit(limit)
    .offset(offset)
  const [counted] = await db
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(relation)
    .innerJoin(users, eq(users.id, relation.playerId))
    .where(wanted)
  return { rows, total: counted?.total ?? 0 }
}

/**
 * The contracts of students that are seen, earliest to expire first; `lastHeldDay` is the day of the last class that hours
 * are held for.
 */
export async function listContractsOfStudents(db: Database, sight: Sight, playerIds: readonly string[]) {
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
      consumedSessions: sql<number>`coalesce((
        select -sum(l.remaining_change) from ${lessonLedger} l
        where l.contract_id = ${contracts.id} and l.kind in ('CONSUME', 'REFUND')), 0)`.mapWith(Number),
      expiredSessions: sql<number>`coalesce((
        select -sum(l.remaining_change) from ${lessonLedger} l
        where l.contract_id = ${contracts.id} and l.kind = 'EXPIRE'), 0)`.mapWith(Number),
      expiryDate: contracts.expiryDate,
      lastHeldDay: sql<string | null>`(
        select max(i.course_date)::text from ${seats} s join ${invitations} i on i.id = s.invitation_id
        where s.contract_id = ${contracts.id} and s.held_sessions > 0)`,
    })
    .from(contracts)
    .innerJoin(courses, eq(courses.id, contracts.courseId))
    .where(and(inArray(contracts.userId, [...playerIds]), contractsOf(db, sight)))
    .orderBy(asc(contracts.expiryDate), asc(contracts.id))
}

export type StudentContractRow = Awaited<ReturnType<typeof listContractsOfStudents>>[number]

function whichStudents(db: Database, sight: Sight, { name, runningOutOn, playerId }: StudentFilter): SQL | undefined {
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
            .where(and(contractsOf(db, sight), isRunningOutOn(runningOutOn))),
        )
  return and(name === '' ? undefined : isMeant, runsOut, playerId === undefined ? undefined : eq(users.id, playerId))
}

/**
 * That a student and `by` do not keep out of each other's sight, or that something stands in what `by` himself has to do with
 * him: lesson hours, or a class that is still to be held. Source: decision record 018
 */
function mayBeShown(db: Database, { by, now }: { by: string; now: Date }): SQL | undefined {
  const sight = { actorId: by }
  const hours = db
    .select({ id: contracts.id })
    .from(contracts)
    .where(and(eq(contracts.userId, users.id), gt(contracts.remainingSessions, 0), contractsOf(db, sight)))
  const standing = db
    .select({ id: invitations.id })
    .from(invitations)
    .innerJoin(seats, and(eq(seats.invitationId, invitations.id), eq(seats.state, 'JOINED')))
    .where(and(eq(seats.userId, users.id), classesOf(db, sight), hasStatus(['PENDING', 'CONFIRMED'], now)))
  return or(not(areKeptApart(users.id, by)), exists(hours), exists(standing))
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

function contractsOf(db: Database, sight: Sight): SQL | undefined {
  if ('companyId' in sight) return eq(contracts.companyId, sight.companyId)
  const { actorId } = sight
  const taught = db.select({ id: coachCourses.courseId }).from(coachCourses).where(eq(coachCourses.coachId, actorId))
  return or(inArray(contracts.courseId, taught), inArray(contracts.companyId, companiesOfAdmin(db, actorId)))
}

function classesOf(db: Database, sight: Sight): SQL | undefined {
  if ('companyId' in sight) return eq(invitations.companyId, sight.companyId)
  const { actorId } = sight
  return or(eq(invitations.coachId, actorId), inArray(invitations.companyId, companiesOfAdmin(db, actorId)))
}

/** How many students a coach's list shows, and how many of them have a contract in his sight that runs out. */
export async function countStudentsOf(
  db: Database,
  { coachId, today, now }: { coachId: string; today: string; now: Date },
): Promise<{ students: number; runningOut: number }> {
  const isRunningOut = whichStudents(db, { actorId: coachId }, { name: '', runningOutOn: today })
  const [row] = await db
    .select({
      students: sql<number>`count(*)`.mapWith(Number),
      runningOut: sql<number>`count(*) filter (where ${isRunningOut})`.mapWith(Number),
    })
    .from(studentRelations)
    .innerJoin(users, eq(users.id, studentRelations.playerId))
    .where(and(eq(studentRelations.coachId, coachId), mayBeShown(db, { by: coachId, now })))
  if (!row) throw new Error('an aggregate answers one row')
  return row
}

/** Whether a person is the admin of a company. */
export async function isAdminOf(db: Database, companyId: string, userId: string): Promise<boolean> {
  return (await db.$count(companies, and(eq(companies.id, companyId), eq(companies.adminId, userId)))) > 0
}

function companiesOfAdmin(db: Database, adminId: string) {
  return db.select({ id: companies.id }).from(companies).where(eq(companies.adminId, adminId))
}
