import type { Address } from '@paidang/api/areas/addresses'

/** How many digits of a phone number show at its two ends. */
const SHOWN_BEFORE = 3
const SHOWN_AFTER = 4

type Region = Pick<Address, 'province' | 'city' | 'district'>

/** What stands in a city's place where a county belongs to its province at once. */
const NO_CITIES: readonly string[] = ['县', '省直辖县', '自治区直辖县级行政区划']

/** A phone number as a list shows it: 138****0001. */
export function maskedPhone(phone: string): string {
  return `${phone.slice(0, SHOWN_BEFORE)}****${phone.slice(-SHOWN_AFTER)}`
}

/** A region in one line, 上海市 浦东新区 or 江苏省 苏州市 姑苏区: what says nothing more is left out. */
export function regionText({ province, city, district }: Region): string {
  const saysNothing = province === city || NO_CITIES.includes(city)
  return (saysNothing ? [province, district] : [province, city, district]).join(' ')
}

/** Where a courier comes, whole. */
export function placeOfAddress(address: Region & Pick<Address, 'detail'>): string {
  return `${regionText(address)} ${address.detail}`
}
