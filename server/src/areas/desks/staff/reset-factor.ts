import type { StaffAccount } from '@paidang/api/areas/staff-accounts'
import type { Database } from '../../../db/database.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { removeFactor } from '../../people/auth/save-factor.ts'
import { endStaffSessions } from './account-queries.ts'
import { lockManaged, type ManagedAccount, nameOf } from './managed-account.ts'
import { readAccount } from './present-account.ts'

/**
 * Removes the second factor of an account whose owner lost it, and ends its log-ins. An account without one stays
 * unchanged.
 *
 * @throws ApiError as lockManaged
 * Source: decision record 027
 */
export async function resetFactor(db: Database, keeping: ManagedAccount): Promise<StaffAccount> {
  const { staffId, actor, now } = keeping
  return db.transaction(async (tx) => {
    const account = await lockManaged(tx, keeping, 'reset')
    if (await removeFactor(tx, staffId)) {
      await endStaffSessions(tx, { staffId, now })
      const summary = `重置员工两步验证${nameOf(account)}`
      await recordAuditEvent(tx, { actorId: actor.id, action: 'staff.reset-factor', objectId: staffId, summary, now })
    }
    return readAccount(tx, staffId)
  })
}
