import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { renewBallLink } from '../balls/renew-ball-link.ts'
import { renewClassLink } from '../classes/renew-class-link.ts'
import { deleteLinksTo } from './queries.ts'

/** What has a link that can be renewed. */
type Page = { kind: 'class' | 'ball' | 'card'; objectId: string }

/**
 * Gives a page of the caller's another link. Links and short ids that were handed on open it no more.
 *
 * @throws ApiError data_of_others (another's card), as renewClassLink and renewBallLink
 * Source: decision record 023
 */
export async function renewShare(db: Database, { kind, objectId, by }: Page & { by: string }): Promise<void> {
  if (kind === 'card' && objectId !== by) throw new ApiError('data_of_others')
  await db.transaction(async (tx) => {
    if (kind === 'class') return renewClassLink(tx, { invitationId: objectId, by })
    if (kind === 'ball') await renewBallLink(tx, { ballId: objectId, by })
    await deleteLinksTo(tx, { kind, objectId })
  })
}
