import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { openClass } from './open-class.ts'
import { renewShare } from './share-queries.ts'

/**
 * The initiator or the coach renews the share link of a class. Former links no longer open it.
 *
 * @throws ApiError invitation_not_found, invitation_not_yours
 * Source: decision record 023
 */
export async function renewClassLink(
  tx: Database,
  { invitationId, actorId }: { invitationId: string; actorId: string },
): Promise<void> {
  const { role } = await openClass(tx, invitationId, actorId)
  if (role !== 'initiator' && role !== 'coach') throw new ApiError('invitation_not_yours')
  await renewShare(tx, invitationId)
}
