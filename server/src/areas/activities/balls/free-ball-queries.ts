import type { FeeMode } from '@paidang/domain/areas/balls/ball-status'
import { isCourtPaid } from '@paidang/domain/areas/balls/fee'
import { dayOf, halfHourOfInstant } from '@paidang/domain/kernel/day'
import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { ballGames, ballParticipants } from '../../../tables/balls.ts'
import { users } from '../../../tables/identities.ts'
import { venues } from '../../../tables/venues.ts'

/** Locks a person for the rest of the transaction, so that their games are counted sequentially. */
export async function lockInitiator(tx: Database, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

/** How many seats of a game hold money that stays: paid and confirmed, or left late without a replacement. */
const paidSeatsOf = (ballId: ReturnType<typeof sql>) => sql`(
  select count(*)::int from ${ballParticipants} p where p.ball_id = ${ballId} and p.order_id is not null
    and (p.state = 'CONFIRMED' or p.state = 'LEFT_LATE' and p.refilled_by is null))`

/** How many have paid for their seats in a game. */
export async function countPaidSeats(tx: Database, ballId: string): Promise<number> {
  const { rows } = await tx.execute<{ paid: number }>(sql`select ${paidSeatsOf(sql`${ballId}`)} as "paid"`)
  return rows[0]?.paid ?? 0
}

type LiveGame = { feeMode: FeeMode; courtFeeFen: number; minPlayers: number; halfHours: number; paidSeats: number }

/**
 * Counts a person's unpaid games on courts of a venue that have not ended at `now`, except one game. Also reads how
 * many are allowed. A game whose time to pay has passed no longer holds its court.
 */
export async function countFreeBalls(
  tx: Database,
  { userId, venueId, exceptId, now }: { userId: string; venueId: string; exceptId: string | undefined; now: Date },
): Promise<{ live: number; limit: number }> {
  const { rows } = await tx.execute<LiveGame>(sql`
    select b.fee_mode as "feeMode", b.court_fee_fen::int as "courtFeeFen", b.min_players as "minPlayers",
      b.end_time_slot - b.begin_time_slot as "halfHours", ${paidSeatsOf(sql`b.id`)} as "paidSeats"
    from ${ballGames} b
    where b.initiator_id = ${userId} and b.stadium_id = ${venueId} and b.court_id is not null
      and b.status in ('UNPAID', 'OPEN', 'FULL') and b.id is distinct from ${exceptId ?? null}::bigint
      and (b.activity_date, b.end_time_slot) > (${dayOf(now)}::date, ${halfHourOfInstant(now)}::smallint)
      and not (b.status = 'UNPAID' and exists (
        select 1 from ${ballParticipants} p where p.ball_id = b.id and p.state = 'HELD' and p.held_until <= ${now}))
    order by b.id`)
  const [venue] = await tx.select({ limit: venues.freeBallLimit }).from(venues).where(eq(venues.id, venueId))
  return { live: rows.filter((game) => !isCourtPaid(game)).length, limit: venue?.limit ?? 0 }
}
