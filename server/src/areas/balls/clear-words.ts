import type { Database } from '../../db/database.ts'
import { lockBall, updateBall } from './ball-queries.ts'
import { publishBall } from './claim-ball.ts'

/** What a game is called that may not, or not yet, be called what its initiator wrote. */
export const PLAIN_TITLE = '约球'

/** Takes the words of a game away, whatever has become of it; the game itself, its place and its players stay. */
export async function clearWords(tx: Database, ballId: string): Promise<void> {
  if (!(await lockBall(tx, ballId))) return
  await publishBall(tx, await updateBall(tx, ballId, { title: PLAIN_TITLE, description: '' }), [])
}
