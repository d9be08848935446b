import { ApiError } from '@paidang/api/catalogue/errors'
import { ADVERT_PLACE_NAMES, type AdvertPlace } from '@paidang/domain/areas/home/advert'
import type { Database } from '../../../db/database.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { listOpenIds, lockAdverts, placeAdvert } from './advert-queries.ts'

type Ordering = { place: AdvertPlace; ids: readonly string[]; actorId: string; now: Date }

/**
 * Sets the order of the adverts of a place on behalf of an operator.
 *
 * @param ordering `ids` of all current and future adverts in the new order; `actorId` is the staff account
 * @throws ApiError adverts_changed when the list is incomplete, or contains one that is past or deleted
 */
export async function orderAdverts(db: Database, { place, ids, actorId, now }: Ordering): Promise<null> {
  await db.transaction(async (tx) => {
    await lockAdverts(tx)
    const open = await listOpenIds(tx, place, now)
    if (open.length !== ids.length || !open.every((id) => ids.includes(id))) throw new ApiError('adverts_changed')
    for (const [sortOrder, id] of ids.entries()) await placeAdvert(tx, id, sortOrder)
    const summary = `调整「${ADVERT_PLACE_NAMES[place]}」广告的顺序`
    await recordAuditEvent(tx, { actorId, action: 'advert.order', objectId: ids[0] ?? '', summary, now })
  })
  return null
}
