import { CartView } from '../../../areas/activities/shop/cart-view'
import { ShopGate } from '../../../areas/ground/features/feature-gate'

/** The cart. */
export default function CartPage() {
  return (
    <ShopGate title="购物车">
      <CartView />
    </ShopGate>
  )
}
