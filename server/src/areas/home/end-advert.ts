import type { ManagedAdvert } from '@paidang/api/areas/admin-adverts'
import { ApiError } from '@paidang/api/catalogue/errors'
import { advertStateOf } from '@paidang/domain/areas/home/advert'
import type { Database } from '../../db/database.ts'
import { recordDeed } from '../staff/record-deed.ts'
import { findAdvert, lockAdverts, updateAdvert } from './advert-queries.ts'
import { readAdvert } from './read-advert.ts'

/**
 * An operator ends an advert that runs: from now on nobody sees it.
 *
 * @param ending `by` is the staff account
 * @throws ApiError advert_not_found; advert_over; advert_not_begun for one to come, which is changed or deleted instead
 */
export async function endAdvert(
  db: Database,
  { advertId, by, now }: { advertId: string; by: string; now: Date },
): Promise<ManagedAdvert> {
  return db.transaction(async (tx) => {
    await lockAdverts(tx)
    const advert = await findAdvert(tx, advertId)
    if (!advert) throw new ApiError('advert_not_found')
    const state = advertStateOf(advert, now)
    if (state !== 'running') throw new ApiError(state === 'over' ? 'advert_over' : 'advert_not_begun')
    // An advert lasts: one that began at this very moment ends a moment later.
    const endsAt = new Date(Math.max(now.getTime(), advert.beginsAt.getTime() + 1))
    await updateAdvert(tx, advertId, { endsAt })
    const summary = `结束广告「${advert.title}」`
    await recordDeed(tx, { by, action: 'advert.end', objectId: advertId, summary, now })
    return readAdvert(tx, advertId, now)
  })
}
