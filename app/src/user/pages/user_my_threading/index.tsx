import { useRouter } from '@tarojs/taro'
import { MyStringingView } from '../../../areas/activities/stringing/my-stringing-view'

/** My stringing orders. Parameters: tab */
export default function UserMyThreadingPage() {
  const { tab } = useRouter().params
  return <MyStringingView tab={tab} />
}
