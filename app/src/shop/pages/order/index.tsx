import { useRouter } from '@tarojs/taro'
import { ShopOrderView } from '../../../areas/activities/shop/shop-order-view'

definePageConfig({ navigationBarTitleText: '订单详情', enablePullDownRefresh: true })

/** One shop order. Parameters: id */
export default function OrderPage() {
  const { id } = useRouter().params
  return <ShopOrderView id={id} />
}
