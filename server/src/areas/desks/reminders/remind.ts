import { ACTIVE_BALL_STATUSES } from '@paidang/domain/areas/activities/balls/ball-status'
import { answerDueText } from '@paidang/domain/areas/activities/classes/answer-time'
import { isOffered, waitsForCoach } from '@paidang/domain/areas/activities/classes/invitation'
import {
  beginningsDue,
  isReminded,
  REMINDER_HOURS,
  type ReminderHours,
} from '@paidang/domain/areas/ground/messages/reminder'
import { dateAndWeekday, dayOf, halfHourOfInstant, instantOf } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { and, asc, eq, exists, gt, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../../../db/database.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { ballGames, ballParticipants } from '../../../tables/balls.ts'
import { invitations, isPastWaiting, seats } from '../../../tables/classes.ts'
import { users } from '../../../tables/identities.ts'
import { reminders } from '../../../tables/messages.ts'
import { courts, venues } from '../../../tables/venues.ts'
import { hasPayingContract } from '../../activities/classes/insert-booking.ts'
import { notify } from '../../ground/messages/notify.ts'
import type { Reminded } from '../../ground/messages/wechat-text.ts'

/** The instant at which a half-hour of a day in Shanghai begins. */
const beginOf = (day: SQL, slot: SQL) => sql`(${day} + ${slot} * interval '30 minutes') at time zone 'Asia/Shanghai'`

const CLASS_BEGIN = [sql`${invitations}.course_date`, sql`${invitations}.begin_time_slot`] as const
const BALL_BEGIN = [sql`${ballGames}.activity_date`, sql`${ballGames}.begin_time_slot`] as const

type At = { hours: ReminderHours; now: Date }

/**
 * Whether the begin is in the span of a reminder (after exclusive, upTo inclusive) and no reminder of it is recorded. All
 * participants are reminded at once, so one record is enough.
 */
function awaitsReminder(kind: Reminded['kind'], id: SQL, [day, slot]: readonly [SQL, SQL], { hours, now }: At): SQL {
  const { after, upTo } = beginningsDue(hours, now)
  return sql`
    (${day}, ${slot}) > (${dayOf(after)}::date, ${halfHourOfInstant(after)}::smallint)
    and (${day}, ${slot}) <= (${dayOf(upTo)}::date, ${halfHourOfInstant(upTo)}::smallint)
    and not exists (
      select 1 from ${reminders} r
      where r.object_kind = ${kind} and r.object_id = ${id} and r.hours_before = ${hours}
        and r.begins_at = ${beginOf(day, slot)})`
}

/** Whether a reminder is still due. The row is locked now, so its begin can no longer change. */
function isDue(beginsAt: Date, { hours, now }: At): boolean {
  const { after, upTo } = beginningsDue(hours, now)
  return after < beginsAt && beginsAt <= upTo
}

/**
 * Records that people are reminded of a begin.
 *
 * @returns the people without an earlier record
 */
async function insertReminders(
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

/** Divides receivers into those with a change to agree to and all others. */
function bySilence(
  players: readonly { userId: string; changedAt: Date | null }[],
  receiverIds: readonly string[],
): [asked: string[], others: string[]] {
  const silent = new Set(players.filter(({ changedAt }) => changedAt !== null).map(({ userId }) => userId))
  return [receiverIds.filter((id) => silent.has(id)), receiverIds.filter((id) => !silent.has(id))]
}

/** Requests, and classes of the past that wait for their players. Each has an index of its own. */
const isAnswerDue = (now: Date) => {
  const isNow = and(lte(invitations.remindAt, now), gt(invitations.expiresAt, now))
  return or(and(eq(invitations.invitationStatus, 'PENDING'), isNow), and(isPastWaiting, isNow))
}

/** The people who are asked to a class, or to agree to its change or to a class of the past, and have not answered. */
async function listUnanswered(tx: Database, invitationId: string, isPast: boolean): Promise<string[]> {
  const waits = isPast ? isNull(seats.attendance) : isNotNull(seats.changedAt)
  const isAsked = or(eq(seats.state, 'INVITED'), and(eq(seats.state, 'JOINED'), waits))
  const rows = await tx
    .select({ userId: seats.userId })
    .from(seats)
    .where(and(eq(seats.invitationId, invitationId), isAsked))
    .orderBy(asc(seats.userId))
  return rows.map(({ userId }) => userId)
}

async function remindOfAnswer(db: Database, id: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    // No row when the request was answered or has expired, or its people were reminded.
    const [row] = await tx
      .update(invitations)
      .set({ remindAt: null })
      .where(and(eq(invitations.id, id), isAnswerDue(now)))
      .returning()
    if (!row) return
    const { initiatorId, coachId, courseDate, beginTimeSlot, endTimeSlot, courseDesignName, expiresAt } = row
    const isPast = row.pastReason !== null
    const isUnpaid = row.needContract && waitsForCoach(row) && !(await hasPayingContract(tx, row))
    const how = isUnpaid ? '缔约并确认' : '答复'
    const task = isPast ? '核对，没有异议到时扣课时' : `${how}，超时自动取消`
    const lesson = `${dateAndWeekday(courseDate)} ${whenOf(beginTimeSlot, endTimeSlot)} ${courseDesignName}`
    const ofPlayers = isOffered(row) ? [initiatorId] : await listUnanswered(tx, id, isPast)
    await notify(tx, {
      receiverIds: waitsForCoach(row) ? [coachId] : ofPlayers,
      senderId: null,
      category: 'invitation',
      title: isPast ? '补录待核对' : '约课待答复',
      content: `${lesson}，请在 ${answerDueText(expiresAt)} 前${task}`,
      about: { kind: 'invitation', id },
    })
  })
}

