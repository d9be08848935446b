import { useRouter } from '@tarojs/taro'
import { MyBallsView } from '../../../areas/activities/balls/my-balls-view'

definePageConfig({
  navigationBarTitleText: '我的球局',
  enablePullDownRefresh: true,
  onReachBottomDistance: 50,
})

/** 我的球局. Parameter: group, the tab to begin with. */
export default function UserMyBallPage() {
  const { group } = useRouter().params
  return <MyBallsView group={group} />
}
