import { AllMerchantsView } from '../../../areas/activities/stringing/all-merchants-view'

/** All stringing shops. */
export default function ThreadingListPage() {
  return <AllMerchantsView />
}
