import type { StaffAccount } from '@paidang/api/areas/staff-accounts'
import type { Database } from '../../db/database.ts'
import { removeFactor } from '../auth/keep-factor.ts'
import { endStaffSessions } from './account-queries.ts'
import { type Keeping, lockKept, nameOf } from './keep-account.ts'
import { readAccount } from './present-account.ts'
import { recordDeed } from './record-deed.ts'

/**
 * Takes the second factor from the account of somebody who lost it; its log-ins end. Of an account without one nothing changes.
 *
 * @throws ApiError as lockKept
 * Source: decision record 027
 */
export async function resetFactor(db: Database, keeping: Keeping): Promise<StaffAccount> {
  const { staffId, by, now } = keeping
  return db.transaction(async (tx) => {
    const account = await lockKept(tx, keeping, 'reset')
    if (await removeFactor(tx, staffId)) {
      await endStaffSessions(tx, { staffId, now })
      const summary = `重置员工两步验证${nameOf(account)}`
      await recordDeed(tx, { by: by.id, action: 'staff.reset-factor', objectId: staffId, summary, now })
    }
    return readAccount(tx, staffId)
  })
}
