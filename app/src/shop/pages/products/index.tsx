import { useRouter } from '@tarojs/taro'
import { ProductsView } from '../../../areas/shop/products-view'

/** The shop. Parameters: categoryId */
export default function ProductsPage() {
  const { categoryId } = useRouter().params
  return <ProductsView categoryId={categoryId} />
}
