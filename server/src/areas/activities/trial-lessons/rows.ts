import type * as api from '@paidang/api/areas/activities/trial-lessons'
import {
  type TrialState,
  trialHalfHours,
  trialStateAt,
  trialStepFault,
  trialWishStart,
  USED_TRIAL_STATES,
} from '@paidang/domain/areas/activities/trial-lessons/trial'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../../../db/database.ts'
import { literals } from '../../../db/literal.ts'
import { invitations } from '../../../tables/classes.ts'
import { coachLeaves } from '../../../tables/coach-leaves.ts'
import { companies } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { orders, refunds } from '../../../tables/payments.ts'
import { CLAIM_KIND, HOLDER_KIND, slotClaims } from '../../../tables/schedule.ts'
import { trialLessons } from '../../../tables/trial-lessons.ts'
import { coachVenues, courts, venues } from '../../../tables/venues.ts'
import { levelIsUnsaid } from '../../people/profile/levels.ts'
import { isByClosure } from '../../time/schedule/find-holder.ts'

export type TrialRow = typeof trialLessons.$inferSelect

/** Who reads trial lessons, and when. */
export type Viewer = { id: string; now: Date }

const coaches = alias(users, 'coaches')

const orderId = sql<string | null>`(select o.id::text from ${orders} o
  where o.kind = 'TRIAL' and o.object_id = ${trialLessons}.id)`
const isCorrected = sql<boolean>`exists (select 1 from ${refunds} f join ${orders} o on o.id = f.order_id
  where o.kind = 'TRIAL' and o.object_id = ${trialLessons}.id and f.target = 'CORRECTION')`
const invitationId = sql<string | null>`(select i.id::text from ${invitations} i where i.trial_id = ${trialLessons}.id)`
const venueNames = sql<Record<string, string>>`(select jsonb_object_agg(v.id::text, v.name) from ${venues} v
  where v.id = any(array(select (wish ->> 'stadiumId')::bigint from jsonb_array_elements(${trialLessons}.wishes) wish)))`

/** Trial lessons with their people, company, order and class. */
export function selectTrials(db: Database, wanted: SQL | undefined) {
  const { id, nickname, avatar, level, region } = users
  return db
    .select({
      trial: trialLessons,
      coach: { id: coaches.id, nickname: coaches.nickname, avatar: coaches.avatar },
      player: { id, nickname, avatar, level, levelIsUnsaid, region },
      company: { id: companies.id, name: companies.companyName, freeCancelHours: companies.freeCancelHours },
      orderId,
      isCorrected,
      invitationId,
      venueNames,
    })
    .from(trialLessons)
    .innerJoin(coaches, eq(coaches.id, trialLessons.coachId))
    .innerJoin(users, eq(users.id, trialLessons.playerId))
    .innerJoin(companies, eq(companies.id, trialLessons.companyId))
    .where(wanted)
    .$dynamic()
}

/** Whether the coach can still answer. */
export const isWaitingAt = (now: Date) =>
  sql`${trialLessons.state} = ${literals('PAID')} and ${trialLessons.expiresAt} > ${now}::timestamptz`

type Row = Awaited<ReturnType<typeof selectTrials>>[number]

export function presentTrial({ trial, venueNames, ...row }: Row, { id: viewerId, now }: Viewer): api.TrialLesson {
  const may = (step: 'ACCEPT' | 'WITHDRAW') => trialStepFault(step, trial, viewerId, now) === undefined
  const { id, courseId, courseName, priceFen, minutes, words, answer } = trial
  return {
    ...{ id, courseId, courseName, priceFen, minutes, words, answer },
    coach: row.coach,
    player: row.player,
    company: row.company,
    state: trialStateAt(trial, now),
    wishes: trial.wishes.map((wish) => ({ ...wish, stadiumName: venueNames[wish.stadiumId] ?? '' })),
    mayAnswer: may('ACCEPT'),
    mayWithdraw: may('WITHDRAW'),
    orderId: viewerId === trial.playerId ? row.orderId : null,
    ...(row.isCorrected && { isCorrected: true as const }),
    invitationId: row.invitationId,
    expiresAt: trial.expiresAt?.toISOString() ?? null,
    createTime: trial.createdAt.toISOString(),
  }
}

/** The trial lesson of a player and a company that is paid, used, or may still be; undefined without one. */
export async function findUsedTrial(
  db: Database,
  { playerId, companyId }: { playerId: string; companyId: string },
): Promise<TrialRow | undefined> {
  const isUsed = inArray(trialLessons.state, [...USED_TRIAL_STATES])
  const [row] = await db
    .select()
    .from(trialLessons)
    .where(and(eq(trialLessons.playerId, playerId), eq(trialLessons.companyId, companyId), isUsed))
  return row
}

/**
 * Whether a player has used up the trial lesson of a company. One that nobody has paid for stands in no way. The player's
 * are read once, for all companies of a list.
 */
export const isTrialUsed = (
  { playerId, companyId }: { playerId: string; companyId: SQL },
  now: Date,
) => sql`${companyId} = any(array(
  select used.company_id from ${trialLessons} used where used.player_id = ${playerId}
    and used.state in (${literals('PAID', 'CONFIRMED', 'CANCELLED_LATE')})
    and (used.state <> ${literals('PAID')} or used.expires_at > ${now}::timestamptz)))`

