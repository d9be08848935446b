import type { CardAdjustment, ManagedCard } from '@paidang/api/areas/admin-cards'
import type { Database } from '../../../db/database.ts'
import { type AdjustmentOfCard, findAdjustmentOfCard } from './adjustment-queries.ts'
import type { ManagedCardRow } from './operator-queries.ts'
import { presentCard } from './present-card.ts'

/** A card as operators see it. */
export function presentManagedCard({ card, owner, movedAt, hasWaitingAdjustment }: ManagedCardRow): ManagedCard {
  return {
    card: presentCard(card),
    revision: card.revision,
    owner,
    movedTime: movedAt.toISOString(),
    hasWaitingAdjustment,
  }
}

/** An adjustment as the staff see it. */
export function presentAdjustment({
  adjustment,
  owner,
  card,
  requestedBy,
  decidedBy,
}: AdjustmentOfCard): CardAdjustment {
  const { id, state, isNewCard, principalChange, giftChange, reason, note, createdAt, endedAt } = adjustment
  return {
    id,
    state,
    owner,
    card: card && {
      id: card.id,
      cardNo: card.cardNo,
      principalFen: card.principalFen,
      giftFen: card.giftFen,
      revision: card.revision,
    },
    isNewCard,
    principalChange,
    giftChange,
    reason,
    note,
    requestedBy,
    decidedBy,
    createTime: createdAt.toISOString(),
    endTime: endedAt?.toISOString() ?? null,
  }
}

/** An adjustment in its current state. It must exist. */
export async function readAdjustment(db: Database, id: string): Promise<CardAdjustment> {
  const row = await findAdjustmentOfCard(db, id)
  if (!row) throw new Error(`adjustment ${id} is gone`)
  return presentAdjustment(row)
}
