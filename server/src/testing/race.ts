import { sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'

/**
 * Runs two actions at the same moment. With a positive `headStart` the second begins later by that many round trips to
 * the database, with a negative one the first. A round trip takes as long as the machine makes every step take.
 */
export function race<First, Second>(
  db: Database,
  [first, second]: readonly [() => Promise<First>, () => Promise<Second>],
  headStart: number,
): Promise<[PromiseSettledResult<First>, PromiseSettledResult<Second>]> {
  const after = async <T>(trips: number, action: () => Promise<T>): Promise<T> => {
    for (let trip = 0; trip < trips; trip++) await db.execute(sql`select 1`)
    return action()
  }
  return Promise.allSettled([after(-headStart, first), after(headStart, second)])
}
