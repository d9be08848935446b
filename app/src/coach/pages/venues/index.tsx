import { MyVenuesView } from '../../../areas/places/venues/my-venues-view'

definePageConfig({
  navigationBarTitleText: '我的场馆',
  enablePullDownRefresh: true,
})

/** 我的场馆: where the coach teaches, what he manages, and requests. */
export default function CoachVenuesPage() {
  return <MyVenuesView />
}
