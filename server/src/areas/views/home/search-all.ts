import type { Found } from '@paidang/api/areas/home'
import type { Database } from '../../../db/database.ts'
import { findBalls, findCoaches, findVenues } from './search-queries.ts'

/** As many results of each kind as fit a page that is scanned. */
const MAX_FOUND = 10

/**
 * Finds coaches, venues and open public games that contain a text. A text of spaces finds nothing. A blacklist hides
 * both people from each other.
 */
export async function searchAll(
  db: Database,
  { keyword: typed, actorId, now }: { keyword: string; actorId: string | undefined; now: Date },
): Promise<Found> {
  const keyword = typed.trim()
  if (keyword === '') return { coaches: [], venues: [], balls: [] }
  const input = { keyword, actorId, limit: MAX_FOUND }
  const [coaches, venues, balls] = await Promise.all([
    findCoaches(db, { ...input, now }),
    findVenues(db, input),
    findBalls(db, { ...input, now }),
  ])
  return { coaches, venues, balls }
}
