import type { ManagedAdvert } from '@paidang/api/areas/admin-adverts'
import { ApiError } from '@paidang/api/catalogue/errors'
import { advertStateOf } from '@paidang/domain/areas/home/advert'
import type { Database } from '../../../db/database.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { findAdvert, lockAdverts, updateAdvert } from './advert-queries.ts'
import { readAdvert } from './read-advert.ts'

/**
 * Ends a current advert on behalf of an operator. Nobody sees it from now on.
 *
 * @param ending `actorId` is the staff account
 * @throws ApiError advert_not_found; advert_over; advert_not_begun for a future one, which is changed or deleted
 *   instead
 */
export async function endAdvert(
  db: Database,
  { advertId, actorId, now }: { advertId: string; actorId: string; now: Date },
): Promise<ManagedAdvert> {
  return db.transaction(async (tx) => {
    await lockAdverts(tx)
    const advert = await findAdvert(tx, advertId)
    if (!advert) throw new ApiError('advert_not_found')
    const state = advertStateOf(advert, now)
    if (state !== 'running') throw new ApiError(state === 'over' ? 'advert_over' : 'advert_not_begun')
    // The end must be after the beginning, so an advert that began at this very moment ends a millisecond later.
    const endsAt = new Date(Math.max(now.getTime(), advert.beginsAt.getTime() + 1))
    await updateAdvert(tx, advertId, { endsAt })
    const summary = `结束广告「${advert.title}」`
    await recordAuditEvent(tx, { actorId, action: 'advert.end', objectId: advertId, summary, now })
    return readAdvert(tx, advertId, now)
  })
}
