import {
  BALL_CANCEL_REASONS,
  BALL_STATUSES,
  type BallStatus,
  FEE_MODES,
  GENDER_RULES,
  SEAT_STATES,
} from '@paidang/domain/areas/activities/balls/ball-status'
import { SPORTS } from '@paidang/domain/kernel/sport'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, fen, idColumn, instant, keptByTrigger, ownId, revision } from '../db/columns.ts'
import { userId } from './identities.ts'
import { orders } from './payments.ts'
import { courtId, venueId } from './venues.ts'

const level = (name: string) => numeric(name, { precision: 2, scale: 1, mode: 'number' })

/**
 * Ball games (约球). Levels 1.0 to 7.0 in halves; `feeFen` is what each player pays beforehand, `courtFeeFen` and
 * `extrasFen` what the game costs in all. Source: decision "Ball games"
 */
export const ballGames = pgTable(
  'ball_games',
  {
    id: ownId(),
    initiatorId: userId('initiator_id').notNull(),
    title: text('title').notNull(),
    description: text('description').notNull().default(''),
    sport: text('sport', { enum: SPORTS }).notNull(),
    matchType: smallint('match_type').notNull(),
    stadiumId: venueId('stadium_id'),
    courtId: courtId('court_id'),
    place: text('place').notNull().default(''),
    activityDate: date('activity_date', { mode: 'string' }).notNull(),
    beginTimeSlot: smallint('begin_time_slot').notNull(),
    endTimeSlot: smallint('end_time_slot').notNull(),
    levelFrom: level('level_from').notNull(),
    levelTo: level('level_to').notNull(),
    genderRule: text('gender_rule', { enum: GENDER_RULES }).notNull().default('ANY'),
    minPlayers: integer('min_players').notNull(),
    maxPlayers: integer('max_players').notNull(),
    seatsTaken: integer('seats_taken').notNull(),
    feeMode: text('fee_mode', { enum: FEE_MODES }).notNull().default('AA'),
    courtFeeFen: fen('court_fee_fen').notNull().default(0),
    extrasFen: fen('extras_fen').notNull().default(0),
    feeFen: fen('fee_fen').notNull(),
    isPublic: boolean('is_public').notNull(),
    status: text('status', { enum: BALL_STATUSES }).notNull(),
    closingHours: smallint('closing_hours').notNull().default(4),
    /** When the game is checked for enough players. */
    closesAt: instant('closes_at').notNull(),
    cancelledAt: instant('cancelled_at'),
    cancelReason: text('cancel_reason', { enum: BALL_CANCEL_REASONS }),
    finishedAt: instant('finished_at'),
    /** How often the share link was renewed. */
    shareVersion: integer('share_version').notNull().default(0),
    revision: revision(),
    createdAt: createdAt(),
  },
  (t) => [
    index('ball_games_by_day').on(t.activityDate, t.beginTimeSlot),
    index('ball_games_of_initiator').on(t.initiatorId, t.activityDate),
    // Those of one initiator that are not over: always few.
    index('ball_games_under_way').on(t.initiatorId).where(sql`${t.status} in ('UNPAID', 'OPEN', 'FULL')`),
    index('ball_games_of_venue').on(t.stadiumId, t.activityDate),
    // Public active games, in the order of the list.
    index('ball_games_public')
      .on(t.activityDate, t.beginTimeSlot, t.id)
      .where(sql`${t.isPublic} and ${t.status} in ('OPEN', 'FULL')`),
    index('ball_games_closing').on(t.closesAt).where(sql`${t.status} in ('OPEN', 'FULL')`),
    check('ball_games_sport', sql`${t.sport} in ('tennis', 'badminton')`),
    check('ball_games_status', sql`${t.status} in ('UNPAID', 'OPEN', 'FULL', 'FINISHED', 'CANCELLED')`),
    check('ball_games_match_type', sql`${t.matchType} in (0, 1)`),
    check('ball_games_gender_rule', sql`${t.genderRule} in ('ANY', 'MALE', 'FEMALE')`),
    check('ball_games_fee_mode', sql`${t.feeMode} in ('AA', 'INITIATOR')`),
    check(
      'ball_games_span',
      sql`0 <= ${t.beginTimeSlot} and ${t.beginTimeSlot} < ${t.endTimeSlot} and ${t.endTimeSlot} <= 48`,
    ),
    check('ball_games_levels', sql`1.0 <= ${t.levelFrom} and ${t.levelFrom} <= ${t.levelTo} and ${t.levelTo} <= 7.0`),
    check(
      'ball_games_level_halves',
      sql`${t.levelFrom} * 2 = trunc(${t.levelFrom} * 2) and ${t.levelTo} * 2 = trunc(${t.levelTo} * 2)`,
    ),
    check('ball_games_players', sql`2 <= ${t.minPlayers} and ${t.minPlayers} <= ${t.maxPlayers}`),
    check('ball_games_seats', sql`0 <= ${t.seatsTaken} and ${t.seatsTaken} <= ${t.maxPlayers}`),
    // FULL agrees with the numbers.
    check(
      'ball_games_full',
      sql`(${t.status} = 'FULL') <= (${t.seatsTaken} = ${t.maxPlayers}) and (${t.status} = 'OPEN') <= (${t.seatsTaken} < ${t.maxPlayers})`,
    ),
    check('ball_games_fee', sql`${t.feeFen} between 0 and 9007199254740991`),
    check(
      'ball_games_costs',
      sql`${t.courtFeeFen} between 0 and 9007199254740991 and ${t.extrasFen} between 0 and 9007199254740991`,
    ),
    check('ball_games_court', sql`${t.courtId} is null or ${t.stadiumId} is not null`),
    check(
      'ball_games_cancelled',
      sql`(${t.status} = 'CANCELLED') = (${t.cancelledAt} is not null) and (${t.status} = 'CANCELLED') = (${t.cancelReason} is not null)`,
    ),
    check('ball_games_finished', sql`(${t.status} = 'FINISHED') = (${t.finishedAt} is not null)`),
    check(
      'ball_games_cancel_reason',
      sql`${t.cancelReason} in ('INITIATOR', 'TOO_FEW', 'UNPAID', 'VENUE', 'PLATFORM')`,
    ),
  ],
)

