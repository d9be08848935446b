import type { AddressForm } from '@paidang/api/areas/addresses'
import * as addresses from '@paidang/api/areas/addresses'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../platform/call'
import { useUserId } from '../../../platform/session'
import { failureText } from '../../../platform/toast'
import { useAction } from '../../../platform/use-action'

/** Query key of the addresses of the user who is logged in. */
const ADDRESSES_KEY = ['addresses'] as const

/** The caller's addresses, the default first, then the latest. */
export function useAddresses() {
  const userId = useUserId()
  const query = useQuery({
    queryKey: [...ADDRESSES_KEY, userId],
    queryFn: ({ signal }) => call(addresses.listAddresses, {}, { signal }),
    enabled: userId !== null,
  })
  return { ...query, cause: query.isError ? failureText(addresses.listAddresses.outcome, query.error) : undefined }
}

const CHANGED = [ADDRESSES_KEY]

/** An address as it was on the screen. */
type Shown = Pick<addresses.Address, 'id' | 'revision'>

/** Saves a new address, or the changed one that was shown. */
export function useSaveAddress(shown: Shown | undefined) {
  return useAction({
    endpoint: shown ? addresses.updateAddress : addresses.createAddress,
    stale: CHANGED,
    run: (body: AddressForm, idempotencyKey) =>
      shown
        ? call(
            addresses.updateAddress,
            { params: { id: shown.id }, body: { ...body, revision: shown.revision } },
            { idempotencyKey },
          )
        : call(addresses.createAddress, { body }, { idempotencyKey }),
  })
}

/** 设为默认. */
export function useSetDefaultAddress(id: string) {
  return useAction({
    endpoint: addresses.setDefaultAddress,
    stale: CHANGED,
    run: (_nothing: undefined, idempotencyKey) =>
      call(addresses.setDefaultAddress, { params: { id } }, { idempotencyKey }),
  })
}

/** 删除. */
export function useDeleteAddress({ id, revision }: Shown) {
  return useAction({
    endpoint: addresses.deleteAddress,
    stale: CHANGED,
    run: (_nothing: undefined, idempotencyKey) =>
      call(addresses.deleteAddress, { params: { id }, query: { revision } }, { idempotencyKey }),
  })
}
