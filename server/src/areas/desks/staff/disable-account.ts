import type { StaffAccount } from '@paidang/api/areas/staff-accounts'
import type { Database } from '../../../db/database.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { endStaffSessions, updateAccount } from './account-queries.ts'
import { lockManaged, type ManagedAccount, nameOf } from './managed-account.ts'
import { readAccount } from './present-account.ts'

/**
 * Disables an account and ends its log-ins at once, or enables it again. A repeat changes nothing.
 *
 * @throws ApiError as lockManaged
 * Source: decision record 021
 */
export async function disableAccount(
  db: Database,
  { isDisabled, ...keeping }: ManagedAccount & { isDisabled: boolean },
): Promise<StaffAccount> {
  const { staffId, actor, now } = keeping
  return db.transaction(async (tx) => {
    const account = await lockManaged(tx, keeping, 'disable')
    if (isDisabled !== (account.disabledAt !== null)) {
      await updateAccount(tx, staffId, { disabledAt: isDisabled ? now : null })
      if (isDisabled) await endStaffSessions(tx, { staffId, now })
      const action = isDisabled ? ('staff.disable' as const) : ('staff.enable' as const)
      const summary = `${isDisabled ? '停用' : '恢复'}员工账号${nameOf(account)}`
      await recordAuditEvent(tx, { actorId: actor.id, action, objectId: staffId, summary, now })
    }
    return readAccount(tx, staffId)
  })
}
