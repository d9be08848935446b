import { useRouter } from '@tarojs/taro'
import { ShopOrdersView } from '../../../areas/activities/shop/shop-orders-view'

definePageConfig({ navigationBarTitleText: '我的订单', enablePullDownRefresh: true })

/** My shop orders. Parameters: tab */
export default function OrdersPage() {
  const { tab } = useRouter().params
  return <ShopOrdersView tab={tab} />
}
