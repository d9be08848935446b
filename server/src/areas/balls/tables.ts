import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, numeric, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { createdAt, fen, idColumn, ownId } from '../../db/columns.ts'
import { userId } from '../profile/tables.ts'
import { courtId, venueId } from '../venues/tables.ts'

/** Ball games (约球). Levels 1.0 to 7.0 in halves, fee per person in fen. Source: decision "Ball games". */
export const ballGames = pgTable(
  'ball_games',
  {
    id: ownId(),
    initiatorId: userId('initiator_id').notNull(),
    title: text('title').notNull(),
    description: text('description').notNull().default(''),
    sport: text('sport', { enum: ['tennis', 'badminton'] }).notNull(),
    matchType: smallint('match_type').notNull(),
    stadiumId: venueId('stadium_id'),
    courtId: courtId('court_id'),
    place: text('place').notNull().default(''),
    activityDate: date('activity_date', { mode: 'string' }).notNull(),
    beginTimeSlot: smallint('begin_time_slot').notNull(),
    endTimeSlot: smallint('end_time_slot').notNull(),
    levelFrom: numeric('level_from', { precision: 2, scale: 1, mode: 'number' }).notNull(),
    levelTo: numeric('level_to', { precision: 2, scale: 1, mode: 'number' }).notNull(),
    minPlayers: integer('min_players').notNull(),
    maxPlayers: integer('max_players').notNull(),
    seatsTaken: integer('seats_taken').notNull(),
    feeFen: fen('fee_fen').notNull(),
    isPublic: boolean('is_public').notNull(),
    status: text('status', { enum: ['OPEN', 'FULL', 'FINISHED', 'CANCELLED'] }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('ball_games_by_day').on(t.activityDate, t.beginTimeSlot),
    check('ball_games_sport', sql`${t.sport} in ('tennis', 'badminton')`),
    check('ball_games_status', sql`${t.status} in ('OPEN', 'FULL', 'FINISHED', 'CANCELLED')`),
    check('ball_games_match_type', sql`${t.matchType} in (0, 1)`),
    check(
      'ball_games_span',
      sql`0 <= ${t.beginTimeSlot} and ${t.beginTimeSlot} < ${t.endTimeSlot} and ${t.endTimeSlot} <= 48`,
    ),
    check('ball_games_levels', sql`1.0 <= ${t.levelFrom} and ${t.levelFrom} <= ${t.levelTo} and ${t.levelTo} <= 7.0`),
    check('ball_games_players', sql`2 <= ${t.minPlayers} and ${t.minPlayers} <= ${t.maxPlayers}`),
    check('ball_games_seats', sql`0 <= ${t.seatsTaken} and ${t.seatsTaken} <= ${t.maxPlayers}`),
    check('ball_games_fee', sql`${t.feeFen} between 0 and 9007199254740991`),
  ],
)

/** Who plays in a ball game. */
export const ballParticipants = pgTable(
  'ball_participants',
  {
    ballId: idColumn('ball_id')
      .notNull()
      .references(() => ballGames.id),
    userId: userId('user_id').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.ballId, t.userId] }), index('ball_participants_of_user').on(t.userId)],
)
