import { useRouter } from '@tarojs/taro'
import { CoachesView } from '../../../areas/views/coach-pages/coaches-view'

definePageConfig({ navigationBarTitleText: '找教练', enablePullDownRefresh: true })

/** 找教练, also for guests. Parameters: commonCourseId, for a course of the catalogue; stadiumId, for a venue. */
export default function CoachesPage() {
  const { commonCourseId, stadiumId } = useRouter().params
  return <CoachesView those={{ commonCourseId, stadiumId }} />
}
