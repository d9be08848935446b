import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { deleteAddressRow, listAddressRows, lockAddressesOf, updateAddressRow } from './queries.ts'

/**
 * Deletes an address of the caller. If it was the default, the latest other address becomes the default. Orders keep
 * the address that they were sent to.
 *
 * @throws ApiError address_not_found, also for an address of another person
 * Source: decision "Addresses and the calendar"
 */
export async function deleteAddress(
  db: Database,
  { addressId, actorId }: { addressId: string; actorId: string },
): Promise<null> {
  await db.transaction(async (tx) => {
    await lockAddressesOf(tx, actorId)
    const deleted = await deleteAddressRow(tx, { id: addressId, userId: actorId })
    if (!deleted) throw new ApiError('address_not_found')
    const [latest] = await listAddressRows(tx, actorId)
    if (deleted.isDefault && latest) await updateAddressRow(tx, { id: latest.id, userId: actorId }, { isDefault: true })
  })
  return null
}
