import { useRouter } from '@tarojs/taro'
import { CheckoutView } from '../../../areas/shop/checkout-view'

/** 确认订单. Parameters: productId, quantity */
export default function CheckoutPage() {
  const { productId, quantity } = useRouter().params
  return <CheckoutView productId={productId} quantity={quantity} />
}
