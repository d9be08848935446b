import { useRouter } from '@tarojs/taro'
import { ProductView } from '../../../areas/activities/shop/product-view'
import { ShopGate } from '../../../areas/ground/features/feature-gate'

definePageConfig({
  navigationBarTitleText: '商品详情',
  enablePullDownRefresh: true,
  enableShareAppMessage: true,
  enableShareTimeline: true,
  // WeChat's own bar stands above the page when it is opened from the timeline.
  singlePage: { navigationBarFit: 'squeezed' },
})

/** One product. Parameters: id */
export default function ProductPage() {
  const { id } = useRouter().params
  return (
    <ShopGate title="商品">
      <ProductView id={id} />
    </ShopGate>
  )
}
