import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { deleteAdvert as deleteRow, findAdvert, lockAdverts } from './advert-queries.ts'

/**
 * Deletes an advert for good on behalf of an operator, and records that in the audit log.
 *
 * @param deleting `actorId` is the staff account
 * @throws ApiError advert_not_found
 */
export async function deleteAdvert(
  db: Database,
  { advertId, actorId, now }: { advertId: string; actorId: string; now: Date },
): Promise<null> {
  await db.transaction(async (tx) => {
    await lockAdverts(tx)
    const advert = await findAdvert(tx, advertId)
    if (!advert) throw new ApiError('advert_not_found')
    await deleteRow(tx, advertId)
    const summary = `删除广告「${advert.title}」`
    await recordAuditEvent(tx, { actorId, action: 'advert.delete', objectId: advertId, summary, now })
  })
  return null
}
