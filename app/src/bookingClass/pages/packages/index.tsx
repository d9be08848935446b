import { useRouter } from '@tarojs/taro'
import { PackagesView } from '../../../areas/money/packages/packages-view'

definePageConfig({ navigationBarTitleText: '购买课时' })

/** The packages of a course. Parameter: courseId. */
export default function PackagesPage() {
  const { courseId = '' } = useRouter().params
  return <PackagesView courseId={courseId} />
}
