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
 * and venue, the day, the half-hour and where, as they were chosen in a list.
 */
export default function CoachPage() {
  const { id, i, scene, date, at, venue } = useRouter().params
  return <CoachPageView id={id} i={i} scene={scene} date={date} at={at} venue={venue} />
}
