import { AllMerchantsView } from '../../../areas/activities/stringing/all-merchants-view'

definePageConfig({ navigationBarTitleText: '穿线商家', enablePullDownRefresh: true })

/** All stringing shops. */
export default function ThreadingListPage() {
  return <AllMerchantsView />
}
