import type { StaffAccount } from '@paidang/api/areas/staff-accounts'
import type { Database } from '../../db/database.ts'
import { forgiveStaffFailures } from '../auth/log-in-staff.ts'
import { hashPassword } from '../auth/password.ts'
import { endStaffSessions, updateAccount } from './account-queries.ts'
import { firstPassword } from './first-password.ts'
import { type Keeping, lockKept, nameOf } from './keep-account.ts'
import { readAccount } from './present-account.ts'
import { recordDeed } from './record-deed.ts'

/**
 * Gives an account another password, which this answer alone tells; its log-ins end, and so does a pause after wrong ones.
 *
 * @throws ApiError as lockKept
 * Source: decision record 021
 */
export async function resetAccount(
  db: Database,
  keeping: Keeping,
): Promise<{ account: StaffAccount; password: string }> {
  const { staffId, by, now } = keeping
  const password = firstPassword()
  const passwordHash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const account = await lockKept(tx, keeping, 'reset')
    await updateAccount(tx, staffId, { passwordHash, passwordBy: by.id })
    await endStaffSessions(tx, { staffId, now })
    await forgiveStaffFailures(tx, account)
    const summary = `重置员工密码${nameOf(account)}`
    await recordDeed(tx, { by: by.id, action: 'staff.reset', objectId: staffId, summary, now })
    return { account: await readAccount(tx, staffId), password }
  })
}
