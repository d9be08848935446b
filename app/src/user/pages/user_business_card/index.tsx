import { BusinessCardView } from '../../../areas/views/business-cards/business-card-view'

definePageConfig({ navigationBarTitleText: '我的名片' })

/** My business card is edited. */
export default function UserBusinessCardPage() {
  return <BusinessCardView />
}
