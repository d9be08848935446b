import type { ManagedAdvert } from '@paidang/api/areas/admin-adverts'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { findAdvert } from './advert-queries.ts'
import { presentManagedAdverts } from './present-advert.ts'

/** An advert as operators see it. @throws ApiError advert_not_found */
export async function readAdvert(db: Database, id: string, now: Date): Promise<ManagedAdvert> {
  const row = await findAdvert(db, id)
  const [advert] = row ? await presentManagedAdverts(db, [row], now) : []
  if (!advert) throw new ApiError('advert_not_found')
  return advert
}
