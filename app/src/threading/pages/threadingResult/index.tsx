import { useRouter } from '@tarojs/taro'
import { StringingResultView } from '../../../areas/activities/stringing/stringing-result-view'

definePageConfig({ navigationBarTitleText: '下单成功' })

/** What happens next. Parameters: id, paid */
export default function ThreadingresultPage() {
  const { id, paid } = useRouter().params
  return <StringingResultView id={id} isNew={paid === '1'} />
}
