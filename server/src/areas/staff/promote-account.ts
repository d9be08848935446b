import type { StaffAccount } from '@paidang/api/areas/staff-accounts'
import type { Database } from '../../db/database.ts'
import { updateAccount } from './account-queries.ts'
import { type Keeping, lockKept, nameOf } from './keep-account.ts'
import { readAccount } from './present-account.ts'
import { recordDeed } from './record-deed.ts'

/**
 * Makes somebody the owner of his shop or a senior operator, or no longer. His next call is decided by it.
 *
 * @throws ApiError as lockKept
 * Source: decision record 021
 */
export async function promoteAccount(
  db: Database,
  { isLead, ...keeping }: Keeping & { isLead: boolean },
): Promise<StaffAccount> {
  const { staffId, by, now } = keeping
  return db.transaction(async (tx) => {
    const account = await lockKept(tx, keeping, 'promote')
    if (isLead !== account.isLead) {
      await updateAccount(tx, staffId, { isLead })
      const rank = account.kind === 'operator' ? '运营主管' : '店主'
      const summary = `${isLead ? '设为' : '取消'}${rank}${nameOf(account)}`
      const action = isLead ? ('staff.promote' as const) : ('staff.degrade' as const)
      await recordDeed(tx, { by: by.id, action, objectId: staffId, summary, now })
    }
    return readAccount(tx, staffId)
  })
}
