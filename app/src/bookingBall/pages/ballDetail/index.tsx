import { useRouter } from '@tarojs/taro'
import { BallView } from '../../../areas/activities/balls/ball-view'

/** 球局详情. Parameters: id, share (token of a share link), or i, scene (short id of a shared game). */
export default function BallDetailPage() {
  const { id, share, i, scene } = useRouter().params
  return <BallView id={id} share={share} i={i} scene={scene} />
}
