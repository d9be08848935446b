import { useRouter } from '@tarojs/taro'
import { StringingOrderView } from '../../../areas/activities/stringing/stringing-order-view'

/** One stringing order. Parameters: id */
export default function ThreadingOrderPage() {
  const { id } = useRouter().params
  return <StringingOrderView id={id} />
}
