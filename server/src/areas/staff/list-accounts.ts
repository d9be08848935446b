import type { StaffAccount } from '@paidang/api/areas/staff-accounts'
import type { Page } from '@paidang/domain/kernel/page'
import type { Database } from '../../db/database.ts'
import type { StaffUser } from '../../http/session.ts'
import { type AccountFilters, listAccountsOfShop, pageAccounts } from './account-queries.ts'
import { presentAccount } from './present-account.ts'

/** One page of the accounts that an operator keeps: those of shops, for a senior one all. */
export async function listAccounts(
  db: Database,
  { by, filters, ...page }: Page & { by: StaffUser; filters: AccountFilters },
): Promise<{ rows: StaffAccount[]; total: number }> {
  const { rows, total } = await pageAccounts(db, { ...page, filters: { ...filters, ofShops: by.role !== 'senior' } })
  return { rows: rows.map(presentAccount), total }
}

/** The accounts of a shop. */
export async function listColleagues(db: Database, merchantId: string): Promise<StaffAccount[]> {
  return (await listAccountsOfShop(db, merchantId)).map(presentAccount)
}
