import { useRouter } from '@tarojs/taro'
import { DayBoardView } from '../../../areas/views/coach-home/day-board-view'

definePageConfig({
  navigationBarTitleText: '我的日程',
  enablePullDownRefresh: true,
})

/** 我的日程: one day of the coach, hour by hour. Parameter: date, yyyy-mm-dd, the day to begin with. */
export default function CoachDayBoardPage() {
  const { date } = useRouter().params
  return <DayBoardView date={date} />
}
