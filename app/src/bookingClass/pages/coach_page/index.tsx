import { useRouter } from '@tarojs/taro'
import { CoachPageView } from '../../../areas/views/coach-pages/coach-page-view'

definePageConfig({
  navigationBarTitleText: '教练',
  // The page draws its bar on the green head.
  navigationStyle: 'custom',
  navigationBarTextStyle: 'white',
  enablePullDownRefresh: true,
  enableShareAppMessage: true,
})

/**
 * The public page of a coach, also for guests. Parameters: id; i or scene, the short id of a scanned code; date, at
 * and venue, the day, the half-hour and where, as they were chosen in a list; course, the one that led here; changes, to
 * change an unpaid trial lesson at once.
 */
export default function CoachPage() {
  const { id, i, scene, date, at, venue, course, changes } = useRouter().params
  return <CoachPageView {...{ id, i, scene, date, at, venue, course, changes }} />
}
