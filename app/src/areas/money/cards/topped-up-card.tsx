import { useCards } from './cards-data'
import { CardFace } from './parts/card-face'

/** The card that was topped up, with its new balance; nothing until that is known. */
export function ToppedUpCard({ id }: { id: string }) {
  const { data: cards } = useCards()
  const card = cards?.find((one) => one.id === id)
  return card ? <CardFace card={card} /> : null
}
