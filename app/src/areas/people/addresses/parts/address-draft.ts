import type { Address, AddressForm } from '@paidang/api/areas/people/addresses'
import { type AddressRefusal, whyNotAddress } from '@paidang/domain/areas/people/addresses/address'
import type { WechatAddress } from '../../../../platform/choose-address'
import type { Regions } from './use-regions'

/** The input of the address form. */
export type AddressDraft = { name: string; phone: string; regionCode: string; detail: string; isDefault: boolean }

/** A field that can have a fault. */
export type AddressField = Exclude<keyof AddressDraft, 'isDefault'>

export const EMPTY_DRAFT: AddressDraft = { name: '', phone: '', regionCode: '', detail: '', isDefault: false }

/** An address as the initial draft of the form. */
export function draftOf({ name, phone, regionCode, detail, isDefault }: Address): AddressDraft {
  return { name, phone, regionCode, detail, isDefault }
}

/** Whether the draft differs from the initial one. */
export function isChanged(before: AddressDraft, now: AddressDraft): boolean {
  return (Object.keys(before) as (keyof AddressDraft)[]).some((key) => before[key] !== now[key])
}

/** Fields without a fault. Each field of a draft is checked alone, together with these. */
const FAULTLESS = { name: '林', phone: '13800000000', regionCode: '310101', detail: '1 号' }
const FIELDS: readonly AddressField[] = ['name', 'phone', 'regionCode', 'detail']

/** The fault of each field. */
export function faultsOf(draft: AddressDraft): Partial<Record<AddressField, AddressRefusal>> {
  const faults: Partial<Record<AddressField, AddressRefusal>> = {}
  for (const field of FIELDS) {
    const fault = whyNotAddress({ ...FAULTLESS, [field]: draft[field] })
    if (fault) faults[field] = fault
  }
  return faults
}

/** The draft as the server takes it. */
export function formOf({ name, phone, regionCode, detail, isDefault }: AddressDraft): AddressForm {
  return { name: name.trim(), phone: phone.trim(), regionCode, detail: detail.trim(), isDefault }
}

/** The draft with the address from WeChat. A region that is not found remains to be chosen. */
export function withWechat(
  draft: AddressDraft,
  { name, phone, detail, ...region }: WechatAddress,
  { regionMeant }: Pick<Regions, 'regionMeant'>,
): AddressDraft {
  return { ...draft, name, phone, detail, regionCode: regionMeant(region) ?? '' }
}
