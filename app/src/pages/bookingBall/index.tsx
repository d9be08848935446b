import { Tab } from './tab'

definePageConfig({
  navigationBarTitleText: '约球',
  enablePullDownRefresh: true,
  enableShareAppMessage: true,
})

/** 约球: public ball games. */
export default function BookingBallPage() {
  return <Tab />
}
