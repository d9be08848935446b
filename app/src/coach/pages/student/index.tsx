import { useRouter } from '@tarojs/taro'
import { StudentView } from '../../../areas/activities/students/student-view'

definePageConfig({
  navigationBarTitleText: '学员',
  enablePullDownRefresh: true,
  onReachBottomDistance: 50,
})

/** 学员: one student’s contracts and course history. Parameters: userId; ask=sessions opens 调整课时. */
export default function CoachStudentPage() {
  const { userId, ask } = useRouter().params
  return <StudentView userId={userId} asksSessions={ask === 'sessions'} />
}
