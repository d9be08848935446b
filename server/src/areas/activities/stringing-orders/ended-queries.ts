import { FORGOTTEN_ADDRESS } from '@paidang/domain/areas/addresses/forgotten-address'
import { and, inArray, lt, ne } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { stringingOrders } from '../../../tables/stringing-orders.ts'

/** Deletes the return addresses of orders that ended before an instant. The region stays. */
export async function forgetAddresses(db: Database, before: Date): Promise<void> {
  const isEnded = inArray(stringingOrders.status, ['COMPLETED', 'CANCELLED'])
  await db
    .update(stringingOrders)
    .set(FORGOTTEN_ADDRESS)
    .where(and(isEnded, lt(stringingOrders.responseTime, before), ne(stringingOrders.contactPhone, '')))
}
