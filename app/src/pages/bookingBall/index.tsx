import { BallListView } from '../../areas/activities/balls/ball-list-view'

definePageConfig({
  navigationBarTitleText: '约球',
  enablePullDownRefresh: true,
  enableShareAppMessage: true,
})

/** 约球: public ball games. */
export default function BookingBallPage() {
  return <BallListView />
}
