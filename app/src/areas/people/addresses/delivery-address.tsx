import type { Address } from '@paidang/api/areas/people/addresses'
import { create } from 'zustand'
import { addrsPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { Cell } from '../../../ui/cell'
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton'
import { maskedPhone, placeOfAddress } from './address-format'
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

/** The delivery address in a flush card. It leads to the addresses, where another one can be chosen. */
export function DeliveryAddressCell() {
  const { address, isPending, error, refetch } = useDeliveryAddress()
  const choose = () => goTo(addrsPath('1'))
  if (address) {
    return (
      <Cell
        icon="pin"
        title={`${address.name} ${maskedPhone(address.phone)}`}
        note={placeOfAddress(address)}
        label={`收货地址：${address.name}，${placeOfAddress(address)}，更换`}
        onPress={choose}
      />
    )
  }
  if (isPending) {
    return (
      <Cell
        icon="pin"
        title={
          <SkeletonGroup>
            <Skeleton width={180} height={16} />
          </SkeletonGroup>
        }
      />
    )
  }
  if (error) return <Cell icon="pin" title="收货地址没有取到" value="点按重试" onPress={refetch} />
  return <Cell icon="pin" title="请选择收货地址" onPress={choose} />
}
