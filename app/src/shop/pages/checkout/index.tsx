import { useRouter } from '@tarojs/taro'
import { ShopGate } from '../../../areas/features/feature-gate'
import { CheckoutView } from '../../../areas/shop/checkout-view'

/** 确认订单. Parameters: productId, quantity */
export default function CheckoutPage() {
  const { productId, quantity } = useRouter().params
  return (
    <ShopGate title="确认订单">
      <CheckoutView productId={productId} quantity={quantity} />
    </ShopGate>
  )
}
