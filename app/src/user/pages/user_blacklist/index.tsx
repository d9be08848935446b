import { BlacklistView } from '../../../areas/people/blacklist/blacklist-view'

definePageConfig({ navigationBarTitleText: '黑名单', enablePullDownRefresh: true })

/** My blacklist. */
export default function UserBlacklistPage() {
  return <BlacklistView />
}
