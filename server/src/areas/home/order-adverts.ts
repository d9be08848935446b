import { ApiError } from '@paidang/api/catalogue/errors'
import { ADVERT_PLACE_NAMES, type AdvertPlace } from '@paidang/domain/areas/home/advert'
import type { Database } from '../../db/database.ts'
import { recordDeed } from '../staff/record-deed.ts'
import { listOpenIds, lockAdverts, placeAdvert } from './advert-queries.ts'

type Ordering = { place: AdvertPlace; ids: readonly string[]; by: string; now: Date }

/**
 * An operator puts the adverts of a place into an order.
 *
 * @param ordering `ids` of all that are not over, as they are to stand; `by` is the staff account
 * @throws ApiError adverts_changed when these are not all, or one of them is over or no more
 */
export async function orderAdverts(db: Database, { place, ids, by, now }: Ordering): Promise<null> {
  await db.transaction(async (tx) => {
    await lockAdverts(tx)
    const open = await listOpenIds(tx, place, now)
    if (open.length !== ids.length || !open.every((id) => ids.includes(id))) throw new ApiError('adverts_changed')
    for (const [sortOrder, id] of ids.entries()) await placeAdvert(tx, id, sortOrder)
    const summary = `调整「${ADVERT_PLACE_NAMES[place]}」广告的顺序`
    await recordDeed(tx, { by, action: 'advert.order', objectId: ids[0] ?? '', summary, now })
  })
  return null
}
