import type { StaffAccount } from '@paidang/api/areas/staff-accounts'
import type { Database } from '../../../db/database.ts'
import { staffRole } from '../../people/auth/staff-role.ts'
import { type AccountView, findAccount } from './account-queries.ts'

/** Presents an account for those who manage it, without its password. */
export function presentAccount(row: AccountView): StaffAccount {
  const { id, username, nickname, merchantId, merchantName, lastSeenAt, disabledAt, createdAt, hasFactor, revision } =
    row
  return {
    ...{ id, username, nickname, merchantId, merchantName },
    role: staffRole(row),
    lastSeenTime: lastSeenAt?.toISOString() ?? null,
    disabledTime: disabledAt?.toISOString() ?? null,
    createTime: createdAt.toISOString(),
    hasFactor,
    revision,
  }
}

/** Reads an account that was just written. */
export async function readAccount(db: Database, id: string): Promise<StaffAccount> {
  const row = await findAccount(db, id)
  if (!row) throw new Error(`staff account ${id} is gone`)
  return presentAccount(row)
}
