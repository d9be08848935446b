import type { StaffAccount } from '@paidang/api/areas/staff-accounts'
import type { Database } from '../../../db/database.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { updateAccount } from './account-queries.ts'
import { lockManaged, type ManagedAccount, nameOf } from './managed-account.ts'
import { readAccount } from './present-account.ts'

/**
 * Makes a staff member the owner of their shop or a senior operator, or ends that role. It applies from their next
 * call.
 *
 * @throws ApiError as lockManaged
 * Source: decision record 021
 */
export async function promoteAccount(
  db: Database,
  { isLead, ...keeping }: ManagedAccount & { isLead: boolean },
): Promise<StaffAccount> {
  const { staffId, actor, now } = keeping
  return db.transaction(async (tx) => {
    const account = await lockManaged(tx, keeping, 'promote')
    if (isLead !== account.isLead) {
      await updateAccount(tx, staffId, { isLead })
      const rank = account.kind === 'operator' ? '运营主管' : '店主'
      const summary = `${isLead ? '设为' : '取消'}${rank}${nameOf(account)}`
      const action = isLead ? ('staff.promote' as const) : ('staff.degrade' as const)
      await recordAuditEvent(tx, { actorId: actor.id, action, objectId: staffId, summary, now })
    }
    return readAccount(tx, staffId)
  })
}
