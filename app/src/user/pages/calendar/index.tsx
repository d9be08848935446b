import { CalendarView } from '../../../areas/views/calendar/calendar-view'

definePageConfig({ navigationBarTitleText: '日历', enablePullDownRefresh: true })

/** Everything I have, by month. */
export default function CalendarPage() {
  return <CalendarView />
}
