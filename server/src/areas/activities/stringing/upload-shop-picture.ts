import type { ShopRecord } from '@paidang/api/areas/merchant-shop'
import type { Database } from '../../../db/database.ts'
import type { Upload } from '../../../http/upload.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import type { FileLinks } from '../../ground/files/file-links.ts'
import type { FileStore } from '../../ground/files/file-store.ts'
import { filesOf, writeFiles } from '../../ground/files/store-picture.ts'
import { readShop } from './read-shop.ts'
import type { ShopWrite } from './save-shop.ts'
import { lockShop, updateShopRow } from './shop-queries.ts'

const FOLDER = 'public/shops/'

/**
 * Replaces the picture of a shop at once and deletes the files of the last one.
 *
 * @param db no transaction: a rollback would restore the reference to the deleted files
 * @throws ApiError picture_unsupported, picture_too_many_pixels
 * Source: decision "Files"
 */
export async function uploadShopPicture(
  db: Database,
  { store, links }: { store: FileStore; links: FileLinks },
  { file, merchantId, actorId, now }: ShopWrite & { file: Upload },
): Promise<ShopRecord> {
  let last: string | null = null
  await writeFiles(
    db,
    { store, links },
    {
      file,
      folder: FOLDER,
      now,
      async writeDown(tx, { relativePath: avatar }) {
        last = (await lockShop(tx, merchantId))?.avatar ?? null
        const { name } = await updateShopRow(tx, merchantId, { avatar })
        const summary = `更换穿线商家「${name}」头像`
        await recordAuditEvent(tx, { actorId, action: 'merchant.picture', objectId: merchantId, summary, now })
      },
    },
  )
  // Only after the commit, when no row refers to it any more.
  if (last) for (const path of filesOf(last)) await store.remove(path)
  return readShop(db, merchantId)
}
