import type { Cell } from '@paidang/domain/areas/schedule/cells'
import type { Database } from '../../../db/database.ts'
import { holdersAmongClasses } from '../../time/schedule/find-holder.ts'
import { expireInvitation } from './expire-invitation.ts'

/**
 * Expires all unanswered requests that hold one of these cells. The order of ids makes sure that two callers never
 * deadlock.
 *
 * @returns whether there was one
 */
export async function expireHolders(db: Database, cells: readonly Cell[], now: Date): Promise<boolean> {
  let isAnyExpired = false
  for (const invitationId of await holdersAmongClasses(db, cells)) {
    if (await expireInvitation(db, { invitationId, now })) isAnyExpired = true
  }
  return isAnyExpired
}
