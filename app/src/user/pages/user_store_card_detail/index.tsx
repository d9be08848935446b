import { useRouter } from '@tarojs/taro'
import { CardView } from '../../../areas/money/cards/card-view'

definePageConfig({
  navigationBarTitleText: '储值卡流水',
  enablePullDownRefresh: true,
  onReachBottomDistance: 50,
})

/** 储值卡流水. Parameter: cardId. */
export default function UserStoreCardDetailPage() {
  const { cardId } = useRouter().params
  return <CardView cardId={cardId} />
}
