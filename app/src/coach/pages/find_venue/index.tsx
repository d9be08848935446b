import { FindVenueView } from '../../../areas/places/venues/find-venue-view'

definePageConfig({
  navigationBarTitleText: '关联场馆',
  onReachBottomDistance: 50,
})

/** 关联场馆: approved venues to ask for. */
export default function CoachFindVenuePage() {
  return <FindVenueView />
}
