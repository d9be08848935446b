import { useRouter } from '@tarojs/taro'
import { StudentsView } from '../../../areas/activities/students/students-view'

definePageConfig({
  navigationBarTitleText: '我的学员',
  enablePullDownRefresh: true,
  onReachBottomDistance: 50,
})

/** 我的学员. Parameter: tab, mine, all or ending, the tab to begin with. */
export default function CoachStudentsPage() {
  const { tab } = useRouter().params
  return <StudentsView tab={tab} />
}
