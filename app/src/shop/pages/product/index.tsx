import { useRouter } from '@tarojs/taro'
import { ProductView } from '../../../areas/activities/shop/product-view'
import { ShopGate } from '../../../areas/ground/features/feature-gate'

/** One product. Parameters: id */
export default function ProductPage() {
  const { id } = useRouter().params
  return (
    <ShopGate title="商品">
      <ProductView id={id} />
    </ShopGate>
  )
}
