import { FORGOTTEN_ADDRESS } from '@paidang/domain/areas/addresses/forgotten-address'
import { and, lt, ne, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { shopOrders } from '../../../tables/shop.ts'

/** Removes the addresses from orders that ended before an instant. The region remains. */
export async function forgetAddresses(db: Database, before: Date): Promise<void> {
  const endedAt = sql`coalesce(${shopOrders.receivedAt}, ${shopOrders.endedAt})`
  await db
    .update(shopOrders)
    .set(FORGOTTEN_ADDRESS)
    .where(and(lt(endedAt, before), ne(shopOrders.contactPhone, '')))
}
