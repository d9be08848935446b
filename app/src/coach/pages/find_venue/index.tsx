import { FindVenueView } from '../../../areas/places/venues/find-venue-view'

/** 关联场馆: approved venues to ask for. */
export default function CoachFindVenuePage() {
  return <FindVenueView />
}
