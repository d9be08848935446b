import { RacketsView } from '../../../areas/activities/stringing/rackets-view'

definePageConfig({ navigationBarTitleText: '我的球拍', enablePullDownRefresh: true })

/** My rackets. */
export default function RacketsPage() {
  return <RacketsView />
}
