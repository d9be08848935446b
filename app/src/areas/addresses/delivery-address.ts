import type { Address } from '@paidang/api/areas/addresses'
import { create } from 'zustand'
import { useAddresses } from './addresses-data'

const useChoice = create<{ chosenId: string | null }>(() => ({ chosenId: null }))

/** Keeps which address the next deliveries go to, while the app is open; null leaves it to the default again. */
export function chooseDeliveryAddress(chosenId: string | null): void {
  useChoice.setState({ chosenId })
}

/**
 * Where the next delivery goes: the address chosen last while it exists, else the default, else the first. Undefined while
 * that is not known, and for who has none.
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
