import {
  type CancellationCost,
  cancellationCost,
  LATE_CANCEL_WINDOW_DAYS,
} from '@paidang/domain/areas/classes/cancellation'
import type { Database } from '../../../db/database.ts'
import { readLateContext } from './late-queries.ts'
import { hasToAgree, type OpenClass } from './open-class.ts'

/**
 * What cancelling would cost this user now: the class for its initiator and the coach's side, a seat otherwise. Of
 * users without a seat only the company's admin can cancel. `isChanged`: the coach's side changed what the user agreed
 * to.
 */
export async function quoteCancellation(
  db: Database,
  { view, joined, own, role, startsAt }: OpenClass,
  { actorId, now }: { actorId: string; now: Date },
): Promise<CancellationCost & { heldSessions: number; isChanged: boolean }> {
  const { id, companyId, confirmedAt } = view.invitation
  const heldSessions = joined.find(({ userId }) => userId === actorId)?.heldSessions ?? 0
  const isOfClub = role === 'coach' || role === 'viewer'
  const since = new Date(now.getTime() - LATE_CANCEL_WINDOW_DAYS * 86_400_000)
  const late = isOfClub
    ? { cancelsBefore: 0, hasOfferChanged: false }
    : await readLateContext(db, { userId: actorId, companyId, since, invitationId: id, now })
  const isChanged = late.hasOfferChanged || hasToAgree(own)
  const cost = cancellationCost({
    by: isOfClub ? 'coach' : 'player',
    policy: { freeCancelHours: view.freeCancelHours, forgivenLateCancels: view.forgivenLateCancels },
    startsAt,
    now,
    isConfirmed: confirmedAt !== null && view.invitation.invitationStatus === 'CONFIRMED',
    isChanged,
    heldSessions,
    lateCancelsBefore: late.cancelsBefore,
  })
  return { ...cost, heldSessions, isChanged }
}
