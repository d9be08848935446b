import type { JobContext } from '../../../jobs/job.ts'
import { keptSince } from '../../../jobs/retention.ts'
import { forgetAddresses } from './ended-queries.ts'

/** Removes address, name and phone number from orders that ended years ago. */
export async function cleanupShopAddresses({ db, now }: JobContext): Promise<void> {
  await forgetAddresses(db, keptSince('deliveryAddresses', now))
}
