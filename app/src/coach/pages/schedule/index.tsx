import { ScheduleView } from '../../../areas/views/coach-home/schedule-view'

definePageConfig({
  navigationBarTitleText: '排期',
  enablePullDownRefresh: true,
  onReachBottomDistance: 50,
})

/** 排期: every class of the coach as a list, and a week at a glance. */
export default function CoachSchedulePage() {
  return <ScheduleView />
}
