import { CardsView } from '../../../areas/money/cards/cards-view'

definePageConfig({
  navigationBarTitleText: '储值卡',
  enablePullDownRefresh: true,
})

/** 储值卡. */
export default function UserStoreCardPage() {
  return <CardsView />
}
