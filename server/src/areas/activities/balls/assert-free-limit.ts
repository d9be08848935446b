import { ApiError } from '@paidang/api/catalogue/errors'
import { isCourtPaid } from '@paidang/domain/areas/balls/fee'
import type { Database } from '../../../db/database.ts'
import { countFreeBalls, countPaidSeats, lockInitiator } from './free-ball-queries.ts'
import type { PlacedBall } from './place-ball.ts'

/** The venue whose court a game takes without payment. Null when it takes no court of a venue, or is paid for. */
function freeVenueOf(ball: PlacedBall, paidSeats: number): string | null {
  const halfHours = ball.endTimeSlot - ball.beginTimeSlot
  return ball.courtId !== null && !isCourtPaid({ ...ball, halfHours, paidSeats }) ? ball.stadiumId : null
}

/**
 * Limits how many unpaid games a person has on the courts of one venue at a time. `exceptId` is the game in question.
 * `former` is its state before a change: a game that already counted at the venue may stay.
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
