import { useRouter } from '@tarojs/taro'
import { ProductView } from '../../../areas/shop/product-view'

/** One product. Parameters: id */
export default function ProductPage() {
  const { id } = useRouter().params
  return <ProductView id={id} />
}
