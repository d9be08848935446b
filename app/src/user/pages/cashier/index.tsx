import { useRouter } from '@tarojs/taro'
import { CashierView } from '../../../areas/views/cashier/cashier-view'

definePageConfig({
  navigationBarTitleText: '支付',
})

/** 支付. Parameter: orderId. */
export default function CashierPage() {
  const { orderId } = useRouter().params
  return <CashierView orderId={orderId} />
}
