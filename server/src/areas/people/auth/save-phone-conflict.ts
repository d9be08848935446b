import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { upsertPhoneConflict } from './link-queries.ts'

/**
 * Links a number that WeChat vouched for. If it stays with another account, this is recorded for support, which may
 * merge the two accounts.
 *
 * @param db no transaction: the record stays although the call is refused
 * @throws what `link` throws
 * Source: decision record 017
 */
export async function savePhoneConflict<T>(
  db: Database,
  contest: { userId: string; phone: string; now: Date },
  link: () => Promise<T>,
): Promise<T> {
  try {
    return await link()
  } catch (error) {
    if (error instanceof ApiError && error.code === 'phone_of_others') await upsertPhoneConflict(db, contest)
    throw error
  }
}
