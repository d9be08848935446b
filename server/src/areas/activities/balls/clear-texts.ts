import type { Database } from '../../../db/database.ts'
import { lockBall, updateBall } from './ball-queries.ts'
import { publishBall } from './claim-ball.ts'

/** The title of a game while the initiator's own title is rejected or not yet approved. */
export const PLAIN_TITLE = '约球'

/** Removes the text of a game in any state. The game itself, its place and its players stay. */
export async function clearTexts(tx: Database, ballId: string): Promise<void> {
  if (!(await lockBall(tx, ballId))) return
  await publishBall(tx, await updateBall(tx, ballId, { title: PLAIN_TITLE, description: '' }), [])
}
