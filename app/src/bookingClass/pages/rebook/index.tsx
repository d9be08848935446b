import { useRouter } from '@tarojs/taro'
import { RebookView } from '../../../areas/activities/closures/rebook-view'

definePageConfig({ navigationBarTitleText: '重新约课' })

/** 重新约课 after a venue closed. Parameter: id of the class. */
export default function RebookPage() {
  const { id = '' } = useRouter().params
  return <RebookView id={id} />
}
