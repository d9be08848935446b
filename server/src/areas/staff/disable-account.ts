import type { StaffAccount } from '@paidang/api/areas/staff-accounts'
import type { Database } from '../../db/database.ts'
import { endStaffSessions, updateAccount } from './account-queries.ts'
import { type Keeping, lockKept, nameOf } from './keep-account.ts'
import { readAccount } from './present-account.ts'
import { recordDeed } from './record-deed.ts'

/**
 * Ends the log-ins of an account at once and lets it log in no more, or lets it again. Saying so once more changes nothing.
 *
 * @throws ApiError as lockKept
 * Source: decision record 021
 */
export async function disableAccount(
  db: Database,
  { isDisabled, ...keeping }: Keeping & { isDisabled: boolean },
): Promise<StaffAccount> {
  const { staffId, by, now } = keeping
  return db.transaction(async (tx) => {
    const account = await lockKept(tx, keeping, 'disable')
    if (isDisabled !== (account.disabledAt !== null)) {
      await updateAccount(tx, staffId, { disabledAt: isDisabled ? now : null })
      if (isDisabled) await endStaffSessions(tx, { staffId, now })
      const action = isDisabled ? ('staff.disable' as const) : ('staff.enable' as const)
      const summary = `${isDisabled ? '停用' : '恢复'}员工账号${nameOf(account)}`
      await recordDeed(tx, { by: by.id, action, objectId: staffId, summary, now })
    }
    return readAccount(tx, staffId)
  })
}
