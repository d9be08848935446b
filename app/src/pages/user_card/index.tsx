import { useRouter } from '@tarojs/taro'
import { PlayerCardView } from '../../areas/views/business-cards/player-card-view'

/** A player card; a guest may read one that was shared. Parameters: id, i, scene (of a scanned code) */
export default function UserCardPage() {
  const { id, i, scene } = useRouter().params
  return <PlayerCardView id={id} i={i} scene={scene} />
}
