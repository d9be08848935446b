import { useRouter } from '@tarojs/taro'
import { TrialLessonView } from '../../../areas/activities/trial-lessons/trial-lesson-view'

definePageConfig({ navigationBarTitleText: '体验课' })

/** A trial lesson, for its coach and its player. Parameter: id. */
export default function TrialLessonPage() {
  const { id = '' } = useRouter().params
  return <TrialLessonView id={id} />
}
