import type { Address } from '@paidang/api/areas/people/addresses'
import { create } from 'zustand'
import { useAddresses } from './addresses-data'

const useChoice = create<{ chosenId: string | null }>(() => ({ chosenId: null }))

/** Remembers the address for the next deliveries while the app is open. null restores the default. */
export function chooseDeliveryAddress(chosenId: string | null): void {
  useChoice.setState({ chosenId })
}

/**
 * The address of the next delivery: the last chosen one if it still exists, else the default, else the first.
 * Undefined while it is unknown, and for a user without addresses.
 */
export function useDeliveryAddress(): {
  address: Address | undefined
  isPending: boolean
  error: Error | null
  refetch: () => unknown
} {
  const { data = [], isPending, error, refetch } = useAddresses()
  const chosenId = useChoice((choice) => choice.chosenId)
  const address = data.find(({ id }) => id === chosenId) ?? data.find(({ isDefault }) => isDefault) ?? data[0]
  return { address, isPending, error, refetch }
}
