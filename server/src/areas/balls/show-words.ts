import type { Database } from '../../db/database.ts'
import { findView, lockBall, updateBall } from './ball-queries.ts'
import { publishBall } from './claim-ball.ts'

/** Locks a game until the transaction ends. */
export async function lockGame(tx: Database, ballId: string): Promise<void> {
  await lockBall(tx, ballId)
}

/** What others read in the words of a game. */
export async function readWords(
  db: Database,
  ballId: string,
): Promise<Partial<Record<string, string | null>> | undefined> {
  const ball = await findView(db, ballId)
  return ball && { title: ball.title, description: ball.description }
}

/** Shows approved words of a locked game, whatever has become of it. */
export async function showWords(tx: Database, ballId: string, field: string, value: string): Promise<void> {
  if (field !== 'title' && field !== 'description') throw new Error(`a game has no checked field ${field}`)
  await publishBall(tx, await updateBall(tx, ballId, { [field]: value }), [])
}
