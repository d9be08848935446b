import { CartView } from '../../../areas/activities/shop/cart-view'
import { ShopGate } from '../../../areas/ground/features/feature-gate'

definePageConfig({ navigationBarTitleText: '购物车', enablePullDownRefresh: true })

/** The cart. */
export default function CartPage() {
  return (
    <ShopGate title="购物车">
      <CartView />
    </ShopGate>
  )
}
