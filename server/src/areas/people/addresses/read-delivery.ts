import { ApiError } from '@paidang/api/catalogue/errors'
import { and, eq } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { addresses } from '../../../tables/addresses.ts'
import { regionName } from './region-names.ts'

export type AddressRow = typeof addresses.$inferSelect

export const isOwnAddress = ({ id, userId }: { id: string; userId: string }) =>
  and(eq(addresses.id, id), eq(addresses.userId, userId))

/** Reads an address of this person. Undefined if this person has no such address. */
export async function findAddress(db: Database, own: { id: string; userId: string }): Promise<AddressRow | undefined> {
  const [row] = await db.select().from(addresses).where(isOwnAddress(own))
  return row
}

/** The delivery address as an order stores it. */
export type Delivery = { contactName: string; contactPhone: string; addressRegion: string; addressDetail: string }

/**
 * Reads an address of this person as an order stores it. Later changes of the address do not affect it.
 *
 * @throws ApiError address_not_found, also for an address of another person;
 * address_region_missing when its region no longer exists
 */
export async function readDelivery(
  db: Database,
  { addressId, actorId }: { addressId: string; actorId: string },
): Promise<Delivery> {
  const address = await findAddress(db, { id: addressId, userId: actorId })
  if (!address) throw new ApiError('address_not_found')
  const addressRegion = regionName(address.regionCode)
  if (addressRegion === undefined) throw new ApiError('address_region_missing')
  const { name: contactName, phone: contactPhone, detail: addressDetail } = address
  return { contactName, contactPhone, addressRegion, addressDetail }
}
