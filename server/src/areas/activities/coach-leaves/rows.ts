import type * as api from '@paidang/api/areas/activities/coach-leaves'
import { ApiError } from '@paidang/api/catalogue/errors'
import {
  awayDaysOf,
  callOffAt,
  caseEndsAt,
  EXTENDED_CASE_STATES,
  leaveStepFault,
} from '@paidang/domain/areas/activities/coach-leaves/leave'
import { addDays, type Day, dayOf, halfHourOfInstant, instantOf } from '@paidang/domain/kernel/day'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../../../db/database.ts'
import { isSuspended } from '../../../tables/auth.ts'
import { invitations, seats } from '../../../tables/classes.ts'
import { coachLeaveCases, coachLeaves, contractExtensions } from '../../../tables/coach-leaves.ts'
import { coachCourses, companies, courses } from '../../../tables/companies.ts'
import { contracts } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { questions } from '../../../tables/questions.ts'
import { rosterStudents } from '../../../tables/roster.ts'
import { venues } from '../../../tables/venues.ts'

export type CaseRow = typeof coachLeaveCases.$inferSelect
export type LeaveRow = typeof coachLeaves.$inferSelect

/**
 * The condition that hours of a contract `c` are held with a coach: the coach signed it, or nobody did and they are
 * coach and student.
 */
export const isHeldWith = (coachId: SQL) => sql`(c.coach_id = ${coachId} or c.coach_id is null and exists (
  select 1 from student_relations r where r.coach_id = ${coachId} and r.player_id = c.user_id))`

/** The condition that a class `i` has not begun at `now`, and waits for an answer or stands. */
export const isComing = (now: Date) => sql`(i.invitation_status in ('PENDING', 'CONFIRMED')
  and (i.invitation_status = 'CONFIRMED' or i.expires_at > ${now}::timestamptz)
  and i.course_date >= ${dayOf(now)}::date
  and (i.course_date, i.begin_time_slot) > (${dayOf(now)}::date, ${halfHourOfInstant(now)}::smallint))`

/**
 * The condition that nobody decided about a class `i` of a case `k`, which was coming when the case opened. Who signed it
 * gives it all the same, and a coach whose suspension `l` is over teaches again.
 */
export const isUndecided = (now: Date) => sql`(i.signed_at is null and i.past_reason is null
  and (i.invitation_status = 'CONFIRMED' or i.invitation_status = 'PENDING' and i.expires_at > ${now}::timestamptz)
  and (i.course_date + i.begin_time_slot * interval '30 min') at time zone interval '8 hours' > k.created_at
  and (l.cause <> 'STOPPED' or ${isSuspended(sql`k.coach_id`, now)}))`

const coaches = alias(users, 'coaches')
const players = alias(users, 'players')
const proposals = alias(users, 'proposals')
const successors = alias(users, 'successors')

/** The case about the hours that the new coach does not teach. */
const restId = sql<string | null>`(select min(rest.id)::text from ${coachLeaveCases} rest
  where ${coachLeaveCases.newCoachId} is not null and rest.leave_id = ${coachLeaveCases.leaveId}
    and rest.player_id = ${coachLeaveCases.playerId} and rest.company_id = ${coachLeaveCases.companyId}
    and rest.id > ${coachLeaveCases.id})`

export function selectCases(db: Database) {
  return db
    .select({
      row: coachLeaveCases,
      leave: coachLeaves,
      coach: { id: coaches.id, nickname: coaches.nickname, avatar: coaches.avatar },
      player: { id: players.id, nickname: players.nickname, avatar: players.avatar },
      company: { id: companies.id, name: companies.companyName, isPerson: companies.isPerson },
      extends: { isOn: companies.awayExtends, capDays: companies.awayExtendDays },
      proposed: { id: proposals.id, nickname: proposals.nickname, avatar: proposals.avatar },
      newCoach: { id: successors.id, nickname: successors.nickname, avatar: successors.avatar },
      restId,
    })
    .from(coachLeaveCases)
    .innerJoin(coachLeaves, eq(coachLeaves.id, coachLeaveCases.leaveId))
    .innerJoin(coaches, eq(coaches.id, coachLeaveCases.coachId))
    .innerJoin(players, eq(players.id, coachLeaveCases.playerId))
    .innerJoin(companies, eq(companies.id, coachLeaveCases.companyId))
    .leftJoin(proposals, eq(proposals.id, coachLeaveCases.proposedId))
    .leftJoin(successors, eq(successors.id, coachLeaveCases.newCoachId))
    .$dynamic()
}

