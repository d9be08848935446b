import type { StockMovement } from '@paidang/api/areas/activities/admin-products'
import type { Product } from '@paidang/api/areas/activities/shop'

/** Balls with a low stock, by default. */
export const givenProduct = (over: Partial<Product> = {}): Product => ({
  id: '7',
  categoryId: '1',
  categoryName: '网球',
  name: '训练球',
  subtitle: '六十只一桶',
  description: '',
  picture: null,
  pictures: [],
  priceFen: 19_900,
  originalFen: null,
  stock: 3,
  sales: 12,
  isPublished: true,
  revision: 3,
  createTime: '2026-11-20T12:00:00.000Z',
  ...over,
})

/** A sale of two of them. */
export const givenSale = (over: Partial<StockMovement> = {}): StockMovement => ({
  seq: 2,
  kind: 'SALE',
  units: -2,
  unitsAfter: 3,
  shopOrderId: '5',
  shopOrderNo: 'S2026112000000005',
  staffName: null,
  reason: '',
  createTime: '2026-11-20T12:00:00.000Z',
  ...over,
})
