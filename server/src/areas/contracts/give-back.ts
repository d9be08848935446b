import { usableUntil } from '@paidang/domain/areas/contracts/contract'
import { dayOf, formatDotDay } from '@paidang/domain/kernel/day'
import type { Database } from '../../db/database.ts'
import { extendExpiry } from './grant-queries.ts'
import { findConsumed, moveHours } from './queries.ts'
import type { Hold } from './settle-hold.ts'

/**
 * Extends a contract whose hours the club returns, so that they can still be used. A contract that ends sooner lasts
 * until the day of `usableUntil`.
 *
 * @returns the sentence for the ledger, empty if the contract lasts long enough.
 * Source: decision "Change and time, everywhere"
 */
export async function extendUsability(
  tx: Database,
  { contractId, now }: { contractId: string; now: Date },
): Promise<string> {
  const expiryDate = usableUntil(dayOf(now))
  const isExtended = await extendExpiry(tx, contractId, expiryDate)
  return isExtended ? `，合同有效期延至 ${formatDotDay(expiryDate)}` : ''
}

/** Returns the consumed hours of a seat's round, if there are any that were not returned before. */
export async function returnConsumed(
  tx: Database,
  seat: Pick<Hold, 'invitationId' | 'seatUserId' | 'round' | 'actorId' | 'reason' | 'now'>,
): Promise<void> {
  const consumed = await findConsumed(tx, seat)
  if (consumed) await refundHours(tx, { ...seat, ...consumed })
}

/** Returns hours that a class consumed. The ledger's key allows this once for each seat and round. */
export async function refundHours(tx: Database, { sessions, reason, ...seat }: Hold): Promise<void> {
  const extension = await extendUsability(tx, seat)
  const isMoved = await moveHours(tx, {
    ...seat,
    kind: 'REFUND',
    remainingChange: sessions,
    heldChange: 0,
    reason: `${reason}${extension}`,
  })
  if (!isMoved) throw new Error(`contract ${seat.contractId} refused hours that come back to it`)
}
