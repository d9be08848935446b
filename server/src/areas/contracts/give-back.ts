import { usableUntil } from '@paidang/domain/areas/contracts/contract'
import { dayOf, dotted } from '@paidang/domain/kernel/day'
import type { Database } from '../../db/database.ts'
import { extendExpiry } from './grant-queries.ts'
import { findConsumed, moveHours } from './queries.ts'
import type { Hold } from './settle-hold.ts'

/**
 * Lets hours that the club's side gives back be used: a contract that ends sooner lasts until `usableUntil` says.
 *
 * @returns the sentence for the ledger, empty when the contract lasts long enough
 * Source: decision "Change and time, everywhere"
 */
export async function keepUsable(
  tx: Database,
  { contractId, now }: { contractId: string; now: Date },
): Promise<string> {
  const expiryDate = usableUntil(dayOf(now))
  const isExtended = await extendExpiry(tx, contractId, expiryDate)
  return isExtended ? `，合同有效期延至 ${dotted(expiryDate)}` : ''
}

/** Gives back what the hold of a seat's round cost, if it was consumed and is not back yet. */
export async function returnConsumed(
  tx: Database,
  seat: Pick<Hold, 'invitationId' | 'seatUserId' | 'round' | 'actorId' | 'reason' | 'now'>,
): Promise<void> {
  const consumed = await findConsumed(tx, seat)
  if (consumed) await refundHours(tx, { ...seat, ...consumed })
}

/** Gives hours back that a class consumed. The ledger's key allows it once for each seat and round. */
export async function refundHours(tx: Database, { sessions, reason, ...seat }: Hold): Promise<void> {
  const extension = await keepUsable(tx, seat)
  const isMoved = await moveHours(tx, {
    ...seat,
    kind: 'REFUND',
    remainingChange: sessions,
    heldChange: 0,
    reason: `${reason}${extension}`,
  })
  if (!isMoved) throw new Error(`contract ${seat.contractId} refused hours that come back to it`)
}
