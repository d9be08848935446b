import { useRouter } from '@tarojs/taro'
import { LocksView } from '../../../areas/time/locks/locks-view'

definePageConfig({
  navigationBarTitleText: '设置不可约时段',
})

/** 设置不可约时段. Parameters: of, courts or me, the half to begin with; stadiumId; date, yyyy-mm-dd. */
export default function CoachLocksPage() {
  const { of, stadiumId, date } = useRouter().params
  return <LocksView of={of} stadiumId={stadiumId} date={date} />
}
