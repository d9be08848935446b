import { RESERVING_STRINGING } from '@paidang/domain/areas/stringing/order-status'
import type { OfferedService } from '@paidang/domain/areas/stringing/string-form'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { orders } from '../../../tables/payments.ts'
import { merchantStrings, merchants, rackets, stringingServices } from '../../../tables/stringing.ts'
import { bindsItsShop, stringingOrders, stringingParts } from '../../../tables/stringing-orders.ts'
import type { OrderRow } from '../../money/payments/order-effects.ts'

export type StringRow = typeof merchantStrings.$inferSelect

/**
 * Reads and locks a player's own active racket. Nobody else can retire it or order for it until the transaction ends.
 */
export async function lockOwnRacketForShare(
  tx: Database,
  { id, userId }: { id: string; userId: string },
): Promise<typeof rackets.$inferSelect | undefined> {
  const own = and(eq(rackets.id, id), eq(rackets.userId, userId), isNull(rackets.retiredAt))
  const [row] = await tx.select().from(rackets).where(own).for('no key update')
  return row
}

/**
 * Finds the running order of a racket, with its payment order. If none runs, finds a cancelled order whose racket is in
 * the shop.
 */
export async function findBindingOrder(
  tx: Database,
  racketId: string,
): Promise<{ id: string; orderNo: string; isOver: boolean; shopName: string; payment: OrderRow } | undefined> {
  const { id, orderNo, paymentOrderId, merchantId, status } = stringingOrders
  const isOver = sql<boolean>`${status} = 'CANCELLED'`
  const [row] = await tx
    .select({ id, orderNo, isOver, shopName: merchants.name, payment: orders })
    .from(stringingOrders)
    .innerJoin(orders, eq(orders.id, paymentOrderId))
    .innerJoin(merchants, eq(merchants.id, merchantId))
    .where(and(eq(stringingOrders.racketId, racketId), bindsItsShop(stringingOrders)))
    .orderBy(asc(isOver), asc(id))
    .limit(1)
  return row
}

/** Reads a published shop. */
export async function findOpenMerchant(tx: Database, id: string): Promise<typeof merchants.$inferSelect | undefined> {
  const [row] = await tx
    .select()
    .from(merchants)
    .where(and(eq(merchants.id, id), eq(merchants.isPublished, true)))
  return row
}

/** Lists the services that a shop offers now. */
export async function listServices(tx: Database, merchantId: string): Promise<OfferedService[]> {
  const { id, kind, sport, name, priceFen } = stringingServices
  return tx
    .select({ id, kind, sport, name, priceFen })
    .from(stringingServices)
    .where(and(eq(stringingServices.merchantId, merchantId), eq(stringingServices.isOffered, true)))
}

/**
 * Reads and locks those of these strings that the shop sells, in order of id. Until the transaction ends nobody else
 * can reserve or draw them.
 */
export async function lockStrings(
  tx: Database,
  { merchantId, ids }: { merchantId: string; ids: readonly string[] },
): Promise<StringRow[]> {
  const own = and(
    inArray(merchantStrings.id, [...ids]),
    eq(merchantStrings.merchantId, merchantId),
    eq(merchantStrings.isOffered, true),
  )
  return tx.select().from(merchantStrings).where(own).orderBy(asc(merchantStrings.id)).for('update')
}

/** The metres of these strings that are in stock and not reserved, by string id. */
export async function readFreeMetres(db: Database, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const promised = db
    .select({
      stringId: stringingParts.stringId,
      metres: sql<string>`sum(${stringingParts.metres})`.as('promised_metres'),
    })
    .from(stringingParts)
    .innerJoin(stringingOrders, eq(stringingOrders.id, stringingParts.orderId))
    .where(and(inArray(stringingParts.stringId, [...ids]), inArray(stringingOrders.status, [...RESERVING_STRINGING])))
    .groupBy(stringingParts.stringId)
    .as('promised')
  const rows = await db
    .select({
      id: merchantStrings.id,
      free: sql<string>`${merchantStrings.stockMetres} - coalesce(${promised.metres}, 0)`,
    })
    .from(merchantStrings)
    .leftJoin(promised, eq(promised.stringId, merchantStrings.id))
    .where(inArray(merchantStrings.id, [...ids]))
  return new Map(rows.map(({ id, free }) => [id, Number(free)]))
}
