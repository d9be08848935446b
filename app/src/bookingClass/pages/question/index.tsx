import { useRouter } from '@tarojs/taro'
import { QuestionView } from '../../../areas/activities/questions/question-view'

definePageConfig({ navigationBarTitleText: '咨询' })

/** A question before one buys, for its asker and who answers. Parameter: id. */
export default function QuestionPage() {
  const { id = '' } = useRouter().params
  return <QuestionView id={id} />
}
