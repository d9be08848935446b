import { useRouter } from '@tarojs/taro'
import { StringingFormView } from '../../../areas/activities/stringing/stringing-form-view'

definePageConfig({ navigationBarTitleText: '穿线下单' })

/** 穿线下单. Parameters: merchantId, racketId, again */
export default function ThreadingproductsPage() {
  const { merchantId, racketId, again } = useRouter().params
  return <StringingFormView merchantId={merchantId} racketId={racketId} again={again} />
}
