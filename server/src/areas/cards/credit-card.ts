import type { CardMoney } from '@paidang/domain/areas/cards/stored-card'
import type { Database } from '../../db/database.ts'
import { type Cause, moveMoney } from './queries.ts'

/** Money that comes onto a card; `reference` is what it comes from, as in order:12 or refund:5, and credits it once. */
export type Credit = Cause & CardMoney & { cardId: string; kind: 'REFUND' | 'TOP_UP'; orderId: string }

/** Puts money onto a card, principal and gift apart. A refund is never refused for what the card holds already. */
export async function creditCard(tx: Database, { principalFen, giftFen, ...credit }: Credit): Promise<void> {
  const isMoved = await moveMoney(tx, { ...credit, principalChange: principalFen, giftChange: giftFen })
  if (!isMoved) throw new Error(`there is no card ${credit.cardId} to put money on`)
}
