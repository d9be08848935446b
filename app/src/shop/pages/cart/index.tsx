import { CartView } from '../../../areas/shop/cart-view'

/** The cart. */
export default function CartPage() {
  return <CartView />
}
