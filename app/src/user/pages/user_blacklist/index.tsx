import { BlacklistView } from '../../../areas/blacklist/blacklist-view'

/** My blacklist. */
export default function UserBlacklistPage() {
  return <BlacklistView />
}