/** Reference to a ball game. */
const ballId = () =>
  idColumn('ball_id')
    .notNull()
    .references(() => ballGames.id)

/** What a seat knows of its game, so that one index answers for a person. Triggers keep it, as in CLASS_OF_SEAT. */
const GAME_OF_SEAT = {
  ballStatus: text('ball_status', { enum: BALL_STATUSES }).notNull().default(keptByTrigger<BallStatus>()),
  activityDate: date('activity_date', { mode: 'string' }).notNull().default(keptByTrigger<string>()),
  beginTimeSlot: smallint('begin_time_slot').notNull().default(keptByTrigger<number>()),
  isInitiator: boolean('is_initiator').notNull().default(keptByTrigger<boolean>()),
}

/**
 * Seats of a ball game, one row each time a player takes one. Paid seats name their order. A seat that was given back
 * late names its successor.
 *
 * Source: decision "Ball games", invariants B1, B2, B6, B7
 */
export const ballParticipants = pgTable(
  'ball_participants',
  {
    id: ownId(),
    ballId: ballId(),
    userId: userId('user_id').notNull(),
    state: text('state', { enum: SEAT_STATES }).notNull(),
    orderId: idColumn('order_id').references(() => orders.id),
    /** Until when an offered or unpaid seat is kept. */
    heldUntil: instant('held_until'),
    confirmedAt: instant('confirmed_at'),
    leftAt: instant('left_at'),
    /** When the game was changed while its player was in it; null once they have agreed. Until then leaving is free. */
    changedAt: instant('changed_at'),
    refilledBy: idColumn('refilled_by'),
    /** What the player bore of a shared cost, once the game is over. */
    shareFen: fen('share_fen'),
    noShowAt: instant('no_show_at'),
    noShowAnswer: text('no_show_answer'),
    createdAt: createdAt(),
    ...GAME_OF_SEAT,
  },
  (t) => [
    index('ball_participants_of_ball').on(t.ballId, t.id),
    index('ball_participants_of_user').on(t.userId, t.ballId),
    // A person's games of a group by their part, and those of some days.
    index('ball_participants_by_part').on(
      t.userId,
      t.ballStatus,
      t.isInitiator,
      t.activityDate,
      t.beginTimeSlot,
      t.ballId,
    ),
    // Counts: equal keys share their place in the index, a thousand to a page.
    index('ball_participants_counted').on(t.userId, t.ballStatus, t.state, t.isInitiator),
    index('ball_participants_missed').on(t.userId, t.ballId).where(sql`${t.noShowAt} is not null`),
    // The audit log lists who took and who left seats, by time.
    index('ball_participants_by_time').on(t.createdAt, t.id),
    index('ball_participants_by_leaving').on(t.leftAt, t.id).where(sql`${t.leftAt} is not null`),
    index('ball_participants_held').on(t.heldUntil).where(sql`${t.state} in ('OFFERED', 'HELD')`),
    uniqueIndex('ball_participants_once')
      .on(t.ballId, t.userId)
      .where(sql`${t.state} in ('OFFERED', 'HELD', 'CONFIRMED')`),
    unique('ball_participants_order').on(t.orderId),
    unique('ball_participants_refill').on(t.refilledBy),
    check('ball_participants_state', sql`${t.state} in ('OFFERED', 'HELD', 'CONFIRMED', 'LEFT', 'LEFT_LATE')`),
    check('ball_participants_held_until', sql`(${t.state} in ('OFFERED', 'HELD')) <= (${t.heldUntil} is not null)`),
    check(
      'ball_participants_confirmed',
      sql`(${t.state} in ('CONFIRMED', 'LEFT_LATE')) <= (${t.confirmedAt} is not null)`,
    ),
    check('ball_participants_left', sql`(${t.state} in ('LEFT', 'LEFT_LATE')) = (${t.leftAt} is not null)`),
    check('ball_participants_changed', sql`${t.changedAt} is null or ${t.state} in ('HELD', 'CONFIRMED')`),
    check('ball_participants_refilled', sql`${t.refilledBy} is null or ${t.state} = 'LEFT_LATE'`),
    check('ball_participants_no_show', sql`${t.noShowAt} is null or ${t.state} = 'CONFIRMED'`),
    check('ball_participants_answer', sql`${t.noShowAnswer} is null or ${t.noShowAt} is not null`),
    check('ball_participants_share', sql`${t.shareFen} between 0 and 9007199254740991`),
  ],
)