export type ReadCase = Awaited<ReturnType<typeof selectCases>>[number]

export type CaseClass = {
  caseId: string
  id: string
  courseId: string
  venueId: string
  courseDesignName: string
  courseDate: string
  beginTimeSlot: number
  endTimeSlot: number
  stadiumName: string
  /** The price of a trial lesson, which goes back with it. */
  trialFen: number | null
  /** The student decides for the whole class: they made it, or nobody else has a seat. A trial lesson is not handed over. */
  isOwn: boolean
  mayHandOver: boolean
  /** The student made it, and so may move it. */
  mayMove: boolean
}

const idsOf = (ids: readonly string[]) => sql`${`{${ids.join(',')}}`}::bigint[]`

/** The classes of cases with their coach, the next first; by default those to come. Of an absence those on its days. */
export async function listClasses(
  db: Database,
  caseIds: readonly string[],
  now: Date,
  which = isComing(now),
): Promise<CaseClass[]> {
  if (caseIds.length === 0) return []
  const { rows } = await db.execute<CaseClass>(sql`
    select k.id as "caseId", i.id, i.course_design_id as "courseId", i.stadium_id as "venueId",
      i.course_design_name as "courseDesignName", i.course_date as "courseDate", i.begin_time_slot as "beginTimeSlot",
      i.end_time_slot as "endTimeSlot", v.name as "stadiumName", own.is_own as "isOwn",
      own.is_own and i.trial_id is null as "mayHandOver",
      i.initiator_id = k.player_id and i.trial_id is null as "mayMove",
      case when i.trial_id is not null then i.course_design_price::float end as "trialFen"
    from ${coachLeaveCases} k join ${coachLeaves} l on l.id = k.leave_id
      join ${invitations} i on i.coach_id = k.coach_id and i.company_id = k.company_id
      join ${seats} s on s.invitation_id = i.id and s.user_id = k.player_id and s.state = 'JOINED'
      join ${venues} v on v.id = i.stadium_id
      cross join lateral (select i.initiator_id = k.player_id or i.initiator_role = 'coach' and not exists (
        select 1 from ${seats} o where o.invitation_id = i.id and o.user_id <> k.player_id and o.state = 'JOINED') as is_own) own
    where k.id = any(${idsOf(caseIds)}) and ${which}
      and (l.cause <> 'AWAY' or i.course_date between l.first_day and l.last_day)
    order by i.course_date, i.begin_time_slot, i.id`)
  return rows
}

/** The condition that a coach teaches the course of a contract `c`. */
const isTaught = (coachId: SQL) =>
  sql`exists (select 1 from ${coachCourses} t where t.coach_id = ${coachId} and t.course_id = c.course_id)`

/** The condition that at this leave the student of a contract `c` took a coach who teaches its course. */
export const isTakenOver = (leaveId: SQL) => sql`exists (select 1 from ${coachLeaveCases} taken
  where taken.leave_id = ${leaveId} and taken.player_id = c.user_id and taken.company_id = c.company_id
    and ${isTaught(sql`taken.new_coach_id`)})`

export type CaseContract = {
  caseId: string
  id: string
  courseId: string
  courseName: string
  remainingSessions: number
  expiryDate: string
  signedOn: string
  /** Whether this absence has extended it. */
  isExtended: boolean
}

/**
 * The contracts of cases with hours left, those that end first in front: of a change those that the new coach took over,
 * of any other case those that nobody did.
 */
export async function listContracts(db: Database, caseIds: readonly string[], now: Date): Promise<CaseContract[]> {
  const { rows } = await db.execute<CaseContract>(sql`
    select k.id as "caseId", c.id, x.id::text as "courseId", x.course_name as "courseName",
      c.remaining_sessions::float as "remainingSessions",
      c.expiry_date as "expiryDate", (c.created_at at time zone interval '8 hours')::date as "signedOn",
      exists (select 1 from ${contractExtensions} e where e.leave_id = k.leave_id and e.contract_id = c.id) as "isExtended"
    from ${coachLeaveCases} k join ${contracts} c on c.user_id = k.player_id and c.company_id = k.company_id
      join ${courses} x on x.id = c.course_id
    where k.id = any(${idsOf(caseIds)}) and c.remaining_sessions > 0 and c.expiry_date >= ${dayOf(now)}::date
      and case when k.new_coach_id is null then ${isHeldWith(sql`k.coach_id`)} and not ${isTakenOver(sql`k.leave_id`)}
        else ${isTaught(sql`k.new_coach_id`)} and (${isHeldWith(sql`k.coach_id`)} or ${isHeldWith(sql`k.new_coach_id`)}) end
    order by c.expiry_date, c.id`)
  return rows
}

