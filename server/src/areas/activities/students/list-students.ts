import type { Student, studentsOfCoach } from '@paidang/api/areas/activities/students'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Input, Page } from '@paidang/api/endpoint'
import { isRunningOut } from '@paidang/domain/areas/money/contracts/adjust'
import { contractStatusOf } from '@paidang/domain/areas/money/contracts/contract'
import { dayOf } from '@paidang/domain/kernel/day'
import { isId } from '@paidang/domain/kernel/id'
import { offsetOf } from '@paidang/domain/kernel/page'
import { plainPhone } from '@paidang/domain/kernel/phone'
import { and, asc, desc, eq, exists, inArray, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { contains } from '../../../db/contains.ts'
import type { Database } from '../../../db/database.ts'
import { pageLimit } from '../../../db/literal.ts'
import { hasStatus, invitations, lastClasses, seats } from '../../../tables/classes.ts'
import { coachCourses, companies, companyMembers, courses } from '../../../tables/companies.ts'
import { contracts, isRunningOutOn, shownContracts } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { studentRelations } from '../../../tables/relations.ts'
import { phoneOfStudent, rosterStudents } from '../../../tables/roster.ts'
import { venues } from '../../../tables/venues.ts'
import { readAllBlocked } from '../../ground/blacklist/read-blocked.ts'
import { isCorrected } from '../../money/contracts/contracts.ts'
import { levelIsUnsaid } from '../../people/profile/levels.ts'
import { isAdminOfCoach } from '../../places/companies/assert-sees-coach.ts'

/**
 * A group of students: of one coach, or of all coaches of a company. For one person who may be coach and admin: their
 * own and those of their companies.
 */
type Circle = { coachId: string } | { companyId: string } | { actorId: string }

/**
 * The data of students that may be seen. For a person: classes with them, contracts of courses they teach, and
 * everything of companies they administer. For a company: everything with that company.
 */
type Sight = { actorId: string } | { companyId: string }

/**
 * A student with their relation to the group. `lastDay`, `lastVenue` and `pendingCount` cover only the classes that may
 * be seen. The first two are of the last completed class. `pendingCount` counts the classes that wait for an answer.
 */
type StudentRow = {
  id: string
  nickname: string
  avatar: string | null
  phone: string | null
  phoneVerified: boolean
  unclaimed: boolean
  level: number
  levelIsUnsaid: boolean
  relationId: string
  coachId: string
  createdAt: Date
  lastDay: string | null
  lastVenue: string | null
  pendingCount: number
}

/** The filters of a list of students: a part of the name, hours running out on `today`, or one student. */
type StudentFilter = { name: string; runningOutOn?: string; playerId?: string }

/** The order of a list of students: by name, or by the last completed class. Those without one are always last. */
type StudentOrder = { sort: 'nickname' | 'courseDate'; sord: 'asc' | 'desc' }

type PageOfStudents = StudentFilter &
  StudentOrder & { sight: Sight; actorId: string; limit: number; offset: number; now: Date }

/** One page of a group's students, each once. Each has the relation with `actorId` if there is one, else the oldest. */
export async function pageStudents(
  db: Database,
  circle: Circle,
  { sight, actorId, sort, sord, limit, offset, now, ...filter }: PageOfStudents,
): Promise<{ rows: StudentRow[]; total: number }> {
  const listed = await whichListed(db, circle, { sight, actorId, now, ...filter })
  const direction = sql.raw(sord)
  const byLast = sort === 'courseDate'
  // Names and last classes are read from indexes alone. All else is read for the page.
  const page = await db.execute<{ id: string }>(sql`
    select own.player_id::text as id
    from (select ${studentRelations.playerId}, ${studentRelations.nickname} from ${studentRelations} where ${listed} group by 1, 2) own
    ${byLast ? sql`left join (${lastSeen(sight)}) last on last.user_id = own.player_id` : sql``}
    order by ${byLast ? sql`last.half_hour ${direction} nulls last, own.nickname` : sql`own.nickname ${direction}`}, own.player_id
    limit ${pageLimit(limit)} offset ${offset}`)
  const counted = await db.execute<{ total: number }>(
    sql`select count(distinct ${studentRelations.playerId})::int as total from ${studentRelations} where ${listed}`,
  )
  const ids = page.rows.map(({ id }) => id)
  const found = new Map((await readStudents(db, circle, { ids, sight, actorId, now })).map((row) => [row.id, row]))
  return { rows: ids.flatMap((id) => found.get(id) ?? []), total: counted.rows[0]?.total ?? 0 }
}

/** The half-hour of the last completed class of each player that may be seen, counted from a fixed day. */
function lastSeen(sight: Sight): SQL {
  const last = sql`select l.user_id, (l.course_date - date '2000-01-01') * 48 + l.begin_time_slot as half_hour from ${lastClasses} l`
  const seen =
    'companyId' in sight
      ? sql`${last} where l.company_id = ${sight.companyId}`
      : sql`${last} where l.coach_id = ${sight.actorId}
        union all ${last} where l.company_id in (select c.id from ${companies} c where c.admin_id = ${sight.actorId})`
  return sql`select seen.user_id, max(seen.half_hour) as half_hour from (${seen}) seen group by 1`
}

/** Students of a group with these ids, in any order. */
async function readStudents(
  db: Database,
  circle: Circle,
  { ids, sight, actorId, now }: { ids: readonly string[]; sight: Sight; actorId: string; now: Date },
): Promise<StudentRow[]> {
  if (ids.length === 0) return []
  const relation = db
    .selectDistinctOn([studentRelations.playerId], {
      id: studentRelations.id,
      playerId: studentRelations.playerId,
      coachId: studentRelations.coachId,
      createdAt: studentRelations.createdAt,
    })
    .from(studentRelations)
    .where(and(inArray(studentRelations.playerId, [...ids]), relationsOf(db, circle)))
    .orderBy(
      studentRelations.playerId,
      sql`${studentRelations.coachId} <> ${actorId}`,
      studentRelations.createdAt,
      studentRelations.id,
    )
    .as('relation')
  const last = db
    .select({ courseDate: lastClasses.courseDate, venueName: venues.name })
    .from(lastClasses)
    .innerJoin(invitations, eq(invitations.id, lastClasses.invitationId))
    .innerJoin(venues, eq(venues.id, invitations.stadiumId))
    .where(and(eq(lastClasses.userId, users.id), seenOf(db, lastClasses, sight)))
    .orderBy(desc(lastClasses.courseDate), desc(lastClasses.beginTimeSlot), desc(lastClasses.invitationId))
    .limit(1)
    .as('last')
  const pending = db
    .select({ count: sql`count(*)` })
    .from(seats)
    .innerJoin(invitations, eq(invitations.id, seats.invitationId))
    .where(
      and(
        eq(seats.userId, users.id),
        eq(seats.invitationStatus, 'PENDING'),
        inArray(seats.state, ['INVITED', 'JOINED']),
        seenOf(db, seats, sight),
        hasStatus(['PENDING'], now),
      ),
    )
  return db
    .select({
      id: users.id,
      nickname: users.nickname,
      avatar: users.avatar,
      phone: phoneOfStudent(sql`${users}`),
      phoneVerified: users.phoneVerified,
      unclaimed: users.unclaimed,
      level: users.level,
      levelIsUnsaid,
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
}

/**
 * The contracts of students that may be seen, earliest expiry first, of those that ended the latest. `lastHeldDay` is the day of the last class with
 * held hours.
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
      consumedSessions: contracts.consumedSessions,
      expiredSessions: contracts.expiredSessions,
      revision: contracts.revision,
      expiryDate: contracts.expiryDate,
      refundedAt: contracts.refundedAt,
      isCorrected,
      lastHeldDay: sql<string | null>`(
        select max(s.course_date)::text from ${seats} s
        where s.contract_id = ${contracts.id} and s.held_sessions > 0)`,
    })
    .from(contracts)
    .innerJoin(courses, eq(courses.id, contracts.courseId))
    .where(sql`${contracts.id} in ${shownContracts(playerIds, contractsOf(db, sight))}`)
    .orderBy(asc(contracts.expiryDate), asc(contracts.id))
}

type StudentContractRow = Awaited<ReturnType<typeof listContractsOfStudents>>[number]

/** The condition on a relation that its player is in a group's list, as the caller sees and filters it. */
async function whichListed(
  db: Database,
  circle: Circle,
  { actorId, now, sight, name, runningOutOn, playerId }: StudentFilter & { sight: Sight; actorId: string; now: Date },
): Promise<SQL | undefined> {
  return and(
    relationsOf(db, circle),
    name === '' ? undefined : isMeant(name),
    runningOutOn === undefined ? undefined : runsOut(db, sight, runningOutOn),
    playerId === undefined ? undefined : eq(studentRelations.playerId, playerId),
    await mayBeShown(db, { actorId, now }),
  )
}

function isMeant(name: string): SQL | undefined {
  const phone = plainPhone(name)
  return or(
    contains(studentRelations.nickname, name),
    // Only a whole number matches. Otherwise a phone number could be guessed digit by digit.
    sql`${studentRelations.playerId} in (select u.id from ${users} u where u.phone = ${phone}
      union all select r.user_id from ${rosterStudents} r join ${users} u on u.id = r.user_id and u.phone is null
        where r.phone = ${phone} and r.state <> 'WITHDRAWN')`,
  )
}

const runsOut = (db: Database, sight: Sight, today: string): SQL =>
  // Asked for each student. With `in`, a count would read the contracts of everybody.
  exists(
    db
      .select({ id: contracts.id })
      .from(contracts)
      .where(and(eq(contracts.userId, studentRelations.playerId), contractsOf(db, sight), isRunningOutOn(today))),
  )

/**
 * Whether `actorId` may see a student. Neither has blocked the other, or they still share lesson hours or a class to be
 * held. Source: decision record 018
 */
async function mayBeShown(db: Database, { actorId, now }: { actorId: string; now: Date }): Promise<SQL | undefined> {
  const blocked = await readAllBlocked(db, actorId)
  if (blocked.length === 0) return undefined
  const { playerId } = studentRelations
  const sight = { actorId }
  const hours = db
    .select({ id: contracts.id })
    .from(contracts)
    .where(and(sql`${contracts.userId} = ${playerId}`, sql`${contracts.remainingSessions} > 0`, contractsOf(db, sight)))
  const standing = db
    .select({ id: seats.invitationId })
    .from(seats)
    .innerJoin(invitations, eq(invitations.id, seats.invitationId))
    .where(
      and(
        sql`${seats.userId} = ${playerId}`,
        inArray(seats.invitationStatus, ['PENDING', 'CONFIRMED']),
        eq(seats.state, 'JOINED'),
        seenOf(db, seats, sight),
        hasStatus(['PENDING', 'CONFIRMED'], now),
      ),
    )
  return or(notInArray(playerId, blocked), exists(hours), exists(standing))
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

/** The condition that a seat or a last class is of a class that may be seen. */
function seenOf(db: Database, of: typeof seats | typeof lastClasses, sight: Sight): SQL | undefined {
  if ('companyId' in sight) return eq(of.companyId, sight.companyId)
  const { actorId } = sight
  return or(eq(of.coachId, actorId), inArray(of.companyId, companiesOfAdmin(db, actorId)))
}

function companiesOfAdmin(db: Database, adminId: string) {
  return db.select({ id: companies.id }).from(companies).where(eq(companies.adminId, adminId))
}

/** A student on the wire as coaches see them, with contracts, active ones first. `today` is yyyy-mm-dd. */
export function presentStudent(row: StudentRow, contracts: readonly StudentContractRow[], today: string): Student {
  const { id, nickname, avatar, lastDay, lastVenue } = row
  return {
    player: { id, nickname, avatar },
    lastFinishedCourse: lastDay === null || lastVenue === null ? null : { stadiumName: lastVenue, courseDate: lastDay },
    userCourseContracts: contracts
      .map((contract) => ({
        id: contract.id,
        courseDesign: { id: contract.courseId, courseName: contract.courseName },
        companyId: contract.companyId,
        totalSessions: contract.remainingSessions + contract.consumedSessions + contract.expiredSessions,
        remainingSessions: contract.remainingSessions,
        availableSessions: contract.remainingSessions - contract.heldSessions,
        expiredSessions: contract.expiredSessions,
        expiryDate: contract.expiryDate,
        lastHeldDay: contract.lastHeldDay,
        isRefunded: contract.refundedAt !== null,
        ...(contract.isCorrected && { isCorrected: true as const }),
        contractStatus: contractStatusOf(contract, today),
        revision: contract.revision,
      }))
      .sort((a, b) => a.contractStatus - b.contractStatus),
    theUserRelation: { id: row.relationId, coachId: row.coachId, createdAt: row.createdAt.toISOString() },
    pendingCount: row.pendingCount,
    isRunningOut: contracts.some((contract) => isRunningOut(contract, today)),
    isPhoneUnverified: row.phone !== null && !row.phoneVerified,
    isUnclaimed: row.unclaimed,
  }
}

/** The caller, and what they ask of a list of students. */
type Asking = { actorId: string; query: Input<typeof studentsOfCoach>['query']; now: Date }

/**
 * One page of the students of a group. `userName` is a part of a name or a whole phone number. `isRunningOut` leaves
 * only those with a contract about to run out.
 */
export async function listStudentsOf(
  db: Database,
  { circle, sight }: { circle: Circle; sight: Sight },
  { actorId, query, now }: Asking,
): Promise<Page<Student>> {
  const { userName = '', sort = 'nickname', sord = sort === 'nickname' ? 'asc' : 'desc' } = query
  const today = dayOf(now)
  const { rows, total } = await pageStudents(db, circle, {
    name: userName.trim(),
    sight,
    actorId,
    sort,
    sord,
    limit: query.rows,
    offset: offsetOf(query),
    now,
    ...(query.isRunningOut && { runningOutOn: today }),
  })
  const ids = rows.map(({ id }) => id)
  const contracts = await listContractsOfStudents(db, sight, ids)
  const ofStudent = (id: string) => contracts.filter(({ userId }) => userId === id)
  return { rows: rows.map((row) => presentStudent(row, ofStudent(row.id), today)), total }
}

/**
 * One page of a coach's own students, for the coach and the admin of the coach's company. The last class and the
 * contracts are those that the caller may see. These are the caller's own and those of companies that the caller
 * administers. Active contracts come first.
 *
 * @throws ApiError data_of_others
 * Source: specification §3 "Student", permission matrix
 */
export async function listStudents(
  db: Database,
  { coachId, ...asking }: Asking & { coachId: string },
): Promise<Page<Student>> {
  const { actorId } = asking
  const mayLook = coachId === actorId || (isId(coachId) && (await isAdminOfCoach(db, actorId, coachId)))
  if (!mayLook) throw new ApiError('data_of_others')
  return listStudentsOf(db, { circle: { coachId }, sight: { actorId } }, asking)
}

/** Counts the students in a coach's list, and those with a visible contract that is running out. */
export async function countStudents(
  db: Database,
  { coachId, now }: { coachId: string; now: Date },
): Promise<{ students: number; runningOut: number }> {
  const listed = await whichListed(db, { coachId }, { sight: { actorId: coachId }, actorId: coachId, now, name: '' })
  const isRunningOut = runsOut(db, { actorId: coachId }, dayOf(now))
  const { rows } = await db.execute<{ students: number; runningOut: number }>(sql`
    select count(*)::int as students, count(*) filter (where ${isRunningOut})::int as "runningOut"
    from ${studentRelations} where ${listed}`)
  const [row] = rows
  if (!row) throw new Error('an aggregate answers one row')
  return row
}
