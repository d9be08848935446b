import { useRouter } from '@tarojs/taro'
import { BallView } from '../../../areas/balls/ball-view'

/** 球局详情. Parameters: id, share (token of a share link). */
export default function BallDetailPage() {
  const { id, share } = useRouter().params
  return <BallView id={id} share={share} />
}
