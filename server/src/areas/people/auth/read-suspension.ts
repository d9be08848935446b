import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { findSuspension } from './suspension-queries.ts'

/** The active suspension of a user; undefined for a user who may log in. */
export async function readSuspension(
  db: Database,
  userId: string,
  now: Date,
): Promise<{ id: string; until: Date | null } | undefined> {
  return findSuspension(db, userId, now)
}

/**
 * Refuses the log-in of a user whom an operator suspended.
 *
 * @throws ApiError account_suspended (data: until, null for good)
 */
export async function assertNotSuspended(db: Database, userId: string, now: Date): Promise<void> {
  const suspension = await readSuspension(db, userId, now)
  if (!suspension) return
  throw new ApiError('account_suspended', { data: { until: suspension.until?.toISOString() ?? null } })
}
