import type { Invitation } from '@paidang/api/areas/classes'
import { actorsOfClub } from '@paidang/domain/areas/classes/transitions'
import type { Database } from '../../../db/database.ts'
import { assertSeen } from '../../../db/revision-queries.ts'
import { completeClass } from './complete-class.ts'
import type { ClassAction } from './confirm-invitation.ts'
import { openClass } from './open-class.ts'
import { presentInvitation } from './present.ts'
import { findView } from './view-queries.ts'

/**
 * The coach, or the company's admin, completes a held class. Completing again answers the present state.
 *
 * @throws ApiError invitation_not_found, any refusal of whyNot, revision_outdated
 * Source: decision "The life of a class invitation", complete
 */
export async function finishInvitation(
  db: Database,
  { invitationId, actorId, now, seen }: ClassAction,
): Promise<Invitation> {
  return db.transaction(async (tx) => {
    const opened = await openClass(tx, invitationId, actorId)
    const { view, actors } = opened
    const isRepeat = view.invitation.invitationStatus === 'COMPLETED' && actorsOfClub(actors).length > 0
    if (isRepeat) return presentInvitation(view, now)
    await assertSeen(tx, 'invitations', { seen, row: view.invitation }, () => presentInvitation(view, now, opened))
    await completeClass(tx, opened, { actorId, now })
    const after = await findView(tx, invitationId)
    return presentInvitation(after ?? view, now)
  })
}
