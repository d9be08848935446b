import { sql } from 'drizzle-orm'
import { check, index, pgTable, smallint, unique } from 'drizzle-orm/pg-core'
import { idColumn, instant, ownId } from '../db/columns.ts'
import { ballGames } from './balls.ts'
import { invitations } from './classes.ts'
import { userId } from './identities.ts'

/** The class or the game that a row is about: exactly one of them. */
const booking = {
  invitationId: idColumn('invitation_id').references(() => invitations.id),
  ballId: idColumn('ball_id').references(() => ballGames.id),
}

/** Who said 我到了 of a class or a game, and when: one row a person. Source: decision record 068 */
export const arrivals = pgTable(
  'arrivals',
  { id: ownId(), ...booking, userId: userId('user_id').notNull(), arrivedAt: instant('arrived_at').notNull() },
  (t) => [
    unique('arrivals_in_class').on(t.invitationId, t.userId),
    unique('arrivals_in_game').on(t.ballId, t.userId),
    index('arrivals_of_user').on(t.userId),
    check('arrivals_booking', sql`num_nonnulls(${t.invitationId}, ${t.ballId}) = 1`),
  ],
)

/**
 * Courts that nobody took up and a manager of the venue released: the class or the game holds its court no longer, from
 * this half-hour on.
 */
export const courtReleases = pgTable(
  'court_releases',
  {
    id: ownId(),
    ...booking,
    fromTimeSlot: smallint('from_time_slot').notNull(),
    releasedBy: userId('released_by').notNull(),
    releasedAt: instant('released_at').notNull(),
  },
  (t) => [
    unique('court_releases_of_class').on(t.invitationId),
    unique('court_releases_of_game').on(t.ballId),
    // The audit log lists them by time.
    index('court_releases_by_time').on(t.releasedAt, t.id),
    check('court_releases_booking', sql`num_nonnulls(${t.invitationId}, ${t.ballId}) = 1`),
    check('court_releases_from', sql`${t.fromTimeSlot} between 0 and 47`),
  ],
)
