import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { findSuspension } from './suspension-queries.ts'

/**
 * Refuses the log-in of a user whom an operator suspended.
 *
 * @throws ApiError account_suspended (data: until, null for good)
 */
export async function assertNotSuspended(db: Database, userId: string, now: Date): Promise<void> {
  const suspension = await findSuspension(db, userId, now)
  if (!suspension) return
  throw new ApiError('account_suspended', { data: { until: suspension.until?.toISOString() ?? null } })
}
