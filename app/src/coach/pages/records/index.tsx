import { RecordsView } from '../../../areas/views/coach-home/records-view'

definePageConfig({
  navigationBarTitleText: '约课记录',
  enablePullDownRefresh: true,
  onReachBottomDistance: 50,
})

/** 约课记录: what was asked, held and earned, with filters and export. */
export default function CoachRecordsPage() {
  return <RecordsView />
}
