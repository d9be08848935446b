import type { Database } from '../../../db/database.ts'
import type { ShareTokens } from '../classes/share-link.ts'
import { findShareVersion } from './share-queries.ts'

/** Whether a token is that of a game's current share link. */
export async function hasBallLink(
  db: Database,
  tokens: ShareTokens,
  { ballId, share }: { ballId: string; share: string | undefined },
): Promise<boolean> {
  return share !== undefined && tokens.isOf(share, ballId, await findShareVersion(db, ballId))
}
