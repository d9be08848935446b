import type { Database } from '../../db/database.ts'
import type { ShareTokens } from '../classes/share-token.ts'
import { findShareVersion } from './share-queries.ts'

/** Whether a token in somebody's hands is that of a game's share link as it is now. */
export async function hasBallLink(
  db: Database,
  tokens: ShareTokens,
  { ballId, share }: { ballId: string; share: string | undefined },
): Promise<boolean> {
  return share !== undefined && tokens.isOf(share, ballId, await findShareVersion(db, ballId))
}
