import type { CardMoney } from '@paidang/domain/areas/cards/stored-card'
import type { Database } from '../../../db/database.ts'
import { type Cause, moveMoney } from './card-ledger.ts'

/**
 * Money that is added to a card. `reference` is its source, for example order:12 or refund:5. A source is credited at
 * most once.
 */
export type Credit = Cause & CardMoney & { cardId: string; kind: 'REFUND' | 'TOP_UP'; orderId: string }

/** Adds money to a card, principal and gift separately. The maximum of a card does not limit refunds. */
export async function creditCard(tx: Database, { principalFen, giftFen, ...credit }: Credit): Promise<void> {
  const isMoved = await moveMoney(tx, { ...credit, principalChange: principalFen, giftChange: giftFen })
  if (!isMoved) throw new Error(`there is no card ${credit.cardId} to put money on`)
}
