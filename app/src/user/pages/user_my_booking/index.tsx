import { useRouter } from '@tarojs/taro'
import { MyClassesView } from '../../../areas/activities/classes/my-classes-view'
import { AskedTrials } from '../../../areas/activities/trial-lessons/asked-trials'

definePageConfig({
  navigationBarTitleText: '我的约课',
  enablePullDownRefresh: true,
  onReachBottomDistance: 50,
})

/** 我的约课, with the trial lessons that are no class yet. Parameters: status, the tab to begin with; view, list or agenda. */
export default function UserMyBookingPage() {
  const { status, view } = useRouter().params
  return <MyClassesView status={status} view={view} above={<AskedTrials />} />
}
