import { useRouter } from '@tarojs/taro'
import { ProductsView } from '../../../areas/activities/shop/products-view'
import { ShopGate } from '../../../areas/ground/features/feature-gate'

definePageConfig({
  navigationBarTitleText: '商城',
  enablePullDownRefresh: true,
  enableShareAppMessage: true,
})

/** The shop. Parameters: categoryId */
export default function ProductsPage() {
  const { categoryId } = useRouter().params
  return (
    <ShopGate title="商城">
      <ProductsView categoryId={categoryId} />
    </ShopGate>
  )
}
