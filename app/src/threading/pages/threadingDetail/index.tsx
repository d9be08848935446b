import { useRouter } from '@tarojs/taro'
import { MerchantView } from '../../../areas/activities/stringing/merchant-view'

definePageConfig({
  navigationBarTitleText: '商家详情',
  enablePullDownRefresh: true,
  enableShareAppMessage: true,
})

/** One stringing shop. Parameters: id */
export default function ThreadingdetailPage() {
  const { id } = useRouter().params
  return <MerchantView id={id} />
}
