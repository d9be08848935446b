import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { findAddress } from './queries.ts'
import { regionName } from './region-names.ts'

/** Whereto something is brought, as an order keeps it. */
export type Delivery = { contactName: string; contactPhone: string; addressRegion: string; addressDetail: string }

/**
 * An address of this person as an order keeps it, whatever becomes of the address later.
 *
 * @throws ApiError address_not_found also for another's; address_region_missing when its region is no more
 */
export async function readDelivery(
  db: Database,
  { addressId, by }: { addressId: string; by: string },
): Promise<Delivery> {
  const address = await findAddress(db, { id: addressId, userId: by })
  if (!address) throw new ApiError('address_not_found')
  const addressRegion = regionName(address.regionCode)
  if (addressRegion === undefined) throw new ApiError('address_region_missing')
  const { name: contactName, phone: contactPhone, detail: addressDetail } = address
  return { contactName, contactPhone, addressRegion, addressDetail }
}
