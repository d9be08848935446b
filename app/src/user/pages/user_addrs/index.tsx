import { useRouter } from '@tarojs/taro'
import { AddressesView } from '../../../areas/people/addresses/addresses-view'

/** My addresses. Parameters: choose */
export default function UserAddrsPage() {
  const { choose } = useRouter().params
  return <AddressesView choose={choose} />
}
