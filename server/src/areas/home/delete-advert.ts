import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { recordDeed } from '../staff/record-deed.ts'
import { deleteAdvert as deleteRow, findAdvert, lockAdverts } from './advert-queries.ts'

/**
 * An operator deletes an advert for good; that he did is kept.
 *
 * @param deleting `by` is the staff account
 * @throws ApiError advert_not_found
 */
export async function deleteAdvert(
  db: Database,
  { advertId, by, now }: { advertId: string; by: string; now: Date },
): Promise<null> {
  await db.transaction(async (tx) => {
    await lockAdverts(tx)
    const advert = await findAdvert(tx, advertId)
    if (!advert) throw new ApiError('advert_not_found')
    await deleteRow(tx, advertId)
    const summary = `删除广告「${advert.title}」`
    await recordDeed(tx, { by, action: 'advert.delete', objectId: advertId, summary, now })
  })
  return null
}
