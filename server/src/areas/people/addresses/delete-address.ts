import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { assertSeen } from '../../../db/revision-queries.ts'
import { presentAddress } from './present-address.ts'
import { deleteAddressRow, findAddress, listAddressRows, lockAddressesOf, updateAddressRow } from './queries.ts'

/**
 * Deletes an address of the caller. If it was the default, the latest other address becomes the default. Orders keep
 * the address that they were sent to.
 *
 * @throws ApiError address_not_found, also for an address of another person; revision_outdated
 * Source: decision "Addresses and the calendar"
 */
export async function deleteAddress(
  db: Database,
  { addressId: id, seen, actorId: userId }: { addressId: string; seen: number | undefined; actorId: string },
): Promise<null> {
  await db.transaction(async (tx) => {
    await lockAddressesOf(tx, userId)
    const present = await findAddress(tx, { id, userId })
    if (!present) throw new ApiError('address_not_found')
    await assertSeen(tx, 'addresses', { seen, row: present }, () => presentAddress(present))
    await deleteAddressRow(tx, { id, userId })
    const [latest] = await listAddressRows(tx, userId)
    if (present.isDefault && latest) await updateAddressRow(tx, { id: latest.id, userId }, { isDefault: true })
  })
  return null
}