/** Requests of users to play although their level is outside the range; the initiator decides. */
export const ballRequests = pgTable(
  'ball_requests',
  {
    id: ownId(),
    ballId: ballId(),
    userId: userId('user_id').notNull(),
    approveStatus: smallint('approve_status').notNull().default(0),
    note: text('note').notNull().default(''),
    decidedAt: instant('decided_at'),
    /** When its author withdrew it. Nobody refused it, and the author may ask again. */
    withdrawnAt: instant('withdrawn_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('ball_requests_of_ball').on(t.ballId, t.userId),
    // Asking again changes nothing unless the initiator has refused.
    uniqueIndex('ball_requests_once').on(t.ballId, t.userId).where(sql`${t.approveStatus} <> 2`),
    check('ball_requests_approve_status', sql`${t.approveStatus} in (0, 1, 2)`),
    check('ball_requests_decided', sql`(${t.approveStatus} = 0) = (${t.decidedAt} is null)`),
    check('ball_requests_withdrawn', sql`${t.withdrawnAt} is null or ${t.approveStatus} = 2`),
  ],
)

/** Users who wait for a seat, in the order of asking. */
export const ballWaiters = pgTable(
  'ball_waiters',
  {
    id: ownId(),
    ballId: ballId(),
    userId: userId('user_id').notNull(),
    state: text('state', { enum: ['WAITING', 'OFFERED', 'SEATED', 'EXPIRED', 'LEFT'] })
      .notNull()
      .default('WAITING'),
    createdAt: createdAt(),
  },
  (t) => [
    index('ball_waiters_of_ball').on(t.ballId, t.id),
    index('ball_waiters_of_user').on(t.userId),
    uniqueIndex('ball_waiters_once').on(t.ballId, t.userId).where(sql`${t.state} in ('WAITING', 'OFFERED')`),
    check('ball_waiters_state', sql`${t.state} in ('WAITING', 'OFFERED', 'SEATED', 'EXPIRED', 'LEFT')`),
  ],
)

/**
 * What the initiator proposes and others have to agree to. HAND_OVER makes another participant the initiator. SWAP
 * gives a participant's place to another user: both agree, the new player pays, then the former player is refunded.
 */
export const ballProposals = pgTable(
  'ball_proposals',
  {
    id: ownId(),
    ballId: ballId(),
    kind: text('kind', { enum: ['HAND_OVER', 'SWAP'] }).notNull(),
    proposedBy: userId('proposed_by').notNull(),
    /** The player who gives up the place; null for a hand-over. */
    outUserId: userId('out_user_id'),
    inUserId: userId('in_user_id').notNull(),
    outAgreedAt: instant('out_agreed_at'),
    inAgreedAt: instant('in_agreed_at'),
    orderId: idColumn('order_id').references(() => orders.id),
    state: text('state', { enum: ['OPEN', 'DONE', 'REFUSED', 'EXPIRED', 'WITHDRAWN'] })
      .notNull()
      .default('OPEN'),
    createdAt: createdAt(),
  },
  (t) => [
    index('ball_proposals_of_ball').on(t.ballId, t.id),
    uniqueIndex('ball_proposals_hand_over_once')
      .on(t.ballId)
      .where(sql`${t.kind} = 'HAND_OVER' and ${t.state} = 'OPEN'`),
    uniqueIndex('ball_proposals_swap_once').on(t.ballId, t.outUserId).where(sql`${t.state} = 'OPEN'`),
    check('ball_proposals_kind', sql`${t.kind} in ('HAND_OVER', 'SWAP')`),
    check('ball_proposals_state', sql`${t.state} in ('OPEN', 'DONE', 'REFUSED', 'EXPIRED', 'WITHDRAWN')`),
    check(
      'ball_proposals_people',
      sql`(${t.kind} = 'SWAP') = (${t.outUserId} is not null) and ${t.outUserId} <> ${t.inUserId}`,
    ),
  ],
)

/**
 * How a finished game ended, as one of its players recorded it. It counts once a player of the other side agreed. Sets
 * are games won by side A and side B, for example 6-4, 3-6, 10-8.
 */
export const ballResults = pgTable(
  'ball_results',
  {
    id: ownId(),
    ballId: ballId(),
    recordedBy: userId('recorded_by').notNull(),
    sets: text('sets').notNull(),
    winner: text('winner', { enum: ['A', 'B'] }).notNull(),
    state: text('state', { enum: ['PROPOSED', 'AGREED', 'DISPUTED'] }).notNull(),
    answeredBy: userId('answered_by'),
    answeredAt: instant('answered_at'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('ball_results_one_stands').on(t.ballId).where(sql`${t.state} <> 'DISPUTED'`),
    check('ball_results_state', sql`${t.state} in ('PROPOSED', 'AGREED', 'DISPUTED')`),
    check('ball_results_winner', sql`${t.winner} in ('A', 'B')`),
    check('ball_results_answered', sql`(${t.state} = 'PROPOSED') = (${t.answeredBy} is null)`),
    check('ball_results_answered_at', sql`(${t.answeredBy} is null) = (${t.answeredAt} is null)`),
  ],
)

/** Who played on which side of a result. `ratingChange` is the change of the rating after the result was agreed. */
export const ballResultPlayers = pgTable(
  'ball_result_players',
  {
    resultId: idColumn('result_id')
      .notNull()
      .references(() => ballResults.id),
    userId: userId('user_id').notNull(),
    side: text('side', { enum: ['A', 'B'] }).notNull(),
    ratingChange: numeric('rating_change', { precision: 3, scale: 2, mode: 'number' }),
  },
  (t) => [
    primaryKey({ name: 'ball_result_players_pkey', columns: [t.resultId, t.userId] }),
    index('ball_result_players_of_user').on(t.userId),
    check('ball_result_players_side', sql`${t.side} in ('A', 'B')`),
  ],
)
