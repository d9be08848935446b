import { createHash } from 'node:crypto'
import { DEFAULT_DONE } from '@paidang/api/envelope'
import type { Database } from '../../../db/database.ts'
import type { ReadyJson } from '../../../http/serve.ts'
import type { GridCache } from './grid-cache.ts'
import { type GridQuery, readCourtStatusJson } from './read-court-status.ts'

const VERSION_LENGTH = 16

/** Hashes a cached grid only once. */
const versions = new WeakMap<ReadyJson, string>()

/**
 * A text that differs when the grid of the same request differs. For clients without a live connection.
 *
 * @throws ApiError venue_not_found, coach_not_found
 */
export async function readCourtStatusVersion(
  db: Database,
  cache: GridCache,
  input: GridQuery,
): Promise<{ version: string }> {
  const grid = await readCourtStatusJson(db, cache, input)
  const version =
    versions.get(grid) ??
    createHash('sha256').update(grid.bodyWith(DEFAULT_DONE)).digest('base64url').slice(0, VERSION_LENGTH)
  versions.set(grid, version)
  return { version }
}
