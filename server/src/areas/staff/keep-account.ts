import { ApiError } from '@paidang/api/catalogue/errors'
import { type AccountDeed, whyNotKeep } from '@paidang/domain/areas/auth/staff-account'
import type { Database } from '../../db/database.ts'
import type { StaffUser } from '../../http/session.ts'
import { staffRole } from '../auth/staff-role.ts'
import { lockAccounts, type StaffRow } from './account-queries.ts'

/** Whose account is kept, and by whom. */
export type Keeping = { staffId: string; by: StaffUser; now: Date }

/**
 * Locks an account for somebody who does something to it. He too is looked at anew under the lock: of two who disable or degrade
 * each other at the same moment one is too late.
 *
 * @throws ApiError staff_not_found, staff_oneself, action_forbidden also for who may no longer
 */
export async function lockKept(tx: Database, { staffId, by }: Keeping, deed: AccountDeed): Promise<StaffRow> {
  const rows = await lockAccounts(tx, [by.id, staffId])
  const [keeper, account] = [by.id, staffId].map((id) => rows.find((row) => row.id === id))
  if (!keeper || keeper.disabledAt) throw new ApiError('action_forbidden')
  if (!account) throw new ApiError('staff_not_found')
  const asColleague = (row: StaffRow) => ({ id: row.id, role: staffRole(row), merchantId: row.merchantId })
  const refusal = whyNotKeep(asColleague(keeper), asColleague(account), deed)
  if (refusal) throw new ApiError(refusal)
  return account
}

/** An account as deeds name it. */
export const nameOf = ({ nickname, username }: StaffRow) => `「${nickname}（${username}）」`
