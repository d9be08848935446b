import { BusinessCard } from './late'

definePageConfig({ navigationBarTitleText: '我的名片' })

/** My business card is edited. */
export default function UserBusinessCardPage() {
  return <BusinessCard />
}
