import { useRouter } from '@tarojs/taro'
import { LevelsView } from '../../../areas/people/profile/levels-view'

definePageConfig({ navigationBarTitleText: '等级变化', enablePullDownRefresh: true })

/** How a level came about. Parameters: userId */
export default function LevelsPage() {
  const { userId } = useRouter().params
  return <LevelsView userId={userId} />
}
