import { useRouter } from '@tarojs/taro'
import { RecordPastView } from '../../../areas/activities/classes/record-past-view'

definePageConfig({ navigationBarTitleText: '补录课程' })

/** 补录课程: a class that was held. Parameters: userId of the student from whose page one comes. */
export default function RecordPastPage() {
  const { userId } = useRouter().params
  return <RecordPastView playerId={userId} />
}
