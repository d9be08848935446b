import type { ChargedKind, Policy } from '@paidang/domain/areas/activities/classes/policy'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { param, statement } from '../../../db/statement.ts'
import { isSuspended } from '../../../tables/auth.ts'
import { classObjections, invitationEvents, invitations, seats } from '../../../tables/classes.ts'
import { coachLeaveCases, coachLeaves } from '../../../tables/coach-leaves.ts'
import { courses, policyVersions } from '../../../tables/companies.ts'
import { venues } from '../../../tables/venues.ts'

const DAY_MS = 86_400_000
const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)

const lockAll = statement<{ keys: readonly string[] }>(
  () => sql`select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${param('keys')}::text[]) key`,
  { isSentWithNext: true },
)

/**
 * Lets what companies forgive these players be counted by one transaction after the other, so that two at once are not
 * both forgiven. It comes after the row of the class, and before contracts.
 */
export async function lockForgiveness(tx: Database, companyId: string, userIds: readonly string[]): Promise<void> {
  const keys = userIds.map((userId) => `forgiven|${companyId}|${userId}`).sort()
  await tx.execute(lockAll({ keys }))
}

/** The facts by which a player's late cancellation is judged. */
export type LateContext = {
  /** How many late cancellations count against the player with the company, without this class and undone ones. */
  cancelsBefore: number
  /** When the last of these was. */
  lastAt: Date | null
  /**
   * Whether others changed the coach since the player joined, the coach is suspended, away that day or has left, the
   * venue closed, or the course ended.
   */
  hasOfferChanged: boolean
}

/** Reads the facts by which leaving a seat late is judged at `now`. */
export async function readLateContext(
  db: Database,
  {
    userId,
    companyId,
    policy,
    invitationId,
    now,
  }: { userId: string; companyId: string; policy: Policy; invitationId: string; now: Date },
): Promise<LateContext> {
  const since = daysBefore(now, policy.forgiven.cancel.days)
  const { rows } = await db.execute<Omit<LateContext, 'lastAt'> & { lastAt: string | null }>(sql`
    select late.count as "cancelsBefore", late.last as "lastAt",
      (v.approve_status <> ${APPROVAL.APPROVED} or c.del_flag or ${isSuspended(sql`i.coach_id`, now)} or exists (
        select 1 from ${coachLeaves} l where l.coach_id = i.coach_id and l.cause = 'AWAY' and l.ended_at is null
          and i.course_date between l.first_day and l.last_day
      ) or exists (
        select 1 from ${coachLeaveCases} k join ${coachLeaves} l on l.id = k.leave_id
        where k.player_id = ${userId} and k.coach_id = i.coach_id and k.company_id = i.company_id
          and k.state in ('OPEN', 'WAITING') and l.cause <> 'AWAY'
      ) or exists (
        select 1 from ${invitationEvents} e
        where e.invitation_id = i.id and e.action = 'change-coach' and e.actor_id <> ${userId}
          and e.created_at > (select own.created_at from ${seats} own where own.invitation_id = i.id and own.user_id = ${userId})
      )) as "hasOfferChanged"
    from ${invitations} i join ${venues} v on v.id = i.stadium_id join ${courses} c on c.id = i.course_design_id
      cross join lateral (
        select count(*)::int as count, max(s.late_cancelled_at) as last
        from ${seats} s join ${invitations} other on other.id = s.invitation_id
        where s.user_id = ${userId} and other.company_id = ${companyId} and s.late_cancelled_at > ${since}
          and s.late_returned_at is null and other.id <> ${invitationId}) late
    where i.id = ${invitationId}`)
  const [facts] = rows
  if (!facts) throw new Error(`class ${invitationId} is gone`)
  return { ...facts, lastAt: facts.lastAt === null ? null : new Date(facts.lastAt) }
}

/** What has counted against players of a class by attendance. */
export type Missed = (userId: string, kind: Exclude<ChargedKind, 'cancel'>) => number

const NOTHING_MISSED: Missed = () => 0

/**
 * Counts how often these players were late, absent or on leave in completed classes of a company that charged for it,
 * within the days of the policy. A cost that was refunded does not count. A policy that forgives nothing counts nothing.
 */
export async function readMissed(
  db: Database,
  {
    userIds,
    companyId,
    policy: { forgiven },
    now,
  }: { userIds: readonly string[]; companyId: string; policy: Policy; now: Date },
): Promise<Missed> {
  const counted = (['late', 'absent', 'leave'] as const).filter((kind) => forgiven[kind].times > 0)
  if (counted.length === 0 || userIds.length === 0) return NOTHING_MISSED
  const since = counted.map((kind) => daysBefore(now, forgiven[kind].days).toISOString())
  const { rows } = await db.execute<{ userId: string; kind: string; count: number }>(sql`
    select s.user_id::text as "userId", s.attendance as kind, count(*)::int as count
    from unnest(${sql.param(counted)}::text[], ${sql.param(since)}::timestamptz[]) as k (kind, since)
      join ${seats} s on s.attendance = k.kind and s.attendance in ('late', 'absent', 'leave')
        and s.user_id = any(${sql.param(userIds)}::bigint[])
      join ${invitations} i on i.id = s.invitation_id and i.company_id = ${companyId}
        and i.invitation_status = 'COMPLETED' and i.completed_at > k.since
      join ${policyVersions} p on p.id = i.policy_id
    where s.state = 'JOINED' and s.contract_id is not null
      and floor(i.consumed_sessions * 2 * (p.terms #>> array['percents', k.kind])::int / 100) > 0
      and not exists (
        select 1 from ${classObjections} o
        where o.invitation_id = s.invitation_id and o.user_id = s.user_id and o.state = 'REFUNDED')
    group by 1, 2`)
  return (userId, kind) => rows.find((row) => row.userId === userId && row.kind === kind)?.count ?? 0
}
