import type { Database } from '../../../db/database.ts'
import { returnConsumed } from '../../money/contracts/settle-hold.ts'
import { type SeatRow, updateSeat } from './queries.ts'

/**
 * Undoes the late cancellations of these seats. The lost hours come back, and the cancellations no longer count.
 *
 * @returns the ids of their players
 */
export async function undoLate(
  tx: Database,
  seats: readonly SeatRow[],
  movement: { actorId: string | null; reason: string; now: Date },
): Promise<string[]> {
  const late = seats.filter(
    ({ lateCancelledAt, lateReturnedAt }) => lateCancelledAt !== null && lateReturnedAt === null,
  )
  for (const { invitationId, userId, round } of late) {
    await returnConsumed(tx, { invitationId, seatUserId: userId, round, ...movement })
    await updateSeat(tx, { invitationId, userId }, { lateReturnedAt: movement.now })
  }
  return late.map(({ userId }) => userId)
}
