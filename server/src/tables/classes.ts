import { ATTENDANCES, FOCUSES } from '@paidang/domain/areas/activities/classes/invitation'
import { INVITATION_STATUSES, type InvitationStatus } from '@paidang/domain/areas/activities/classes/invitation-status'
import { ANSWERED_BY_CLUB_WITHIN_MS, OBJECTION_STATES } from '@paidang/domain/areas/activities/classes/objection'
import { SEAT_STATES } from '@paidang/domain/areas/activities/classes/seat'
import { dayOf, halfHourOfInstant } from '@paidang/domain/kernel/day'
import { type SQL, sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { createdAt, fen, idColumn, instant, keptByTrigger, lessonHours, ownId, revision } from '../db/columns.ts'
import { literals } from '../db/literal.ts'
import { accountStateAt } from './auth.ts'
import { isBlockedBetween } from './blacklist.ts'
import { companyId, companyMembers, courseId, policyVersions } from './companies.ts'
import { contracts } from './contracts.ts'
import { userId } from './identities.ts'
import { trialLessons } from './trial-lessons.ts'
import { courtId, venueId } from './venues.ts'

/** Class invitations (约课). Course name, price and length are snapshots. Source: specification §3 "Course invitation". */
export const invitations = pgTable(
  'invitations',
  {
    id: ownId(),
    initiatorId: userId('initiator_id').notNull(),
    initiatorRole: text('initiator_role', { enum: ['player', 'coach'] }).notNull(),
    coachId: userId('coach_id').notNull(),
    companyId: companyId('company_id').notNull(),
    courseDesignId: courseId('course_design_id').notNull(),
    courseDesignName: text('course_design_name').notNull(),
    courseDesignPrice: fen('course_design_price').notNull(),
    sessionDuration: integer('session_duration').notNull(),
    consumedSessions: lessonHours('consumed_sessions').notNull(),
    participantsCount: integer('participants_count').notNull(),
    maxParticipants: integer('max_participants').notNull(),
    seatsTaken: integer('seats_taken').notNull(),
    stadiumId: venueId('stadium_id').notNull(),
    courtId: courtId('court_id').notNull(),
    courseDate: date('course_date', { mode: 'string' }).notNull(),
    beginTimeSlot: smallint('begin_time_slot').notNull(),
    endTimeSlot: smallint('end_time_slot').notNull(),
    useUnavailable: boolean('use_unavailable').notNull(),
    needContract: boolean('need_contract').notNull(),
    /** The trial lesson that the coach confirmed as this class. It takes no contract. */
    trialId: idColumn('trial_id').references(() => trialLessons.id),
    invitationStatus: text('invitation_status', { enum: INVITATION_STATUSES }).notNull(),
    messageToCoach: text('message_to_coach').notNull().default(''),
    messageToPlayers: text('message_to_players').notNull().default(''),
    focus: text('focus', { enum: FOCUSES }).notNull().default(''),
    expiresAt: instant('expires_at').notNull(),
    /** When the people who must answer are reminded. Null once they were. */
    remindAt: instant('remind_at'),
    /** When the coach offered another time, at which the class then stands. It waits for its player. */
    offeredAt: instant('offered_at'),
    /** When the class was to begin before the first such offer, as the player asked. */
    askedStartsAt: instant('asked_starts_at'),
    responseTime: instant('response_time').notNull(),
    confirmedAt: instant('confirmed_at'),
    signedAt: instant('signed_at'),
    /** When its coach was asked to complete it, after its end. */
    finishAskedAt: instant('finish_asked_at'),
    completedAt: instant('completed_at'),
    cancelledAt: instant('cancelled_at'),
    /** How often its share link was renewed. */
    shareVersion: integer('share_version').notNull().default(0),
    /** Null where an operator or the clock cancelled it. */
    cancelledBy: userId('cancelled_by'),
    cancelReason: text('cancel_reason'),
    /** Why its coach entered it after it was held (补录). Null for a class that was booked. */
    pastReason: text('past_reason'),
    /** What it costs to cancel or miss it, as it stood when the class was made. Null is the company's rule of then. */
    policyId: idColumn('policy_id').references(() => policyVersions.id),
    revision: revision(),
    createdAt: createdAt(),
  },
  (t) => [
    index('invitations_of_initiator').on(t.initiatorId, t.responseTime),
    // Each booking counts the waiting requests of one player.
    index('invitations_waiting_by_initiator')
      .on(t.initiatorId, t.expiresAt)
      .where(sql`${t.invitationStatus} = 'PENDING'`),
    index('invitations_of_coach').on(t.coachId, t.courseDate, t.beginTimeSlot, t.id),
    index('invitations_by_making').on(t.coachId, t.createdAt, t.id),
    // A list by the last change merges the statuses.
    index('invitations_by_status').on(t.coachId, t.invitationStatus, t.responseTime, t.id),
    // Counts: equal keys share their place in the index, a thousand to a page.
    index('invitations_counted').on(t.coachId, t.invitationStatus, t.companyId),
    index('invitations_of_course').on(t.courseDesignId, t.invitationStatus),
    index('invitations_of_venue').on(t.stadiumId, t.courseDate),
    // A company's analytics counts classes by their days.
    index('invitations_of_company').on(t.companyId, t.courseDate),
    // The sweep reads only stale requests.
    index('invitations_waiting').on(t.expiresAt).where(sql`${t.invitationStatus} = 'PENDING'`),
    // The job reads only requests whose reminder is to come.
    index('invitations_to_remind_of')
      .on(t.remindAt)
      .where(sql`${t.invitationStatus} = 'PENDING' and ${t.remindAt} is not null`),
    // Classes of the past that wait for their players: always few.
    index('invitations_past_waiting')
      .on(t.expiresAt)
      .where(sql`${t.invitationStatus} = 'CONFIRMED' and ${t.pastReason} is not null`),
    // Classes that nobody has completed: always few.
    index('invitations_standing').on(t.courseDate, t.endTimeSlot).where(sql`${t.invitationStatus} = 'CONFIRMED'`),
    check(
      'invitations_span',
      sql`0 <= ${t.beginTimeSlot} and ${t.beginTimeSlot} < ${t.endTimeSlot} and ${t.endTimeSlot} <= 48 and ${t.endTimeSlot} - ${t.beginTimeSlot} <= 6`,
    ),
    check(
      'invitations_status',
      sql`${t.invitationStatus} in ('PENDING', 'CONFIRMED', 'COMPLETED', 'CANCELLED', 'EXPIRED')`,
    ),
    check(
      'invitations_focus',
      sql`${t.focus} in ('', 'BASICS', 'FOREHAND', 'BACKHAND', 'SERVE', 'NET', 'FOOTWORK', 'MATCH', 'FITNESS')`,
    ),
    check(
      'invitations_need_contract',
      sql`not ${t.needContract} or ${t.invitationStatus} in ('PENDING', 'CANCELLED', 'EXPIRED')`,
    ),
    check(
      'invitations_seats',
      sql`0 <= ${t.seatsTaken} and ${t.seatsTaken} <= ${t.participantsCount} and ${t.participantsCount} <= ${t.maxParticipants}`,
    ),
    check(
      'invitations_consumed',
      sql`${t.consumedSessions} = ceil((${t.endTimeSlot} - ${t.beginTimeSlot}) * 60.0 / ${t.sessionDuration}) / 2`,
    ),
    check(
      'invitations_cancelled',
      sql`(${t.invitationStatus} = 'CANCELLED') = (${t.cancelledAt} is not null and ${t.cancelReason} is not null)
        and (${t.invitationStatus} = 'CANCELLED' or ${t.cancelledBy} is null)`,
    ),
    // A trial lesson is one class of one player, and asks for no hours.
    unique('invitations_trial_once').on(t.trialId),
    check(
      'invitations_trial',
      sql`${t.trialId} is null or (${t.initiatorRole} = 'player' and ${t.maxParticipants} = 1
        and ${t.invitationStatus} in ('CONFIRMED', 'COMPLETED', 'CANCELLED'))`,
    ),
    check('invitations_completed', sql`(${t.invitationStatus} = 'COMPLETED') = (${t.completedAt} is not null)`),
    // Only a player's request is offered another time. The offer holds it, and ends with an agreement.
    check(
      'invitations_offered',
      sql`(${t.offeredAt} is null) = (${t.askedStartsAt} is null) and (${t.offeredAt} is null
        or (${t.initiatorRole} = 'player' and not ${t.useUnavailable} and ${t.invitationStatus} in ('PENDING', 'CANCELLED', 'EXPIRED')))`,
    ),
    check('invitations_initiator_role', sql`${t.initiatorRole} in ('player', 'coach')`),
    check('invitations_price', sql`${t.courseDesignPrice} between 0 and 9007199254740991`),
    // A class of the past had ended when its coach entered it, at most 30 days before. It never waits as a request.
    check(
      'invitations_past',
      sql`${t.pastReason} is null or (${t.pastReason} <> '' and ${t.initiatorRole} = 'coach'
        and ${t.initiatorId} = ${t.coachId} and ${t.invitationStatus} in ('CONFIRMED', 'COMPLETED', 'CANCELLED')
        and ${t.courseDate} + ${t.endTimeSlot} * interval '30 min' <= ${t.createdAt} at time zone interval '8 hours'
        and ${t.courseDate} >= (${t.createdAt} at time zone interval '8 hours')::date - 30)`,
    ),
    // A class made by its coach has another coach only while it is handed over to that coach.
    check(
      'invitations_initiator',
      sql`case when ${t.initiatorRole} = 'player' then ${t.initiatorId} <> ${t.coachId}
        else ${t.initiatorId} = ${t.coachId} or ${t.invitationStatus} not in ('CONFIRMED', 'COMPLETED') end`,
    ),
  ],
)

/** The condition that an invitation has one of these statuses at `now`: an unanswered request past its time is EXPIRED. */
export function hasStatus(statuses: readonly InvitationStatus[], now: Date): SQL {
  const { invitationStatus, expiresAt } = invitations
  const [isPending, isExpired] = [statuses.includes('PENDING'), statuses.includes('EXPIRED')]
  // Indexes know the stored statuses alone.
  const stored = isExpired && !isPending ? [...statuses, 'PENDING' as const] : statuses
  const is = sql`${invitationStatus} in (${literals(...stored)})`
  if (isPending === isExpired) return is
  const when = isPending ? sql`${expiresAt} > ${now}` : sql`${expiresAt} <= ${now}`
  return sql`(${is} and (${invitationStatus} <> 'PENDING' or ${when}))`
}

/** Statuses of a class that is to take place, or took place. */
export const ACTIVE_STATUSES: readonly InvitationStatus[] = ['PENDING', 'CONFIRMED', 'COMPLETED']

/** The ids of the classes that a user booked as a player or joined. Each part has its own index. */
export const idsOfClassesOf = (playerId: string): SQL => sql`(
  select i.id from ${invitations} i where i.initiator_id = ${playerId} and i.initiator_role = 'player'
  union select s.invitation_id from ${seats} s where s.user_id = ${playerId} and s.state = 'JOINED')`

/** When a class begins, where its columns alone are in sight. */
export const startOfClass = sql`(course_date + begin_time_slot * interval '30 min') at time zone interval '8 hours'`

/** The rule isToCome of the domain, as a condition. It compares the day first, which indexes support. */
export function isToCome(now: Date): SQL {
  const { courseDate, endTimeSlot } = invitations
  return sql`(${courseDate} >= ${dayOf(now)}::date and (${courseDate}, ${endTimeSlot}) > (${dayOf(now)}::date, ${halfHourOfInstant(now)}::smallint)
    and ${hasStatus(ACTIVE_STATUSES, now)})`
}

/**
 * The condition that a class is active although its end is past, and its coach has to complete it. Few rows, with an
 * index of their own.
 */
export function hasEndedUnfinished(now: Date): SQL {
  const { invitationStatus, courseDate, endTimeSlot, pastReason } = invitations
  return sql`(${invitationStatus} = 'CONFIRMED' and ${pastReason} is null
    and (${courseDate}, ${endTimeSlot}) <= (${dayOf(now)}::date, ${halfHourOfInstant(now)}::smallint))`
}

/** The condition that a class of the past waits for its players, or for the clock. It matches the index. */
export const isPastWaiting: SQL = sql`(${invitations.invitationStatus} = 'CONFIRMED' and ${invitations.pastReason} is not null)`

/**
 * What a seat knows of its class, so that one index answers for a person. Triggers keep it: it follows the class, and
 * whoever adds a seat need not state it.
 */
const CLASS_OF_SEAT = {
  coachId: idColumn('coach_id').notNull().default(keptByTrigger<string>()),
  companyId: idColumn('company_id').notNull().default(keptByTrigger<string>()),
  courseDate: date('course_date', { mode: 'string' }).notNull().default(keptByTrigger<string>()),
  beginTimeSlot: smallint('begin_time_slot').notNull().default(keptByTrigger<number>()),
  invitationStatus: text('invitation_status', { enum: INVITATION_STATUSES })
    .notNull()
    .default(keptByTrigger<InvitationStatus>()),
  responseTime: instant('response_time').notNull().default(keptByTrigger<Date>()),
}

/** Seats: one per player and class, with the hours it holds and on which contract. */
export const seats = pgTable(
  'seats',
  {
    invitationId: idColumn('invitation_id')
      .notNull()
      .references(() => invitations.id),
    userId: userId('user_id').notNull(),
    state: text('state', { enum: SEAT_STATES }).notNull(),
    contractId: idColumn('contract_id').references(() => contracts.id),
    heldSessions: lessonHours('held_sessions').notNull(),
    /** Counts the holds of this seat. An edit or a new join holds hours again. */
    round: integer('round').notNull().default(1),
    attendance: text('attendance', { enum: ATTENDANCES }),
    /**
     * When this player cancelled inside the charged time, forgiven or not. The next late cancellation is judged by it.
     */
    lateCancelledAt: instant('late_cancelled_at'),
    /** When that was undone. The hours came back, and it no longer counts. */
    lateReturnedAt: instant('late_returned_at'),
    /** When the coach changed the class while this player had the seat; null once they have agreed. */
    changedAt: instant('changed_at'),
    joinedAt: createdAt(),
    ...CLASS_OF_SEAT,
  },
  (t) => [
    primaryKey({ name: 'seats_pkey', columns: [t.invitationId, t.userId] }),
    index('seats_of_user').on(t.userId, t.courseDate, t.beginTimeSlot, t.invitationId),
    // A list by the last change merges the statuses.
    index('seats_by_status').on(t.userId, t.invitationStatus, t.responseTime, t.invitationId),
    // Counts: equal keys share their place in the index, a thousand to a page.
    index('seats_counted').on(t.userId, t.invitationStatus, t.state, t.coachId, t.attendance),
    // What is forgiven is counted by these, whatever else a player attended.
    index('seats_late').on(t.userId, t.lateCancelledAt).where(sql`${t.lateCancelledAt} is not null`),
    index('seats_missed').on(t.userId).where(sql`${t.attendance} in ('late', 'absent', 'leave')`),
    index('seats_of_contract').on(t.contractId),
    // The last class for which a contract holds hours.
    index('seats_holding').on(t.contractId, t.courseDate).where(sql`${t.heldSessions} > 0`),
    check('seats_held', sql`${t.heldSessions} >= 0 and (${t.heldSessions} = 0 or ${t.contractId} is not null)`),
    check('seats_state', sql`${t.state} in ('INVITED', 'JOINED', 'DECLINED', 'LEFT')`),
    check('seats_late_returned', sql`${t.lateReturnedAt} is null or ${t.lateReturnedAt} >= ${t.lateCancelledAt}`),
    check('seats_changed', sql`${t.changedAt} is null or ${t.state} = 'JOINED'`),
    check('seats_attendance', sql`${t.attendance} in ('present', 'late', 'absent', 'leave')`),
  ],
)

/**
 * The last completed class of each player with each coach in each company. Triggers keep it, so that a list of students
 * reads one entry for each.
 */
export const lastClasses = pgTable(
  'last_classes',
  {
    userId: userId('user_id').notNull(),
    coachId: userId('coach_id').notNull(),
    companyId: companyId('company_id').notNull(),
    courseDate: date('course_date', { mode: 'string' }).notNull(),
    beginTimeSlot: smallint('begin_time_slot').notNull(),
    invitationId: idColumn('invitation_id')
      .notNull()
      .references(() => invitations.id),
  },
  (t) => [
    primaryKey({ name: 'last_classes_pkey', columns: [t.userId, t.coachId, t.companyId] }),
    index('last_classes_of_coach').on(t.coachId, t.userId, t.courseDate, t.beginTimeSlot),
    index('last_classes_of_company').on(t.companyId, t.userId, t.courseDate, t.beginTimeSlot),
  ],
)

/**
 * SQL condition: an asked user has not joined a class and is blocked from its coach or initiator. Then the user does
 * not see it.
 *
 * Source: decision record 018
 */
export const isInviteHiddenByBlock = (userId: string): SQL => sql`(exists (
  select 1 from ${seats} asked
  where asked.invitation_id = ${invitations}.id and asked.user_id = ${userId} and asked.state = 'INVITED')
  and (${isBlockedBetween(sql`${invitations}.coach_id`, userId)} or ${isBlockedBetween(sql`${invitations}.initiator_id`, userId)}))`

/** The condition that a request waits whose coach left its company: its students decide. Source: decision record 065 */
export const isLeftByCoach = (now: Date): SQL => sql`(${hasStatus(['PENDING'], now)} and not exists (
  select 1 from ${companyMembers} m where m.company_id = ${invitations}.company_id and m.user_id = ${invitations}.coach_id))`

/** Classes that a player pinned to their usual ones. Source: specification §3 "Usual course". */
export const usualPins = pgTable(
  'usual_pins',
  {
    id: ownId(),
    userId: userId('user_id').notNull(),
    coachId: userId('coach_id').notNull(),
    stadiumId: venueId('stadium_id').notNull(),
    courseDesignId: courseId('course_design_id').notNull(),
    courtId: courtId('court_id').notNull(),
    weekday: smallint('weekday').notNull(),
    beginTimeSlot: smallint('begin_time_slot').notNull(),
    endTimeSlot: smallint('end_time_slot').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('usual_pins_once').on(
      t.userId,
      t.coachId,
      t.stadiumId,
      t.courseDesignId,
      t.weekday,
      t.beginTimeSlot,
      t.endTimeSlot,
    ),
    check('usual_pins_weekday', sql`${t.weekday} between 0 and 6`),
    check(
      'usual_pins_span',
      sql`0 <= ${t.beginTimeSlot} and ${t.beginTimeSlot} < ${t.endTimeSlot} and ${t.endTimeSlot} <= 48 and ${t.endTimeSlot} - ${t.beginTimeSlot} <= 6`,
    ),
  ],
)

/**
 * Objections of players to the cost of a completed class, with the answers of the coach's side. One for each seat,
 * answered once. A refund has its row in the ledger.
 */
export const classObjections = pgTable(
  'class_objections',
  {
    id: ownId(),
    invitationId: idColumn('invitation_id').notNull(),
    userId: userId('user_id').notNull(),
    words: text('words').notNull(),
    /** Whether the player says that the coach did not come. The policy may give hours on top then. */
    coachAbsent: boolean('coach_absent').notNull().default(false),
    state: text('state', { enum: OBJECTION_STATES }).notNull(),
    answer: text('answer').notNull().default(''),
    /** Null where an operator answered. */
    answeredBy: userId('answered_by'),
    answeredAt: instant('answered_at'),
    createdAt: createdAt(),
  },
  (t) => [
    unique('class_objections_once').on(t.invitationId, t.userId),
    // Open objections, which operators search: always few.
    index('class_objections_open').on(t.createdAt).where(sql`${t.state} = 'OPEN'`),
    index('class_objections_answered').on(t.answeredAt, t.id).where(sql`${t.state} <> 'OPEN'`),
    foreignKey({
      name: 'class_objections_of_seat',
      columns: [t.invitationId, t.userId],
      foreignColumns: [seats.invitationId, seats.userId],
    }),
    check('class_objections_state', sql`${t.state} in ('OPEN', 'REFUNDED', 'UPHELD')`),
    check(
      'class_objections_answered',
      sql`(${t.state} = 'OPEN') = (${t.answeredAt} is null) and (${t.answeredBy} is null or ${t.answeredAt} is not null)`,
    ),
    check('class_objections_words', sql`${t.words} <> ''`),
  ],
)

/** The audit trail of a class: who moved it from which status to which, when and why. Append-only. */
export const invitationEvents = pgTable(
  'invitation_events',
  {
    invitationId: idColumn('invitation_id')
      .notNull()
      .references(() => invitations.id),
    seq: integer('seq').notNull(),
    action: text('action').notNull(),
    fromStatus: text('from_status', { enum: INVITATION_STATUSES }),
    toStatus: text('to_status', { enum: INVITATION_STATUSES }).notNull(),
    actorId: userId('actor_id'),
    reason: text('reason').notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'invitation_events_pkey', columns: [t.invitationId, t.seq] }),
    // Operators search it by time, by action and by person.
    index('invitation_events_by_time').on(t.createdAt, t.invitationId, t.seq),
    index('invitation_events_of_action').on(t.action, t.createdAt),
    index('invitation_events_of_actor').on(t.actorId, t.createdAt),
    check(
      'invitation_events_action',
      sql`${t.action} in ('create', 'edit', 'join', 'decline', 'contract', 'offer', 'accept', 'confirm', 'sign', 'finish', 'cancel', 'change-coach', 'expire', 'object', 'answer-objection', 'record-past', 'agree-past', 'object-past')`,
    ),
    check(
      'invitation_events_statuses',
      sql`coalesce(${t.fromStatus}, 'PENDING') in ('PENDING', 'CONFIRMED', 'COMPLETED', 'CANCELLED', 'EXPIRED')
        and ${t.toStatus} in ('PENDING', 'CONFIRMED', 'COMPLETED', 'CANCELLED', 'EXPIRED')`,
    ),
  ],
)

/** The rule operatorAnswersFrom of the domain, as a condition on an objection and its coach (`users`). */
export function operatorsMayAnswer(now: Date): SQL {
  const silentSince = new Date(now.getTime() - ANSWERED_BY_CLUB_WITHIN_MS)
  return sql`(${classObjections.createdAt} <= ${silentSince} or ${accountStateAt(now)} <> 'NORMAL')`
}
