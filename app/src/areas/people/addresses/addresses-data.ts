import type { AddressForm } from '@paidang/api/areas/people/addresses'
import * as addresses from '@paidang/api/areas/people/addresses'
import { call } from '../../../platform/call'
import { useRead } from '../../../platform/read'
import { useWrite } from '../../../platform/write'

/** Query key of the addresses of the user who is logged in. */
const ADDRESSES_KEY = ['addresses'] as const

const stale = [ADDRESSES_KEY]

/** The caller's addresses, the default first, then the latest. */
export function useAddresses() {
  return useRead(ADDRESSES_KEY, addresses.listAddresses, {})
}

/** An address as it was on the screen. */
type Shown = Pick<addresses.Address, 'id' | 'revision'>

/** Saves a new address, or the changed one that was shown. */
export function useSaveAddress(shown: Shown | undefined) {
  return useWrite(shown ? addresses.updateAddress : addresses.createAddress, {
    stale,
    send: (form: AddressForm, idempotencyKey) =>
      shown
        ? call(
            addresses.updateAddress,
            { params: { id: shown.id }, body: { ...form, revision: shown.revision } },
            { idempotencyKey },
          )
        : call(addresses.createAddress, { body: form }, { idempotencyKey }),
  })
}

/** 设为默认. */
export function useSetDefaultAddress(id: string) {
  return useWrite(addresses.setDefaultAddress, { stale, input: () => ({ params: { id } }) })
}

/** 删除. */
export function useDeleteAddress({ id, revision }: Shown) {
  return useWrite(addresses.deleteAddress, { stale, input: () => ({ params: { id }, query: { revision } }) })
}
