import {
  type CancellationCost,
  cancellationCost,
  LATE_CANCEL_WINDOW_DAYS,
} from '@paidang/domain/areas/classes/cancellation'
import type { Database } from '../../db/database.ts'
import type { OpenClass } from './open-class.ts'
import { countLateCancellations } from './queries.ts'

/** What cancelling would cost this person now: of the class for its initiator and coach, of his seat for a joiner. */
export async function quoteCancellation(
  db: Database,
  { view, joined, role, startsAt }: OpenClass,
  { by, now }: { by: string; now: Date },
): Promise<CancellationCost & { heldSessions: number }> {
  const { id, companyId, confirmedAt } = view.invitation
  const heldSessions = joined.find(({ userId }) => userId === by)?.heldSessions ?? 0
  const since = new Date(now.getTime() - LATE_CANCEL_WINDOW_DAYS * 86_400_000)
  const lateCancelsBefore =
    role === 'coach' ? 0 : await countLateCancellations(db, { userId: by, companyId, since, exceptId: id })
  const cost = cancellationCost({
    by: role === 'coach' ? 'coach' : 'player',
    policy: { freeCancelHours: view.freeCancelHours, forgivenLateCancels: view.forgivenLateCancels },
    startsAt,
    now,
    isConfirmed: confirmedAt !== null && view.invitation.invitationStatus === 'CONFIRMED',
    heldSessions,
    lateCancelsBefore,
  })
  return { ...cost, heldSessions }
}
