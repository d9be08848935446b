import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { openBall } from '../../activities/balls/open-ball.ts'
import { findLinkOf, insertLink, type SharedPage } from '../../ground/share-links/share-links.ts'
import { viewPlayer } from '../../people/profile/view-player.ts'
import { makeShareId } from './make-share-id.ts'
import { type OpenShare, openLink } from './open-share.ts'

type Sharing = {
  page: Pick<SharedPage, 'kind'> & { objectId?: string | undefined }
  actorId: string
  now: Date
  origin: string
}

/** The last attempt only reads. Three taken ids in a row mean a fault, not chance. */
const MAX_ATTEMPTS = 4

/**
 * Returns the caller's short id for a page; it is the same each time. Only its initiator may share a game that is not
 * public, once it is published.
 *
 * @throws ApiError input_invalid (a page without its object), user_not_found, ball_not_found, action_forbidden
 * Source: decision record 019
 */
export async function sharePage(db: Database, { page, actorId, now, origin }: Sharing): Promise<OpenShare> {
  const shared = sharedPageOf(page, actorId)
  await assertMayShare(db, shared, { now, origin })
  return db.transaction(async (tx) => {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const link = await findLinkOf(tx, shared)
      if (link) return openLink(tx, link, { actorId, now, origin })
      await insertLink(tx, { ...shared, id: makeShareId(), now })
    }
    throw new Error('every short id was taken')
  })
}

function sharedPageOf({ kind, objectId }: Sharing['page'], sharerId: string): SharedPage {
  if (kind === 'home') return { kind, objectId: null, sharerId }
  if (objectId === undefined) throw new ApiError('input_invalid')
  return { kind, objectId, sharerId }
}

async function assertMayShare(
  db: Database,
  { kind, objectId, sharerId: actorId }: SharedPage,
  { now, origin }: { now: Date; origin: string },
): Promise<void> {
  if (objectId === null) return
  if (kind === 'card') {
    await viewPlayer(db, { userId: objectId, actorId, now, origin })
    return
  }
  const { view } = await openBall(db, { ballId: objectId, actorId })
  if (view.status === 'UNPAID' || (!view.isPublic && view.initiatorId !== actorId))
    throw new ApiError('action_forbidden')
}
