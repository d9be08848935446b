import { NewVenueView } from '../../../areas/places/venues/new-venue-view'

/** 新增场馆. */
export default function CoachNewVenuePage() {
  return <NewVenueView />
}
