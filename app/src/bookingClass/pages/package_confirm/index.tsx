import { useRouter } from '@tarojs/taro'
import { PackageConfirmView } from '../../../areas/money/packages/package-confirm-view'

definePageConfig({ navigationBarTitleText: '确认购买' })

/** One package before its payment. Parameters: courseId, packageId, learner (adult or minor). */
export default function PackageConfirmPage() {
  const { courseId = '', packageId = '', learner } = useRouter().params
  return <PackageConfirmView courseId={courseId} packageId={packageId} learner={learner} />
}
