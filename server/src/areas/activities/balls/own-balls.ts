import type { BallSummary } from '@paidang/api/areas/balls'
import type { Page } from '@paidang/api/endpoint'
import type { Database } from '../../../db/database.ts'
import { listOwnBalls, listPublicBalls } from './list-queries.ts'
import { presentBall } from './present-ball.ts'

/** One page of a person's own games. */
export async function pageOwnBalls(
  db: Database,
  input: Parameters<typeof listOwnBalls>[1],
): Promise<Page<BallSummary>> {
  const { rows, total } = await listOwnBalls(db, input)
  return { rows: rows.map(presentBall), total }
}

/** One page of the public games that are to come. */
export async function pagePublicBalls(
  db: Database,
  input: Parameters<typeof listPublicBalls>[1],
): Promise<Page<BallSummary>> {
  const { rows, total } = await listPublicBalls(db, input)
  return { rows: rows.map(presentBall), total }
}
