import { useRouter } from '@tarojs/taro'
import { PublishBallView } from '../../../areas/activities/balls/publish-ball-view'

definePageConfig({
  navigationBarTitleText: '发起约球',
})

/** 发起约球. Parameters: id of a game that is changed, stadiumId of the venue to begin with. */
export default function PublishBallPage() {
  const { id, stadiumId } = useRouter().params
  return <PublishBallView id={id} stadiumId={stadiumId} />
}
