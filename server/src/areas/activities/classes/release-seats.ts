import type { Database } from '../../../db/database.ts'
import { lockContractsOfSeats } from '../../money/contracts/place-hold.ts'
import { consumeHold, returnHours } from '../../money/contracts/settle-hold.ts'
import type { SeatRow } from './queries.ts'
import { updateSeat } from './queries.ts'

/** Locks the contracts that seats hold hours of, in the order of their ids, for seats that are settled group by group. */
export async function lockHolds(tx: Database, courseId: string, seats: readonly SeatRow[]): Promise<void> {
  const contractIds = seats.flatMap(({ contractId }) => contractId ?? [])
  await lockContractsOfSeats(tx, { userIds: [], courseId, contractIds })
}

/** Whether a seat's held hours are consumed or given back. */
export type SeatSettlement = { seat: SeatRow; isConsumed: boolean }

/**
 * Settles the holds of seats, contract by contract in the order of their ids, and empties them. Hours that come back
 * stay usable for 30 days, unless it is the player's own choice to give them back (`isOwnChoice`).
 */
export async function settleSeats(
  tx: Database,
  settlements: readonly SeatSettlement[],
  {
    actorId,
    reason,
    now,
    isOwnChoice = false,
  }: { actorId: string | null; reason: string; now: Date; isOwnChoice?: boolean },
): Promise<void> {
  const inLockOrder = settlements
    .filter(({ seat }) => seat.contractId !== null && seat.heldSessions > 0)
    .sort((a, b) => Number(BigInt(a.seat.contractId ?? 0) - BigInt(b.seat.contractId ?? 0)))
  for (const { seat, isConsumed } of inLockOrder) {
    const { invitationId, userId, contractId, round, heldSessions: sessions } = seat
    if (contractId === null) continue
    const hold = { contractId, invitationId, seatUserId: userId, round, sessions, actorId, reason, now }
    await (isConsumed ? consumeHold(tx, hold) : returnHours(tx, 'VOID', { ...hold, isOwnChoice }))
    await updateSeat(tx, { invitationId, userId }, { heldSessions: 0 })
  }
}
