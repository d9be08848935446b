import { useRouter } from '@tarojs/taro'
import { OrderEntryView } from '../../../areas/views/cashier/order-entry-view'

definePageConfig({
  navigationBarTitleText: '订单',
})

/** 订单, opened by WeChat: `no` comes from its order centre, `merchant_trade_no` from a message about a parcel. */
export default function OrderPage() {
  const { no, merchant_trade_no: fromMessage } = useRouter().params
  return <OrderEntryView outTradeNo={no ?? fromMessage} />
}
