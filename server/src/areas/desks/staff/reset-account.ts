import type { StaffAccount } from '@paidang/api/areas/staff-accounts'
import type { Database } from '../../../db/database.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { forgiveStaffFailures } from '../../people/auth/log-in-staff.ts'
import { hashPassword } from '../../people/auth/password.ts'
import { endStaffSessions, updateAccount } from './account-queries.ts'
import { firstPassword } from './first-password.ts'
import { lockManaged, type ManagedAccount, nameOf } from './managed-account.ts'
import { readAccount } from './present-account.ts'

/**
 * Gives an account a new password, which only this answer contains. Its log-ins end, and so does a pause after wrong
 * passwords.
 *
 * @throws ApiError as lockManaged
 * Source: decision record 021
 */
export async function resetAccount(
  db: Database,
  keeping: ManagedAccount,
): Promise<{ account: StaffAccount; password: string }> {
  const { staffId, actor, now } = keeping
  const password = firstPassword()
  const passwordHash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const account = await lockManaged(tx, keeping, 'reset')
    await updateAccount(tx, staffId, { passwordHash, passwordBy: actor.id })
    await endStaffSessions(tx, { staffId, now })
    await forgiveStaffFailures(tx, account)
    const summary = `重置员工密码${nameOf(account)}`
    await recordAuditEvent(tx, { actorId: actor.id, action: 'staff.reset', objectId: staffId, summary, now })
    return { account: await readAccount(tx, staffId), password }
  })
}
