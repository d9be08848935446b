import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { publishDueOf } from './ball-fee.ts'
import { countFreeBalls, lockInitiator } from './ball-queries.ts'
import type { PlacedBall } from './place-ball.ts'

/** The venue whose court a game takes without payment; null where it takes none, or is paid for. */
export const freeVenueOf = (ball: PlacedBall): string | null =>
  ball.courtId !== null && publishDueOf(ball) === 0 ? ball.stadiumId : null

/**
 * A person has only so many games without payment on courts of one venue at a time; `exceptId` is the game that is asked about.
 *
 * @throws ApiError ball_free_limit
 * Source: decision record 024
 */
export async function assertFreeLimit(
  tx: Database,
  ball: PlacedBall,
  { userId, exceptId, now }: { userId: string; exceptId?: string; now: Date },
): Promise<void> {
  const venueId = freeVenueOf(ball)
  if (venueId === null) return
  await lockInitiator(tx, userId)
  const { live, limit } = await countFreeBalls(tx, { userId, venueId, exceptId, now })
  if (live >= limit) throw new ApiError('ball_free_limit')
}
