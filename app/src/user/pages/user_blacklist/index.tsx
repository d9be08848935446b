import { BlacklistView } from '../../../areas/people/blacklist/blacklist-view'

/** My blacklist. */
export default function UserBlacklistPage() {
  return <BlacklistView />
}
