import type { ServiceRecord, ShopRecord } from '@paidang/api/areas/activities/merchant-shop'

/** A published shop, by default. */
export const givenShop = (over: Partial<ShopRecord> = {}): ShopRecord => ({
  id: '7',
  name: '弦音穿线工作室',
  avatar: null,
  isPublished: true,
  revision: 3,
  city: '上海',
  district: '徐汇区',
  address: '星湖路 270 号',
  phone: '021-55550301',
  introduction: '',
  latitude: null,
  longitude: null,
  turnaroundHours: 4,
  openFrom: 20,
  openTo: 43,
  courierFeeFen: 1_500,
  ...over,
})

/** A service of that shop. */
export const givenService = (over: Partial<ServiceRecord> = {}): ServiceRecord => ({
  id: '11',
  kind: 'LABOUR',
  sport: 'tennis',
  name: '网球手工费',
  priceFen: 5_000,
  isOffered: true,
  revision: 3,
  ...over,
})
