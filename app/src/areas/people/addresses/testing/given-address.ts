import type { Address } from '@paidang/api/areas/people/addresses'

/** The home of 林知夏 in 徐汇区, their default. */
export function givenAddress(over: Partial<Address> = {}): Address {
  return {
    id: '1',
    name: '林知夏',
    phone: '13800000001',
    regionCode: '310104',
    province: '上海市',
    city: '上海市',
    district: '徐汇区',
    detail: '龙腾大道 2350 号 3 幢 502',
    isDefault: true,
    revision: 4,
    ...over,
  }
}

/** The workplace of 林知夏. */
export const givenOffice = (over: Partial<Address> = {}): Address =>
  givenAddress({
    id: '2',
    name: '林女士',
    phone: '0512-65220000',
    regionCode: '320508',
    province: '江苏省',
    city: '苏州市',
    district: '姑苏区',
    detail: '观前街 1 号',
    isDefault: false,
    ...over,
  })
