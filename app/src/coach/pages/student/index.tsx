import { useRouter } from '@tarojs/taro'
import { StudentView } from '../../../areas/activities/students/student-view'

definePageConfig({
  navigationBarTitleText: '学员',
  enablePullDownRefresh: true,
  onReachBottomDistance: 50,
})

/** 学员: one student’s contracts and course history. Parameter: userId. */
export default function CoachStudentPage() {
  const { userId } = useRouter().params
  return <StudentView userId={userId} />
}
