import type { JobContext } from '../../jobs/job.ts'
import { keptSince } from '../../jobs/retention.ts'
import { forgetAddresses } from './ended-queries.ts'

/** Removes from orders that ended years ago where they were sent to, and by whose name and number. */
export async function tidyShopAddresses({ db, now }: JobContext): Promise<void> {
  await forgetAddresses(db, keptSince('deliveryAddresses', now))
}
