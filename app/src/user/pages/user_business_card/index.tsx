import { BusinessCardView } from '../../../areas/views/business-cards/business-card-view'

/** My business card is edited. */
export default function UserBusinessCardPage() {
  return <BusinessCardView />
}
