import { useRouter } from '@tarojs/taro'
import { ShopGate } from '../../../areas/features/feature-gate'
import { ProductsView } from '../../../areas/shop/products-view'

/** The shop. Parameters: categoryId */
export default function ProductsPage() {
  const { categoryId } = useRouter().params
  return (
    <ShopGate title="商城">
      <ProductsView categoryId={categoryId} />
    </ShopGate>
  )
}
