import type { Cell } from '@paidang/domain/areas/schedule/cells'
import type { Database } from '../../db/database.ts'
import { holdersAmongClasses } from '../schedule/find-holder.ts'
import { expireInvitation } from './expire-invitation.ts'

/**
 * Requests that nobody answered in time stand in nobody's way: all that hold one of these cells expire, in the order of
 * their ids, so that two who do this never wait for each other.
 *
 * @returns whether there was one
 * Source: decision "The life of a class invitation", EXPIRED
 */
export async function expireHolders(db: Database, cells: readonly Cell[], now: Date): Promise<boolean> {
  let isAnyExpired = false
  for (const invitationId of await holdersAmongClasses(db, cells)) {
    if (await expireInvitation(db, { invitationId, now })) isAnyExpired = true
  }
  return isAnyExpired
}
