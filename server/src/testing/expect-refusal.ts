import { expect } from 'vitest'
import type { Database } from '../db/database.ts'
import { fingerprints } from './all-rows.ts'

/**
 * Expects a call to fail in this way and to leave every row unchanged. A new log-in session of the caller is no change,
 * nor is the answer that is kept for a key.
 */
export async function expectRefusal(db: Database, call: () => Promise<unknown>, refusal: object): Promise<void> {
  const rows = async () => ({
    ...(await fingerprints(db)),
    login_sessions: '',
    staff_sessions: '',
    analytics_sessions: '',
    idempotency_keys: '',
  })
  const before = await rows()
  await expect(call()).rejects.toMatchObject(refusal)
  expect(await rows()).toEqual(before)
}
