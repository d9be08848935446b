import { useRouter } from '@tarojs/taro'
import { StringingResultView } from '../../../areas/stringing/stringing-result-view'

/** What happens next. Parameters: id */
export default function ThreadingresultPage() {
  const { id } = useRouter().params
  return <StringingResultView id={id} />
}
