import { useRouter } from '@tarojs/taro'
import { RacketView } from '../../../areas/activities/stringing/racket-view'

definePageConfig({ navigationBarTitleText: '球拍' })

/** One racket, or a new one. Parameters: id */
export default function RacketPage() {
  const { id } = useRouter().params
  return <RacketView id={id} />
}
