import { BusinessCardView } from '../../../areas/business-cards/business-card-view'

/** My business card is edited. */
export default function UserBusinessCardPage() {
  return <BusinessCardView />
}
