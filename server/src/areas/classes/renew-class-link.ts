import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { openClass } from './open-class.ts'
import { renewShare } from './share-queries.ts'

/**
 * The initiator or the coach of a class gives it another share link: those that were handed on open it no more.
 *
 * @throws ApiError invitation_not_found, invitation_not_yours
 * Source: decision record 023
 */
export async function renewClassLink(
  tx: Database,
  { invitationId, by }: { invitationId: string; by: string },
): Promise<void> {
  const { role } = await openClass(tx, invitationId, by)
  if (role !== 'initiator' && role !== 'coach') throw new ApiError('invitation_not_yours')
  await renewShare(tx, invitationId)
}