/** To which day waiting extends a contract, if the coach is away as planned. Source: decision record 066 */
function extendedTo({ row, leave, extends: rule }: ReadCase, { isExtended, ...contract }: CaseContract): Day | null {
  const { firstDay, lastDay } = leave
  if (firstDay === null || lastDay === null || isExtended || !rule.isOn) return null
  if (!EXTENDED_CASE_STATES.some((state) => state === row.state)) return null
  const days = awayDaysOf({ firstDay, lastDay }, { ...contract, capDays: rule.capDays })
  return days === 0 ? null : addDays(contract.expiryDate, days)
}

/** Cases as answers show them, in the order given. */
export async function presentCases(db: Database, cases: readonly ReadCase[], now: Date): Promise<api.LeaveCase[]> {
  if (cases.length === 0) return []
  const ids = cases.map(({ row }) => row.id)
  // One after the other: a transaction has one connection.
  const classes = await listClasses(db, ids, now)
  const held = await listContracts(db, ids, now)
  const refunds = await db
    .select({
      caseId: questions.objectId,
      id: questions.id,
      state: questions.state,
      text: questions.text,
      answer: questions.answer,
    })
    .from(questions)
    .where(and(eq(questions.kind, 'leave'), sql`${questions.objectId} = any(${idsOf(ids)})`))
    .orderBy(questions.id)
  return cases.map((read) => {
    const { row, leave, coach, player, company, proposed, newCoach, restId } = read
    const of = <Row extends { caseId: string }>(rows: readonly Row[]) => rows.filter(({ caseId }) => caseId === row.id)
    const contractsOfCase = of(held).map((contract) => {
      const { id, courseId, courseName, remainingSessions, expiryDate } = contract
      return { id, courseId, courseName, remainingSessions, expiryDate, extendedTo: extendedTo(read, contract) }
    })
    const { id, state, createdAt } = row
    const { cause, reason, firstDay, lastDay } = leave
    const isBack = leave.endedAt !== null
    const may = (step: 'CHANGE' | 'WAIT' | 'REFUND') => leaveStepFault(step, { state, cause, isBack }) === undefined
    const [refund = null] = of(refunds)
      .reverse()
      .map(({ caseId: _, ...asked }) => asked)
    return {
      ...{ id, leaveId: leave.id, state, cause, reason, firstDay, lastDay, coach, player },
      company: { id: company.id, name: company.name },
      remainingSessions: contractsOfCase.reduce((sum, { remainingSessions }) => sum + remainingSessions, 0),
      contracts: contractsOfCase,
      classes: of(classes).map(({ caseId: _, venueId: __, isOwn: ___, ...lesson }) => ({
        ...lesson,
        callOffAt: callOffAt(instantOf(lesson.courseDate, lesson.beginTimeSlot), createdAt).toISOString(),
      })),
      proposed,
      newCoach,
      restId,
      mayChange: may('CHANGE'),
      mayWait: may('WAIT'),
      // Who teaches alone would be asked by themselves, and cannot answer.
      mayAskRefund: may('REFUND') && !(company.isPerson && cause !== 'AWAY'),
      refund,
      endsAt: caseEndsAt(createdAt).toISOString(),
      createTime: createdAt.toISOString(),
    }
  })
}

/** Who decides about a case, and when. */
export type Viewer = { id: string; now: Date }

/** The case of a student, or of one without an account for their guardian. @throws ApiError leave_case_not_found */
export async function findCase(db: Database, id: string, viewer: Viewer): Promise<ReadCase> {
  const isGuardian = sql`exists (select 1 from ${rosterStudents} g where g.user_id = ${coachLeaveCases.playerId}
    and g.account_id = ${viewer.id} and g.state = 'GUARDED')`
  const [found] = await selectCases(db).where(
    and(eq(coachLeaveCases.id, id), sql`(${coachLeaveCases.playerId} = ${viewer.id} or ${isGuardian})`),
  )
  if (!found) throw new ApiError('leave_case_not_found')
  return found
}

/** @throws ApiError leave_case_not_found */
export async function readCase(db: Database, id: string, viewer: Viewer): Promise<api.LeaveCase> {
  const [shown] = await presentCases(db, [await findCase(db, id, viewer)], viewer.now)
  if (!shown) throw new Error('a case that was found is shown')
  return shown
}
