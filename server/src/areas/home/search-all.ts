import type { Found } from '@paidang/api/areas/home'
import type { Database } from '../../db/database.ts'
import { findBalls, findCoaches, findVenues } from './search-queries.ts'

/** So many of each kind fit a page that is looked over. */
const MAX_FOUND = 10

/** Coaches, venues and open public games that hold a typed text; of a text of spaces nothing. Blacklists hide both ways. */
export async function searchAll(
  db: Database,
  { keyword: typed, by, now }: { keyword: string; by: string | undefined; now: Date },
): Promise<Found> {
  const keyword = typed.trim()
  if (keyword === '') return { coaches: [], venues: [], balls: [] }
  const wanted = { keyword, by, limit: MAX_FOUND }
  const [coaches, venues, balls] = await Promise.all([
    findCoaches(db, { ...wanted, now }),
    findVenues(db, wanted),
    findBalls(db, { ...wanted, now }),
  ])
  return { coaches, venues, balls }
}
