import { ShopGate } from '../../../areas/features/feature-gate'
import { CartView } from '../../../areas/shop/cart-view'

/** The cart. */
export default function CartPage() {
  return (
    <ShopGate title="购物车">
      <CartView />
    </ShopGate>
  )
}
