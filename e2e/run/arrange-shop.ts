import { getProduct, listProducts, type ProductSummary, updateProduct } from '@paidang/api/areas/activities/shop'
import { sendShopOrder } from '@paidang/api/areas/activities/shop-orders'
import { type AddressForm, createAddress } from '@paidang/api/areas/people/addresses'
import type { Call } from '@paidang/api/client'
import type { Someone } from './arrange.ts'

/** What of the shop a journey arranges behind the screen. */

/** The code of 上海市 徐汇区. */
const XUHUI = '310104'

/** Somebody has an address to have things sent to. */
export async function giveAddress(
  { call }: Someone,
  { name, detail }: Pick<AddressForm, 'name' | 'detail'>,
): Promise<void> {
  await call(createAddress, { body: { name, detail, phone: '13900000001', regionCode: XUHUI } })
}

/** The product of this name, as everybody finds it. */
export async function productNamed(call: Call, name: string): Promise<ProductSummary> {
  const { rows } = await call(listProducts, { query: { current: 1, rows: 10, keyword: name } })
  const product = rows.find((one) => one.name === name)
  if (!product) throw new Error(`the shop has no ${name}`)
  return product
}

/** An operator says that nothing is left of a product. */
export async function sellOut(operator: Call, name: string): Promise<void> {
  const { id } = await productNamed(operator, name)
  const product = await operator(getProduct, { params: { id } })
  const { categoryId, subtitle, description, pictures, priceFen, originalFen } = product
  await operator(updateProduct, {
    params: { id },
    body: { categoryId, name, subtitle, description, pictures, priceFen, originalFen, stock: 0 },
  })
}

/** An operator hands the parcel of an order to a carrier. */
export async function send(operator: Call, id: string, parcel: { carrier: string; trackingNo: string }): Promise<void> {
  await operator(sendShopOrder, { params: { id }, body: parcel })
}
