import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { deleteAddressRow, listAddressRows, lockAddressesOf, updateAddressRow } from './queries.ts'

/**
 * The caller takes an address of his away; when it was the default the latest of the others is it now. Orders keep what they
 * were sent to.
 *
 * @throws ApiError address_not_found also for another's
 * Source: decision "Addresses and the calendar"
 */
export async function deleteAddress(db: Database, { addressId, by }: { addressId: string; by: string }): Promise<null> {
  await db.transaction(async (tx) => {
    await lockAddressesOf(tx, by)
    const deleted = await deleteAddressRow(tx, { id: addressId, userId: by })
    if (!deleted) throw new ApiError('address_not_found')
    const [latest] = await listAddressRows(tx, by)
    if (deleted.isDefault && latest) await updateAddressRow(tx, { id: latest.id, userId: by }, { isDefault: true })
  })
  return null
}
