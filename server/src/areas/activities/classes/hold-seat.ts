import type { Database } from '../../../db/database.ts'
import { placeHold } from '../../money/contracts/place-hold.ts'
import { type SeatRow, updateSeat } from './queries.ts'

/**
 * A seat that is to hold hours: `sessions` lesson hours of a course for a class on `courseDate` (yyyy-mm-dd). `round`
 * is one more than that of its last hold, 1 for the first.
 */
export type SeatHold = {
  seat: Pick<SeatRow, 'invitationId' | 'userId'>
  courseId: string
  courseDate: string
  sessions: number
  round: number
  actorId: string | null
  reason: string
  now: Date
}

/**
 * Holds the hours of a seat on its player's earliest-expiring contract that can pay. Stores contract, hours and round
 * on the seat. The seat's row must exist, without a hold.
 *
 * @returns the contract's id; null when no contract of the player can pay, and then nothing is stored.
 * Source: decision "The life of a class invitation"
 */
export async function holdSeat(
  tx: Database,
  { seat: { invitationId, userId }, courseId, courseDate, sessions, round, actorId, reason, now }: SeatHold,
): Promise<string | null> {
  const contractId = await placeHold(tx, {
    courseId,
    day: courseDate,
    invitationId,
    seatUserId: userId,
    round,
    sessions,
    actorId,
    reason,
    now,
  })
  if (contractId === null) return null
  await updateSeat(tx, { invitationId, userId }, { contractId, heldSessions: sessions, round })
  return contractId
}
