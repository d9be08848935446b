import { useRouter } from '@tarojs/taro'
import { CheckoutView } from '../../../areas/activities/shop/checkout-view'
import { ShopGate } from '../../../areas/ground/features/feature-gate'

definePageConfig({ navigationBarTitleText: '确认订单' })

/** 确认订单. Parameters: productId, quantity */
export default function CheckoutPage() {
  const { productId, quantity } = useRouter().params
  return (
    <ShopGate title="确认订单">
      <CheckoutView productId={productId} quantity={quantity} />
    </ShopGate>
  )
}
