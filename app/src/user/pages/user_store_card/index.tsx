import { CardsView } from '../../../areas/money/cards/cards-view'

/** 储值卡. */
export default function UserStoreCardPage() {
  return <CardsView />
}
