import { ACTIVE_BALL_STATUSES } from '@paidang/domain/areas/balls/ball-status'
import type { ReminderHours } from '@paidang/domain/areas/messages/reminder'
import { dayOf, halfHourOfInstant } from '@paidang/domain/kernel/day'
import { and, asc, eq, exists, gt, inArray, isNotNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../../../db/database.ts'
import { ballGames, ballParticipants } from '../../../tables/balls.ts'
import { invitations, seats } from '../../../tables/classes.ts'
import { users } from '../../../tables/identities.ts'
import { reminders } from '../../../tables/messages.ts'
import { courts, venues } from '../../../tables/venues.ts'
import type { Reminded } from '../../ground/messages/wechat-text.ts'

/**
 * The reminder's hours, the span of begins (after exclusive, upTo inclusive), and the id after which the page starts.
 */
export type Due = { hours: ReminderHours; after: Date; upTo: Date; afterId: string; limit: number }

/** The instant at which a half-hour of a day in Shanghai begins. */
const instantOf = (day: SQL, slot: SQL) => sql`(${day} + ${slot} * interval '30 minutes') at time zone 'Asia/Shanghai'`

/**
 * Whether the begin is in the span and no reminder of it is recorded. All participants are reminded at once, so one
 * record is enough.
 */
const isDue = (kind: Reminded['kind'], id: SQL, [day, slot]: [SQL, SQL], { hours, after, upTo }: Due) => sql`
  (${day}, ${slot}) > (${dayOf(after)}::date, ${halfHourOfInstant(after)}::smallint)
  and (${day}, ${slot}) <= (${dayOf(upTo)}::date, ${halfHourOfInstant(upTo)}::smallint)
  and not exists (
    select 1 from ${reminders} r
    where r.object_kind = ${kind} and r.object_id = ${id} and r.hours_before = ${hours}
      and r.begins_at = ${instantOf(day, slot)})`

/** Confirmed classes without a reminder that begin in the span, ordered by id. */
export async function listClassesDue(db: Database, due: Due): Promise<{ id: string }[]> {
  const { id, invitationStatus } = invitations
  const begin: [SQL, SQL] = [sql`${invitations}.course_date`, sql`${invitations}.begin_time_slot`]
  const isQuery = isDue('invitation', sql`${invitations}.id`, begin, due)
  return db
    .select({ id })
    .from(invitations)
    .where(and(eq(invitationStatus, 'CONFIRMED'), isQuery, gt(id, due.afterId)))
    .orderBy(asc(id))
    .limit(due.limit)
}

/** Active games without a reminder that begin in the span, ordered by id. */
export async function listBallsDue(db: Database, due: Due): Promise<{ id: string }[]> {
  const { id, status } = ballGames
  const begin: [SQL, SQL] = [sql`${ballGames}.activity_date`, sql`${ballGames}.begin_time_slot`]
  const isQuery = isDue('ball', sql`${ballGames}.id`, begin, due)
  return db
    .select({ id })
    .from(ballGames)
    .where(and(inArray(status, ACTIVE_BALL_STATUSES), isQuery, gt(id, due.afterId)))
    .orderBy(asc(id))
    .limit(due.limit)
}

/**
 * Locks a confirmed class until the end of the transaction, so that nobody cancels or moves it. Undefined for any other
 * class.
 */
export async function lockClass(tx: Database, id: string) {
  const coach = alias(users, 'coach')
  const [row] = await tx
    .select({
      invitation: invitations,
      coachName: coach.nickname,
      stadiumName: venues.name,
      courtName: courts.name,
    })
    .from(invitations)
    .innerJoin(coach, eq(coach.id, invitations.coachId))
    .innerJoin(venues, eq(venues.id, invitations.stadiumId))
    .innerJoin(courts, eq(courts.id, invitations.courtId))
    .where(and(eq(invitations.id, id), eq(invitations.invitationStatus, 'CONFIRMED')))
    .for('no key update', { of: invitations })
  return row
}

/** Requests that nobody has answered, whose people are to be reminded now, ordered by id. */
export async function listAnswersDue(
  db: Database,
  { now, afterId, limit }: { now: Date; afterId: string; limit: number },
): Promise<{ id: string }[]> {
  return db
    .select({ id: invitations.id })
    .from(invitations)
    .where(and(isAnswerDue(now), gt(invitations.id, afterId)))
    .orderBy(asc(invitations.id))
    .limit(limit)
}

/** Records that the people of a request are reminded. Undefined when it was answered, has expired or they were. */
export async function markReminded(tx: Database, id: string, now: Date) {
  const [row] = await tx
    .update(invitations)
    .set({ remindAt: null })
    .where(and(eq(invitations.id, id), isAnswerDue(now)))
    .returning()
  return row
}

const isAnswerDue = (now: Date) =>
  and(eq(invitations.invitationStatus, 'PENDING'), lte(invitations.remindAt, now), gt(invitations.expiresAt, now))

/** The people who are asked to a class, or to agree to its change, and have not answered. */
export async function listUnanswered(tx: Database, invitationId: string): Promise<string[]> {
  const isAsked = or(eq(seats.state, 'INVITED'), and(eq(seats.state, 'JOINED'), isNotNull(seats.changedAt)))
  const rows = await tx
    .select({ userId: seats.userId })
    .from(seats)
    .where(and(eq(seats.invitationId, invitationId), isAsked))
    .orderBy(asc(seats.userId))
  return rows.map(({ userId }) => userId)
}

/** The players of a class, since when they take part, and since when they have a change to agree to. */
export async function listPlayersOfClass(
  tx: Database,
  invitationId: string,
): Promise<{ userId: string; nickname: string; joinedAt: Date; changedAt: Date | null }[]> {
  return tx
    .select({ userId: seats.userId, nickname: users.nickname, joinedAt: seats.joinedAt, changedAt: seats.changedAt })
    .from(seats)
    .innerJoin(users, eq(users.id, seats.userId))
    .where(and(eq(seats.invitationId, invitationId), eq(seats.state, 'JOINED')))
    .orderBy(asc(seats.joinedAt), asc(seats.userId))
}

/**
 * Locks an active game until the end of the transaction, so that nobody cancels or moves it. Undefined for any other
 * game.
 */
export async function lockGame(tx: Database, id: string) {
  const [row] = await tx
    .select({ ball: ballGames, stadiumName: venues.name, courtName: courts.name })
    .from(ballGames)
    .leftJoin(venues, eq(venues.id, ballGames.stadiumId))
    .leftJoin(courts, eq(courts.id, ballGames.courtId))
    .where(and(eq(ballGames.id, id), inArray(ballGames.status, ACTIVE_BALL_STATUSES)))
    .for('no key update', { of: ballGames })
  return row
}

/**
 * The players of a game with the time of their confirmation. `changedAt` says since when they have a change to agree
 * to.
 */
export async function listPlayersOfGame(
  tx: Database,
  ballId: string,
): Promise<{ userId: string; confirmedAt: Date | null; changedAt: Date | null }[]> {
  return tx
    .select({
      userId: ballParticipants.userId,
      confirmedAt: ballParticipants.confirmedAt,
      changedAt: ballParticipants.changedAt,
    })
    .from(ballParticipants)
    .where(and(eq(ballParticipants.ballId, ballId), eq(ballParticipants.state, 'CONFIRMED')))
    .orderBy(asc(ballParticipants.id))
}

/**
 * Records that people are reminded of a begin.
 *
 * @returns the people without an earlier record
 */
export async function insertReminders(
  tx: Database,
  reminder: { objectKind: Reminded['kind']; objectId: string; hoursBefore: ReminderHours; beginsAt: Date },
  userIds: readonly string[],
): Promise<string[]> {
  if (userIds.length === 0) return []
  const rows = await tx
    .insert(reminders)
    .values(userIds.map((userId) => ({ ...reminder, userId })))
    .onConflictDoNothing()
    .returning({ userId: reminders.userId })
  return rows.map(({ userId }) => userId)
}

/** Whether a person still takes part in a class or game, and its begin has not changed. */
export async function isStillDue(db: Database, { kind, id, beginsAt }: Reminded, userId: string): Promise<boolean> {
  if (kind === 'invitation') {
    const { courseDate, beginTimeSlot, coachId, invitationStatus } = invitations
    const joined = and(eq(seats.invitationId, id), eq(seats.userId, userId), eq(seats.state, 'JOINED'))
    const comes = or(eq(coachId, userId), exists(db.select().from(seats).where(joined)))
    const begins = sql`${instantOf(sql`${courseDate}`, sql`${beginTimeSlot}`)} = ${beginsAt}::timestamptz`
    return (
      (await db.$count(invitations, and(eq(invitations.id, id), eq(invitationStatus, 'CONFIRMED'), begins, comes))) > 0
    )
  }
  const { activityDate, beginTimeSlot, status } = ballGames
  const confirmed = and(
    eq(ballParticipants.ballId, id),
    eq(ballParticipants.userId, userId),
    eq(ballParticipants.state, 'CONFIRMED'),
  )
  const begins = sql`${instantOf(sql`${activityDate}`, sql`${beginTimeSlot}`)} = ${beginsAt}::timestamptz`
  const comes = exists(db.select().from(ballParticipants).where(confirmed))
  return (
    (await db.$count(ballGames, and(eq(ballGames.id, id), inArray(status, ACTIVE_BALL_STATUSES), begins, comes))) > 0
  )
}
