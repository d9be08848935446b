import { useRouter } from '@tarojs/taro'
import { CoachesView } from '../../../areas/views/coach-pages/coaches-view'

definePageConfig({ navigationBarTitleText: '找教练', enablePullDownRefresh: true })

/** 找教练, also for guests. Parameter: commonCourseId, for those who teach a course of the catalogue. */
export default function CoachesPage() {
  const { commonCourseId } = useRouter().params
  return <CoachesView commonCourseId={commonCourseId} />
}
