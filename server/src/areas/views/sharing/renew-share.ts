import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { renewBallLink } from '../../activities/balls/renew-ball-link.ts'
import { renewClassLink } from '../../activities/classes/share-link.ts'
import { deleteLinksTo } from '../../ground/share-links/share-links.ts'

/** A page whose link can be renewed. */
type Page = { kind: 'class' | 'ball' | 'card'; objectId: string }

/**
 * Replaces the link of a page of the caller. Links and short ids that were shared before no longer open it.
 *
 * @throws ApiError data_of_others (another user's card), as renewClassLink and renewBallLink
 * Source: decision record 023
 */
export async function renewShare(db: Database, { kind, objectId, actorId }: Page & { actorId: string }): Promise<void> {
  if (kind === 'card' && objectId !== actorId) throw new ApiError('data_of_others')
  await db.transaction(async (tx) => {
    if (kind === 'class') return renewClassLink(tx, { invitationId: objectId, actorId })
    if (kind === 'ball') await renewBallLink(tx, { ballId: objectId, actorId })
    await deleteLinksTo(tx, { kind, objectId })
  })
}