const STANDING: readonly TrialState[] = ['UNPAID', 'PAID', 'CONFIRMED']

/** What a coach's page says to its reader about a company's trial lesson. */
export async function readOwnTrial(
  db: Database,
  { coachId, companyId }: { coachId: string; companyId: string },
  { id: playerId, now }: Viewer,
) {
  const used = await findUsedTrial(db, { playerId, companyId })
  if (!used || trialStateAt(used, now) === 'EXPIRED') return { isUsed: false, own: null }
  const isOwn = used.coachId === coachId && STANDING.includes(used.state)
  const [row] = isOwn ? await selectTrials(db, eq(trialLessons.id, used.id)) : []
  // An order that nobody pays any more is none.
  const isOpen = used.state !== 'UNPAID'
  return { isUsed: isOpen, own: row ? presentTrial(row, { id: playerId, now }) : null }
}

type Asked = Pick<TrialRow, 'coachId' | 'playerId' | 'minutes' | 'wishes'>

/** The wished hours with the courts that are free then, and what stands against each. It is not read who is there. */
export async function listTrialChoices(
  db: Database,
  { coachId, playerId, minutes, wishes }: Asked,
  now: Date,
): Promise<api.TrialChoice[]> {
  const length = trialHalfHours(minutes)
  const choices: api.TrialChoice[] = []
  for (const wish of wishes) {
    const { date, beginTimeSlot, stadiumId } = wish
    const isTaken = (kinds: readonly number[], resource: SQL, how: SQL = sql`true`) => sql`exists (
      select 1 from ${slotClaims} k where k.kind in (${sql.join([...kinds], sql`, `)}) and k.resource_id = ${resource}
        and k.day = ${date}::date and k.half_hour >= ${beginTimeSlot} and k.half_hour < ${beginTimeSlot + length} and ${how})`
    const isLocked = sql`holder_kind = ${literals(HOLDER_KIND.VENUE_LOCK)}`
    const { rows } = await db.execute<{
      stadiumName: string
      isCoachTaken: boolean
      isPlayerTaken: boolean
      isClosed: boolean
      courts: api.TrialChoice['courts']
    }>(sql`
      select v.name as "stadiumName",
        ${isTaken([CLAIM_KIND.COACH], sql`${coachId}::bigint`)} as "isCoachTaken",
        ${isTaken([CLAIM_KIND.COACH, CLAIM_KIND.PLAYER], sql`${playerId}::bigint`)} as "isPlayerTaken",
        exists (select 1 from ${courts} c where c.venue_id = v.id and ${isTaken([CLAIM_KIND.COURT], sql`c.id`, isByClosure)})
          and not exists (select 1 from ${courts} c where c.venue_id = v.id
            and not ${isTaken([CLAIM_KIND.COURT], sql`c.id`, isLocked)}) as "isClosed",
        (select coalesce(jsonb_agg(jsonb_build_object('selectedCourt', c.court_index, 'name', c.name) order by c.court_index), '[]')
          from ${courts} c where c.venue_id = v.id and not ${isTaken([CLAIM_KIND.COURT], sql`c.id`)}
            and v.approve_status = 1 and v.first_start <= ${beginTimeSlot}
            and ${beginTimeSlot + length - 1} <= v.last_start) as courts
      from ${venues} v where v.id = ${stadiumId}`)
    const [found] = rows
    const free = found?.courts ?? []
    const obstacle =
      trialWishStart(wish) <= now
        ? 'PAST'
        : found?.isClosed
          ? 'CLOSED'
          : found?.isCoachTaken
            ? 'COACH'
            : found?.isPlayerTaken
              ? 'PERSON'
              : free.length === 0
                ? 'COURT'
                : null
    choices.push({ ...wish, stadiumName: found?.stadiumName ?? '', courts: free, obstacle })
  }
  return choices
}

/** Whether an hour is left that is to come, at an open venue of the coach and on none of their days of leave. */
export const hasHour = (
  { coachId, wishes, halfHours }: Record<'coachId' | 'wishes' | 'halfHours', SQL>,
  now: Date,
  condition: SQL = sql`true`,
) => {
  const end = sql`wish."beginTimeSlot" + ${halfHours}`
  return sql<boolean>`exists (
    select 1 from jsonb_to_recordset(${wishes}) wish ("date" date, "beginTimeSlot" int, "stadiumId" bigint)
      join ${coachVenues} x on x.venue_id = wish."stadiumId" and x.coach_id = ${coachId} and x.approve_status = 1
      join ${venues} v on v.id = x.venue_id and v.approve_status = 1
        and v.first_start <= wish."beginTimeSlot" and ${end} <= v.last_start + 1
    where (wish."date" + wish."beginTimeSlot" * interval '30 minutes') at time zone 'Asia/Shanghai' > ${now}::timestamptz
      and not exists (select 1 from ${coachLeaves} l where l.coach_id = ${coachId} and l.cause = 'AWAY'
        and l.ended_at is null and wish."date" between l.first_day and l.last_day)
      and ${condition})`
}
