import { useRouter } from '@tarojs/taro'
import { LeaveView } from '../../../areas/activities/coach-leaves/leave-view'

definePageConfig({ navigationBarTitleText: '教练变动' })

/** What a student decides about a coach who does not teach. Parameter: id. */
export default function CoachLeavePage() {
  const { id = '' } = useRouter().params
  return <LeaveView id={id} />
}
