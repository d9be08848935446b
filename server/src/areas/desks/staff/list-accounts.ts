import type { StaffAccount } from '@paidang/api/areas/staff-accounts'
import type { Page } from '@paidang/domain/kernel/page'
import type { Database } from '../../../db/database.ts'
import type { StaffUser } from '../../../http/session.ts'
import { type AccountFilters, listAccountsOfShop, pageAccounts } from './account-queries.ts'
import { presentAccount } from './present-account.ts'

/** Reads one page of the accounts that an operator manages: those of shops, for a senior operator all. */
export async function listAccounts(
  db: Database,
  { actor, filters, ...page }: Page & { actor: StaffUser; filters: AccountFilters },
): Promise<{ rows: StaffAccount[]; total: number }> {
  const { rows, total } = await pageAccounts(db, { ...page, filters: { ...filters, ofShops: actor.role !== 'senior' } })
  return { rows: rows.map(presentAccount), total }
}

/** Lists the accounts of a shop. */
export async function listColleagues(db: Database, merchantId: string): Promise<StaffAccount[]> {
  return (await listAccountsOfShop(db, merchantId)).map(presentAccount)
}
