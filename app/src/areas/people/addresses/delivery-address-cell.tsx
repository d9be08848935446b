import { addrsPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { Cell } from '../../../ui/cell'
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton'
import { maskedPhone, placeOfAddress } from './address-format'
import { useDeliveryAddress } from './delivery-address'

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
