import { MerchantListView } from '../../areas/activities/stringing/merchant-list-view'

/** 穿线: stringing shops. */
export default function ThreadingPage() {
  return <MerchantListView />
}
