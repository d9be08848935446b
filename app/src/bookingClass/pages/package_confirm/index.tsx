import { useRouter } from '@tarojs/taro'
import { PackageConfirmView } from '../../../areas/money/packages/packages-view'

definePageConfig({ navigationBarTitleText: '确认购买' })

/** One package before its payment. Parameters: courseId, packageId. */
export default function PackageConfirmPage() {
  const { courseId = '', packageId = '' } = useRouter().params
  return <PackageConfirmView courseId={courseId} packageId={packageId} />
}
