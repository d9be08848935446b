import { useRouter } from '@tarojs/taro'
import { MyStringingView } from '../../../areas/activities/stringing/my-stringing-view'

definePageConfig({ navigationBarTitleText: '我的穿线', enablePullDownRefresh: true })

/** My stringing orders. Parameters: tab */
export default function UserMyThreadingPage() {
  const { tab } = useRouter().params
  return <MyStringingView tab={tab} />
}
