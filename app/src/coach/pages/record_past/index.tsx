import { useRouter } from '@tarojs/taro'
import { RecordPastView } from '../../../areas/activities/classes/record-past-view'

definePageConfig({ navigationBarTitleText: '补录课程' })

/** 补录课程: a class that was held. Parameters: userId, name of the student. */
export default function RecordPastPage() {
  const { userId, name } = useRouter().params
  return <RecordPastView playerId={userId} name={name} />
}
