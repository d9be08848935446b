import type { Address, AddressForm } from '@paidang/api/areas/addresses'
import { type AddressRefusal, whyNotAddress } from '@paidang/domain/areas/addresses/address'
import type { WechatAddress } from '../../../platform/choose-address-words'
import { regionMeant } from './regions'

/** What is typed and chosen of an address. */
export type AddressDraft = { name: string; phone: string; regionCode: string; detail: string; isDefault: boolean }

/** A field that can be wrong. */
export type AddressField = Exclude<keyof AddressDraft, 'isDefault'>

export const EMPTY_DRAFT: AddressDraft = { name: '', phone: '', regionCode: '', detail: '', isDefault: false }

/** An address as the form begins with it. */
export function draftOf({ name, phone, regionCode, detail, isDefault }: Address): AddressDraft {
  return { name, phone, regionCode, detail, isDefault }
}

/** Whether something was typed or chosen since. */
export function isChanged(before: AddressDraft, now: AddressDraft): boolean {
  return (Object.keys(before) as (keyof AddressDraft)[]).some((key) => before[key] !== now[key])
}

/** Fields that nobody can find fault with: each field of a draft is judged among them, for itself. */
const FAULTLESS = { name: '林', phone: '13800000000', regionCode: '310101', detail: '1 号' }
const FIELDS: readonly AddressField[] = ['name', 'phone', 'regionCode', 'detail']

/** What is wrong with each field. */
export function faultsOf(draft: AddressDraft): Partial<Record<AddressField, AddressRefusal>> {
  const faults: Partial<Record<AddressField, AddressRefusal>> = {}
  for (const field of FIELDS) {
    const fault = whyNotAddress({ ...FAULTLESS, [field]: draft[field] })
    if (fault) faults[field] = fault
  }
  return faults
}

/** The draft as it is sent. */
export function formOf({ name, phone, regionCode, detail, isDefault }: AddressDraft): AddressForm {
  return { name: name.trim(), phone: phone.trim(), regionCode, detail: detail.trim(), isDefault }
}

/** The draft with what WeChat knows; a region that is not found stays to be chosen. */
export function withWechat(draft: AddressDraft, { name, phone, detail, ...region }: WechatAddress): AddressDraft {
  return { ...draft, name, phone, detail, regionCode: regionMeant(region) ?? '' }
}
