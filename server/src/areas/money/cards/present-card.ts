import type { CardTransaction, StoredCard } from '@paidang/api/areas/cards'
import { balanceOf } from '@paidang/domain/areas/cards/stored-card'
import { OBJECT_OF } from '@paidang/domain/areas/payments/order'
import type { CardRow } from './card-ledger.ts'
import type { TransactionRow } from './transaction-queries.ts'

/** A card as its owner sees it. */
export function presentCard({ id, cardNo, name, principalFen, giftFen, createdAt }: CardRow): StoredCard {
  const balanceFen = balanceOf({ principalFen, giftFen })
  return { id, cardNo, name, balanceFen, principalFen, giftFen, createTime: createdAt.toISOString() }
}

/** A movement as the card's owner sees it. */
export function presentTransaction(row: TransactionRow): CardTransaction {
  return {
    seq: row.seq,
    kind: row.kind,
    amountFen: row.principalChange + row.giftChange,
    principalChange: row.principalChange,
    giftChange: row.giftChange,
    balanceAfterFen: row.principalAfter + row.giftAfter,
    principalAfter: row.principalAfter,
    giftAfter: row.giftAfter,
    reason: row.reason,
    order: orderOf(row),
    createTime: row.createdAt.toISOString(),
  }
}

function orderOf({ orderId: id, orderTitle: title, orderKind, objectId }: TransactionRow): CardTransaction['order'] {
  if (id === null || title === null || orderKind === null || objectId === null) return null
  return { id, title, object: { kind: OBJECT_OF[orderKind], id: objectId } }
}
