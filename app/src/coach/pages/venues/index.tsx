import { MyVenuesView } from '../../../areas/places/venues/my-venues-view'

/** 我的场馆: where the coach teaches, what he manages, and requests. */
export default function CoachVenuesPage() {
  return <MyVenuesView />
}
