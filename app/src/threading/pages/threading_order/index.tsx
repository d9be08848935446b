import { useRouter } from '@tarojs/taro'
import { StringingOrderView } from '../../../areas/activities/stringing/stringing-order-view'

definePageConfig({ navigationBarTitleText: '穿线订单', enablePullDownRefresh: true })

/** One stringing order. Parameters: id */
export default function ThreadingOrderPage() {
  const { id } = useRouter().params
  return <StringingOrderView id={id} />
}
