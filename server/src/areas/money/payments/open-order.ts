import type { OrderKind } from '@paidang/domain/areas/payments/order'
import type { Database } from '../../../db/database.ts'
import type { OrderRow } from './order-effects.ts'
import { insertOrder, type OrderLine } from './queries.ts'

/** An order to open: what is paid, by whom and until when. `objectId` is the row of its kind. */
export type OrderToOpen = {
  userId: string
  kind: OrderKind
  objectId: string
  title: string
  lines: readonly OrderLine[]
  expiresAt: Date
}

/**
 * Opens an UNPAID order. Its amount is the sum of its lines, at least 1 fen. Something free needs no order.
 *
 * @throws RangeError when the lines add up to less than 1 fen
 * Source: decision "Hours and money", Payments; invariant O5
 */
export async function openOrder(tx: Database, { lines, ...order }: OrderToOpen): Promise<OrderRow> {
  const amountFen = lines.reduce((sum, { quantity, unitFen }) => sum + quantity * unitFen, 0)
  if (amountFen < 1) throw new RangeError(`an order of ${amountFen} fen`)
  return insertOrder(tx, { ...order, amountFen }, lines)
}
