import { isMobile, plainPhone } from '../../../kernel/phone.ts'

/** The largest number of addresses of one person. Source: permission matrix */
export const MAX_ADDRESSES = 20
export const MAX_NAME = 20
export const MAX_DETAIL = 100

/** What is wrong with an address: the first fault in reading order. */
export type AddressRefusal =
  | 'address_name_missing'
  | 'address_phone_invalid'
  | 'address_region_missing'
  | 'address_detail_missing'

/** A landline with its area code. */
const LANDLINE = /^0\d{2,3}-?\d{3,4}-?\d{4}$/

/** Why an address cannot be stored; undefined when it can. `regionCode` is the six digits of a county or district. */
export function whyNotAddress({
  name,
  phone,
  regionCode,
  detail,
}: {
  name: string
  phone: string
  regionCode: string
  detail: string
}): AddressRefusal | undefined {
  if (name.trim() === '') return 'address_name_missing'
  const number = plainPhone(phone)
  if (!isMobile(number) && !LANDLINE.test(number)) return 'address_phone_invalid'
  if (!/^\d{6}$/.test(regionCode)) return 'address_region_missing'
  return detail.trim() === '' ? 'address_detail_missing' : undefined
}

/** What replaces the address in an order once its retention period is over. Its region stays. */
export const FORGOTTEN_ADDRESS = { contactName: '已删除', contactPhone: '', addressDetail: '保存期满，已删除' } as const
