import type { ManagedClass } from '@paidang/api/areas/admin-classes'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { listObjections, listUses } from './objection-queries.ts'
import { presentEvent, presentInvitation, presentObjection, presentSeated } from './present.ts'
import { listEvents, listSeats } from './queries.ts'
import { findView } from './view-queries.ts'

/**
 * A class with all details, in any state, for operators.
 *
 * @throws ApiError invitation_not_found
 */
export async function readManagedClass(db: Database, invitationId: string, now: Date): Promise<ManagedClass> {
  const view = await findView(db, invitationId)
  if (!view) throw new ApiError('invitation_not_found')
  const [seats, uses, objections, events] = await Promise.all([
    listSeats(db, [invitationId]),
    listUses(db, invitationId),
    listObjections(db, { invitationId }),
    listEvents(db, invitationId),
  ])
  const usedBy = new Map(uses.map(({ userId, usedSessions }) => [userId, usedSessions]))
  return {
    invitation: presentInvitation(view, now, { isStranger: true }),
    companyName: view.companyName,
    seats: seats.map((seat) => ({
      ...presentSeated(seat),
      state: seat.state,
      heldSessions: seat.heldSessions,
      usedSessions: usedBy.get(seat.userId) ?? 0,
    })),
    objections: objections.map(presentObjection),
    events: events.map(presentEvent),
  }
}
