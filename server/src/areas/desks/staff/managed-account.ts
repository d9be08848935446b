import { ApiError } from '@paidang/api/catalogue/errors'
import { type AccountAction, whyNotManage } from '@paidang/domain/areas/auth/staff-account'
import type { Database } from '../../../db/database.ts'
import { assertSeenRow } from '../../../db/revision-queries.ts'
import type { StaffUser } from '../../../http/session.ts'
import { staffRole } from '../../people/auth/staff-role.ts'
import { lockAccounts, type StaffRow } from './account-queries.ts'

/** The account to change, its revision that was seen, and the actor. */
export type ManagedAccount = { staffId: string; actor: StaffUser; now: Date; seen?: number | undefined }

/**
 * Locks an account for an action on it. The actor's account is locked and checked too. So of two who disable or demote
 * each other at the same moment the second is refused.
 *
 * @throws ApiError staff_not_found, staff_oneself, action_forbidden, also for an actor who has just lost the right;
 *   revision_outdated
 */
export async function lockManaged(
  tx: Database,
  { staffId, actor, seen }: ManagedAccount,
  action: AccountAction,
): Promise<StaffRow> {
  const rows = await lockAccounts(tx, [actor.id, staffId])
  const [manager, account] = [actor.id, staffId].map((id) => rows.find((row) => row.id === id))
  if (!manager || manager.disabledAt) throw new ApiError('action_forbidden')
  if (!account) throw new ApiError('staff_not_found')
  const asColleague = (row: StaffRow) => ({ id: row.id, role: staffRole(row), merchantId: row.merchantId })
  const refusal = whyNotManage(asColleague(manager), asColleague(account), action)
  if (refusal) throw new ApiError(refusal)
  await assertSeenRow(tx, 'staff', { id: staffId, seen })
  return account
}

/** The name of an account in audit events. */
export const nameOf = ({ nickname, username }: StaffRow) => `「${nickname}（${username}）」`
