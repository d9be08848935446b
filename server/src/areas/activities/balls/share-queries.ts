import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { ballGames } from '../../../tables/balls.ts'

/** How often the share link of a game was renewed; 0 for an unknown game. */
export async function findShareVersion(db: Database, id: string): Promise<number> {
  const [row] = await db.select({ version: ballGames.shareVersion }).from(ballGames).where(eq(ballGames.id, id))
  return row?.version ?? 0
}

/** Gives the game another share link. */
export async function renewShare(tx: Database, id: string): Promise<void> {
  const shareVersion = sql`${ballGames.shareVersion} + 1`
  await tx.update(ballGames).set({ shareVersion }).where(eq(ballGames.id, id))
}
