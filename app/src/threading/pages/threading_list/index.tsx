import { AllMerchantsView } from '../../../areas/stringing/all-merchants-view'

/** All stringing shops. */
export default function ThreadingListPage() {
  return <AllMerchantsView />
}
