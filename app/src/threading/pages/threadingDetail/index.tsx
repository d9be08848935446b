import { useRouter } from '@tarojs/taro'
import { MerchantView } from '../../../areas/activities/stringing/merchant-view'

/** One stringing shop. Parameters: id */
export default function ThreadingdetailPage() {
  const { id } = useRouter().params
  return <MerchantView id={id} />
}
