import { useRouter } from '@tarojs/taro'
import { CourseRefundView } from '../../../areas/activities/course-refunds/course-refund-view'

definePageConfig({ navigationBarTitleText: '退课' })

/** 退课: what comes back of a contract. Parameter: contractId. */
export default function CourseRefundPage() {
  const { contractId = '' } = useRouter().params
  return <CourseRefundView contractId={contractId} />
}
