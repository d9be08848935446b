import { ApiError } from '@paidang/api/catalogue/errors'
import { isCourtPaid } from '@paidang/domain/areas/balls/fee'
import type { Database } from '../../db/database.ts'
import { countFreeBalls, countPaidSeats, lockInitiator } from './free-ball-queries.ts'
import type { PlacedBall } from './place-ball.ts'

/** The venue whose court a game takes while it is not paid for; null where it takes none, or is. */
function freeVenueOf(ball: PlacedBall, paidSeats: number): string | null {
  const halfHours = ball.endTimeSlot - ball.beginTimeSlot
  return ball.courtId !== null && !isCourtPaid({ ...ball, halfHours, paidSeats }) ? ball.stadiumId : null
}

/**
 * A person has only so many games on courts of one venue at a time that are not paid for; `exceptId` is the game that is asked
 * about, `former` how it stood before a change: one that counted at the venue already may stay.
 *
 * @throws ApiError ball_free_limit
 * Source: decision record 024
 */
export async function assertFreeLimit(
  tx: Database,
  ball: PlacedBall,
  { userId, exceptId, former, now }: { userId: string; exceptId?: string; former?: PlacedBall; now: Date },
): Promise<void> {
  const paidSeats = exceptId === undefined ? 0 : await countPaidSeats(tx, exceptId)
  const venueId = freeVenueOf(ball, paidSeats)
  if (venueId === null || (former && freeVenueOf(former, paidSeats) === venueId)) return
  await lockInitiator(tx, userId)
  const { live, limit } = await countFreeBalls(tx, { userId, venueId, exceptId, now })
  if (live >= limit) throw new ApiError('ball_free_limit')
}
