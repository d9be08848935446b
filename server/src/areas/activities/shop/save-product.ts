import { randomUUID } from 'node:crypto'
import type { Product, ProductChange, ProductForm } from '@paidang/api/areas/shop'
import { ApiError } from '@paidang/api/catalogue/errors'
import { whyNotProduct } from '@paidang/domain/areas/shop/product'
import type { Database } from '../../../db/database.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import type { FileStore } from '../../ground/files/file-store.ts'
import { assertPublicPicture } from '../../ground/files/uploads.ts'
import { presentProduct } from './present-product.ts'
import {
  findProduct,
  insertProduct,
  lockCategoryForShare,
  lockProducts,
  moveStock,
  updateProductRow,
} from './product-queries.ts'

type Saving<Form> = { form: Form; actorId: string; store: Pick<FileStore, 'open'>; now: Date }

/**
 * Creates a product for an operator. It is published unless the operator says otherwise. Its initial stock is its first
 * delivery.
 *
 * @param saving `actorId` is the staff account.
 * @throws ApiError product_name_missing, product_price_invalid, category_not_found, file_not_found.
 * Source: specification §7 "Other"; decision "The shop"
 */
export async function createProduct(
  db: Database,
  { form, actorId, store, now }: Saving<ProductForm>,
): Promise<Product> {
  return db.transaction(async (tx) => {
    const fields = await fieldsOf(tx, form, store)
    const { stock, isPublished = true } = form
    const reference = stockReferenceOf(actorId)
    const id = await insertProduct(tx, { ...fields, isPublished, stock, reference, staffId: actorId, now })
    const summary = `新增商品「${fields.name}」`
    await recordAuditEvent(tx, { actorId, action: 'product.create', objectId: id, summary, now })
    return readSaved(tx, id)
  })
}

/**
 * Replaces the fields of a product for an operator. A given stock moves by the difference to the current stock. Without
 * a stock or a publication flag, that value does not change.
 *
 * @throws ApiError product_not_found, also for a deleted product; and as createProduct.
 */
export async function updateProduct(
  db: Database,
  { productId, form, actorId, store, now }: Saving<ProductChange> & { productId: string },
): Promise<Product> {
  return db.transaction(async (tx) => {
    const fields = await fieldsOf(tx, form, store)
    const [product] = await lockProducts(tx, [productId])
    if (!product || product.deletedAt) throw new ApiError('product_not_found')
    const { stock = product.stock, isPublished = product.isPublished } = form
    await updateProductRow(tx, productId, { ...fields, isPublished })
    const units = stock - product.stock
    if (units !== 0) {
      const byHand = { staffId: actorId, reason: '修改商品' }
      const cause = { kind: 'ADJUST' as const, reference: stockReferenceOf(actorId), byHand, now }
      const moved = await moveStock(tx, [{ productId, units }], cause)
      if (moved !== 1) throw new Error(`product ${productId} is locked, and yet cannot have ${stock} units`)
    }
    const summary = `修改商品「${fields.name}」`
    await recordAuditEvent(tx, { actorId, action: 'product.update', objectId: productId, summary, now })
    return readSaved(tx, productId)
  })
}

/** The ledger reference of a manual movement: the staff account and a unique id. One person moves stock repeatedly. */
export const stockReferenceOf = (staffId: string) => `staff:${staffId}:${randomUUID()}`

/** The stored fields of a form, without the stock. */
async function fieldsOf(tx: Database, form: ProductChange, store: Pick<FileStore, 'open'>) {
  const { categoryId, priceFen, originalFen = null, pictures = [] } = form
  const name = form.name.trim()
  const refusal = whyNotProduct({ name, priceFen, originalFen })
  if (refusal) throw new ApiError(refusal)
  if (!(await lockCategoryForShare(tx, categoryId))) throw new ApiError('category_not_found')
  for (const relativePath of pictures) await assertPublicPicture(tx, store, relativePath)
  const texts = { name, subtitle: form.subtitle?.trim() ?? '', description: form.description?.trim() ?? '' }
  return { ...texts, categoryId, priceFen, originalFen, pictures: pictures.join(',') }
}

/** A product as of this transaction, published or not. */
export async function readSaved(tx: Database, id: string): Promise<Product> {
  const product = await findProduct(tx, id)
  if (!product) throw new Error(`product ${id} was saved, and yet is gone`)
  return presentProduct(product)
}
