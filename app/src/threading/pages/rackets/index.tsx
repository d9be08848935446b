import { RacketsView } from '../../../areas/activities/stringing/rackets-view'

/** My rackets. */
export default function RacketsPage() {
  return <RacketsView />
}
