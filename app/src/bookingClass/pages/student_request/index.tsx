import { useRouter } from '@tarojs/taro'
import { StudentRequestView } from '../../../areas/activities/student-requests/student-request-view'

definePageConfig({ navigationBarTitleText: '学员申请' })

/** A request to become a student, for its coach and its player. Parameter: id. */
export default function StudentRequestPage() {
  const { id = '' } = useRouter().params
  return <StudentRequestView id={id} />
}
