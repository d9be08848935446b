import type { Address } from '@paidang/api/areas/people/addresses'

/** How many digits of a phone number are shown at each end. */
const SHOWN_BEFORE = 3
const SHOWN_AFTER = 4

type Region = Pick<Address, 'province' | 'city' | 'district'>

/** Placeholders for the city of a county that belongs directly to its province. */
const NO_CITIES: readonly string[] = ['县', '省直辖县', '自治区直辖县级行政区划']

/** A phone number as a list shows it: 138****0001. */
export function maskedPhone(phone: string): string {
  return `${phone.slice(0, SHOWN_BEFORE)}****${phone.slice(-SHOWN_AFTER)}`
}

/** A region in one line: 上海市 浦东新区 or 江苏省 苏州市 姑苏区. Levels without information are left out. */
export function regionText({ province, city, district }: Region): string {
  const saysNothing = province === city || NO_CITIES.includes(city)
  return (saysNothing ? [province, district] : [province, city, district]).join(' ')
}

/** The full place of delivery. */
export function placeOfAddress(address: Region & Pick<Address, 'detail'>): string {
  return `${regionText(address)} ${address.detail}`
}
