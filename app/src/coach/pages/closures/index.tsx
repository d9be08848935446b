import { useRouter } from '@tarojs/taro'
import { ClosuresView } from '../../../areas/activities/closures/closures-view'

definePageConfig({ navigationBarTitleText: '雨天闭馆' })

/** 雨天闭馆. Parameters: stadiumId, the venue; id, a closure that is under way or done. */
export default function CoachClosuresPage() {
  const { stadiumId, id } = useRouter().params
  return <ClosuresView stadiumId={stadiumId} id={id} />
}