/**
 * Locks a confirmed class until the end of the transaction, so that nobody cancels or moves it. Undefined for any other
 * class.
 */
async function lockClass(tx: Database, id: string) {
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

async function remindOfClass(db: Database, id: string, at: At): Promise<void> {
  await db.transaction(async (tx) => {
    const lesson = await lockClass(tx, id)
    if (!lesson) return
    const { coachId, courseDate, beginTimeSlot, endTimeSlot, courseDesignName, confirmedAt } = lesson.invitation
    const beginsAt = instantOf(courseDate, beginTimeSlot)
    if (!isDue(beginsAt, at)) return
    const { hours } = at
    // Since when they take part, and since when they have a change to agree to.
    const { userId, joinedAt, changedAt } = seats
    const players = await tx
      .select({ userId, nickname: users.nickname, joinedAt, changedAt })
      .from(seats)
      .innerJoin(users, eq(users.id, userId))
      .where(and(eq(seats.invitationId, id), eq(seats.state, 'JOINED')))
      .orderBy(asc(joinedAt), asc(userId))
    const isInTime = (since: Date) => isReminded({ beginsAt, since }, hours)
    const isConfirmedInTime = isInTime(confirmedAt ?? new Date(0))
    const coming = isConfirmedInTime ? players.filter((player) => isInTime(player.joinedAt)) : []
    const reminder = { objectKind: 'invitation', objectId: id, hoursBefore: hours, beginsAt } as const
    const coachIds = isConfirmedInTime && players.length > 0 ? [coachId] : []
    const people = [...coachIds, ...coming.map((player) => player.userId)]
    const receiverIds = await insertReminders(tx, reminder, people)

    const place = `${lesson.stadiumName} ${lesson.courtName}`
    const what = `${dateAndWeekday(courseDate)} ${whenOf(beginTimeSlot, endTimeSlot)} ${courseDesignName}，${place}`
    const students = players.map(({ nickname }) => nickname).join('、')
    const notice = {
      senderId: null,
      category: 'classNotice',
      title: '上课提醒',
      about: { kind: 'invitation', id },
      reminder: { kind: 'invitation', beginsAt, place },
    } as const
    const isCoach = (personId: string) => personId === coachId
    await notify(tx, { ...notice, receiverIds: receiverIds.filter(isCoach), content: `${what}，学员 ${students}` })
    const toPlayers = `${what}，教练 ${lesson.coachName}`
    const [asked, others] = bySilence(
      players,
      receiverIds.filter((personId) => !isCoach(personId)),
    )
    await notify(tx, { ...notice, receiverIds: others, content: toPlayers })
    await notify(tx, { ...notice, receiverIds: asked, content: `${toPlayers}；时间或内容有修改，请先同意` })
  })
}

/**
 * Locks an active game until the end of the transaction, so that nobody cancels or moves it. Undefined for any other
 * game.
 */
async function lockGame(tx: Database, id: string) {
  const [row] = await tx
    .select({ ball: ballGames, stadiumName: venues.name, courtName: courts.name })
    .from(ballGames)
    .leftJoin(venues, eq(venues.id, ballGames.stadiumId))
    .leftJoin(courts, eq(courts.id, ballGames.courtId))
    .where(and(eq(ballGames.id, id), inArray(ballGames.status, ACTIVE_BALL_STATUSES)))
    .for('no key update', { of: ballGames })
  return row
}

async function remindOfBall(db: Database, id: string, at: At): Promise<void> {
  await db.transaction(async (tx) => {
    const game = await lockGame(tx, id)
    if (!game) return
    const { title, activityDate, beginTimeSlot, endTimeSlot, maxPlayers } = game.ball
    const beginsAt = instantOf(activityDate, beginTimeSlot)
    if (!isDue(beginsAt, at)) return
    const { hours } = at
    // `changedAt` says since when they have a change to agree to.
    const { userId, confirmedAt, changedAt } = ballParticipants
    const players = await tx
      .select({ userId, confirmedAt, changedAt })
      .from(ballParticipants)
      .where(and(eq(ballParticipants.ballId, id), eq(ballParticipants.state, 'CONFIRMED')))
      .orderBy(asc(ballParticipants.id))
    const coming = players.filter(({ confirmedAt: since }) => since !== null && isReminded({ beginsAt, since }, hours))
    const reminder = { objectKind: 'ball', objectId: id, hoursBefore: hours, beginsAt } as const
    const people = coming.map((player) => player.userId)
    const receiverIds = await insertReminders(tx, reminder, people)
    const place = [game.stadiumName ?? game.ball.place, game.courtName].filter(Boolean).join(' ')
    const notice = {
      senderId: null,
      category: 'invitation',
      title: '球局提醒',
      about: { kind: 'ball', id },
      reminder: { kind: 'ball', beginsAt, place },
    } as const
    const content = `${dateAndWeekday(activityDate)} ${whenOf(beginTimeSlot, endTimeSlot)} ${title}，${place}，已有 ${players.length}/${maxPlayers} 人`
    const [asked, others] = bySilence(players, receiverIds)
    await notify(tx, { ...notice, receiverIds: others, content })
    await notify(tx, { ...notice, receiverIds: asked, content: `${content}；球局有修改，请先同意，否则开始时自动退出` })
  })
}

/**
 * Reminds everybody who comes to a class or a game a day and two hours before. Each reminder is sent once. People who
 * joined after its moment do not get it. A class or game that moves to another time has new reminders.
 *
 * Whoever must answer a request for a class is reminded once before the answer is due.
 *
 * Source: decision "Messages"
 */
export async function remind({ db, now, signal, onFault }: JobContext): Promise<void> {
  const listClasses = (condition: SQL | undefined) => (page: { afterId: string; limit: number }) =>
    db
      .select({ id: invitations.id })
      .from(invitations)
      .where(and(condition, gt(invitations.id, page.afterId)))
      .orderBy(asc(invitations.id))
      .limit(page.limit)
  const work = { signal, onFault }
  await processEach({
    ...work,
    what: 'remind of the answer to class',
    list: listClasses(isAnswerDue(now)),
    each: ({ id }) => remindOfAnswer(db, id, now),
  })
  for (const hours of REMINDER_HOURS) {
    const at = { hours, now }
    const isConfirmed = eq(invitations.invitationStatus, 'CONFIRMED')
    await processEach({
      ...work,
      what: `remind of class, ${hours} hours before,`,
      list: listClasses(and(isConfirmed, awaitsReminder('invitation', sql`${invitations}.id`, CLASS_BEGIN, at))),
      each: ({ id }) => remindOfClass(db, id, at),
    })
    const { id: ballId, status } = ballGames
    const isActive = and(
      inArray(status, ACTIVE_BALL_STATUSES),
      awaitsReminder('ball', sql`${ballGames}.id`, BALL_BEGIN, at),
    )
    await processEach({
      ...work,
      what: `remind of ball game, ${hours} hours before,`,
      list: ({ afterId, limit }) =>
        db
          .select({ id: ballId })
          .from(ballGames)
          .where(and(isActive, gt(ballId, afterId)))
          .orderBy(asc(ballId))
          .limit(limit),
      each: ({ id }) => remindOfBall(db, id, at),
    })
  }
}

/** Whether a person still takes part in a class or game, and its begin has not changed. */
export async function isStillDue(db: Database, { kind, id, beginsAt }: Reminded, userId: string): Promise<boolean> {
  const beginsThen = ([day, slot]: readonly [SQL, SQL]) => sql`${beginOf(day, slot)} = ${beginsAt}::timestamptz`
  if (kind === 'invitation') {
    const joined = and(eq(seats.invitationId, id), eq(seats.userId, userId), eq(seats.state, 'JOINED'))
    const comes = or(eq(invitations.coachId, userId), exists(db.select().from(seats).where(joined)))
    const isConfirmed = and(eq(invitations.id, id), eq(invitations.invitationStatus, 'CONFIRMED'))
    return (await db.$count(invitations, and(isConfirmed, beginsThen(CLASS_BEGIN), comes))) > 0
  }
  const { ballId, userId: participantId, state } = ballParticipants
  const confirmed = and(eq(ballId, id), eq(participantId, userId), eq(state, 'CONFIRMED'))
  const comes = exists(db.select().from(ballParticipants).where(confirmed))
  const isActive = and(eq(ballGames.id, id), inArray(ballGames.status, ACTIVE_BALL_STATUSES))
  return (await db.$count(ballGames, and(isActive, beginsThen(BALL_BEGIN), comes))) > 0
}
