import { useRouter } from '@tarojs/taro'
import { PlayerCardView } from '../../areas/views/business-cards/player-card-view'

definePageConfig({
  navigationBarTitleText: '球员名片',
  // The page draws its bar on the green head.
  navigationStyle: 'custom',
  navigationBarTextStyle: 'white',
  enableShareAppMessage: true,
  enableShareTimeline: true,
  // WeChat's own bar stands above the page when it is opened from the timeline.
  singlePage: { navigationBarFit: 'squeezed' },
})

/** A player card; a guest may read one that was shared. Parameters: id, i, scene (of a scanned code) */
export default function UserCardPage() {
  const { id, i, scene } = useRouter().params
  return <PlayerCardView id={id} i={i} scene={scene} />
}
