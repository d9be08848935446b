import type { Database } from '../../../db/database.ts'
import type { ShareLink } from './open-class.ts'
import { findShareVersion } from './share-queries.ts'
import type { ShareTokens } from './share-token.ts'

/** A token as the share link of a class; undefined without a token. */
export async function shareLinkOf(
  db: Database,
  tokens: ShareTokens,
  { invitationId, share, now }: { invitationId: string; share: string | undefined; now: Date },
): Promise<ShareLink | undefined> {
  if (share === undefined) return undefined
  return { isValid: tokens.isOf(share, invitationId, await findShareVersion(db, invitationId)), now }
}
