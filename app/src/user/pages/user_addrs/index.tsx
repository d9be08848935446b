import { useRouter } from '@tarojs/taro'
import { AddressesView } from '../../../areas/people/addresses/addresses-view'

definePageConfig({ navigationBarTitleText: '收货地址', enablePullDownRefresh: true })

/** My addresses. Parameters: choose */
export default function UserAddrsPage() {
  const { choose } = useRouter().params
  return <AddressesView choose={choose} />
}
