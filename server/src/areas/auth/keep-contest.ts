import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { upsertContest } from './link-queries.ts'

/**
 * Links a number that WeChat vouched for, and where it stays another's writes that down for support, which may make the two
 * accounts one.
 *
 * @param db no transaction: what is written down stays although the call is refused
 * @throws what `link` throws
 * Source: decision record 017
 */
export async function keepContest<T>(
  db: Database,
  contest: { userId: string; phone: string; now: Date },
  link: () => Promise<T>,
): Promise<T> {
  try {
    return await link()
  } catch (error) {
    if (error instanceof ApiError && error.code === 'phone_of_others') await upsertContest(db, contest)
    throw error
  }
}
