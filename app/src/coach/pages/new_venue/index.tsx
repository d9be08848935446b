import { NewVenueView } from '../../../areas/places/venues/new-venue-view'

definePageConfig({
  navigationBarTitleText: '新增场馆',
})

/** 新增场馆. */
export default function CoachNewVenuePage() {
  return <NewVenueView />
}
