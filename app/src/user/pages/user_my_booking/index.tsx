import { useRouter } from '@tarojs/taro'
import { MyClassesView } from '../../../areas/activities/classes/my-classes-view'

definePageConfig({
  navigationBarTitleText: '我的约课',
  enablePullDownRefresh: true,
  onReachBottomDistance: 50,
})

/** 我的约课. Parameters: status, the tab to begin with; view, list or agenda. */
export default function UserMyBookingPage() {
  const { status, view } = useRouter().params
  return <MyClassesView status={status} view={view} />
}
