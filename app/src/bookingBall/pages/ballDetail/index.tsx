import { useRouter } from '@tarojs/taro'
import { BallView } from '../../../areas/activities/balls/ball-view'

definePageConfig({
  navigationBarTitleText: '球局详情',
  // The page draws its bar on the picture.
  navigationStyle: 'custom',
  navigationBarTextStyle: 'white',
  enablePullDownRefresh: true,
  enableShareAppMessage: true,
  enableShareTimeline: true,
  // WeChat's own bar stands above the page when it is opened from the timeline.
  singlePage: { navigationBarFit: 'squeezed' },
})

/** 球局详情. Parameters: id, share (token of a share link), or i, scene (short id of a shared game). */
export default function BallDetailPage() {
  const { id, share, i, scene } = useRouter().params
  return <BallView id={id} share={share} i={i} scene={scene} />
}
