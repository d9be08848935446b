import type { KeptShop } from '@paidang/api/areas/merchant-shop'
import type { Database } from '../../db/database.ts'
import type { Upload } from '../../http/upload.ts'
import type { FileLinks } from '../files/file-links.ts'
import type { FileStore } from '../files/file-store.ts'
import { filesOf, layDown } from '../files/store-picture.ts'
import { recordDeed } from '../staff/record-deed.ts'
import { readShop } from './read-shop.ts'
import type { ShopKeeping } from './save-shop.ts'
import { lockShop, updateShopRow } from './shop-queries.ts'

const FOLDER = 'public/shops/'

/**
 * The picture of a shop, at once in place of the last one, whose files go.
 *
 * @param db no transaction: what it undid would still name the files that went
 * @throws ApiError picture_unsupported, picture_too_many_pixels
 * Source: decision "Files"
 */
export async function uploadShopPicture(
  db: Database,
  { store, links }: { store: FileStore; links: FileLinks },
  { file, merchantId, by, now }: ShopKeeping & { file: Upload },
): Promise<KeptShop> {
  let last: string | null = null
  await layDown(
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
        await recordDeed(tx, { by, action: 'merchant.picture', objectId: merchantId, summary, now })
      },
    },
  )
  // Only after the commit, when no row names it any more.
  if (last) for (const path of filesOf(last)) await store.remove(path)
  return readShop(db, merchantId)
}
