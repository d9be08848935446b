import { useRouter } from '@tarojs/taro'
import { ShopGate } from '../../../areas/features/feature-gate'
import { ProductView } from '../../../areas/shop/product-view'

/** One product. Parameters: id */
export default function ProductPage() {
  const { id } = useRouter().params
  return (
    <ShopGate title="商品">
      <ProductView id={id} />
    </ShopGate>
  )
}
