import { RacketsView } from '../../../areas/stringing/rackets-view'

/** My rackets. */
export default function RacketsPage() {
  return <RacketsView />
}
