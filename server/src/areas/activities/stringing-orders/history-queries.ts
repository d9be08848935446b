import { RUNNING_STRINGING } from '@paidang/domain/areas/stringing/order-status'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { orders } from '../../../tables/payments.ts'
import { staff } from '../../../tables/staff-identities.ts'
import { rackets } from '../../../tables/stringing.ts'
import { stringingOrders, stringingSteps } from '../../../tables/stringing-orders.ts'
import type { PartRow, StringingOrderRow } from './order-queries.ts'
import { listPartsOf } from './view-queries.ts'

type OfShop = { racketId: string; merchantId: string }

/** Reads a racket that a shop was paid to string, and whether an order of it runs there. Undefined for any other. */
export async function findRacketOfShop(
  db: Database,
  { racketId, merchantId }: OfShop,
): Promise<{ racket: typeof rackets.$inferSelect; isHere: boolean } | undefined> {
  const isRunning = inArray(stringingOrders.status, [...RUNNING_STRINGING])
  const [row] = await db
    .select({ racket: rackets, isHere: sql<boolean>`bool_or(${isRunning})` })
    .from(rackets)
    .innerJoin(stringingOrders, eq(stringingOrders.racketId, rackets.id))
    .innerJoin(orders, eq(orders.id, stringingOrders.paymentOrderId))
    .where(and(eq(rackets.id, racketId), eq(stringingOrders.merchantId, merchantId), eq(orders.state, 'PAID')))
    .groupBy(rackets.id)
  return row
}

/** A finished job of a shop for a racket. */
export type DoneJob = {
  order: StringingOrderRow
  stringerName: string | null
  condition: string
  remark: string
  parts: PartRow[]
}

/** The remark of a step of an order. */
const said = (action: 'receive' | 'ready') =>
  sql<string>`coalesce((
    select s.remark from ${stringingSteps} s where s.order_id = ${stringingOrders}.id and s.action = ${action} limit 1), '')`

/** Lists how a shop strung a racket, the latest first. */
export async function listJobsOfRacket(
  db: Database,
  { racketId, merchantId, limit }: OfShop & { limit: number },
): Promise<{ jobs: DoneJob[]; total: number }> {
  const own = and(
    eq(stringingOrders.racketId, racketId),
    eq(stringingOrders.merchantId, merchantId),
    inArray(stringingOrders.status, ['READY', 'COMPLETED']),
  )
  const rows = await db
    .select({
      order: stringingOrders,
      stringerName: sql<string | null>`(
        select w.nickname from ${stringingSteps} s join ${staff} w on w.id = s.actor_id
        where s.order_id = ${stringingOrders}.id and s.action = 'start' limit 1)`,
      condition: said('receive'),
      remark: said('ready'),
    })
    .from(stringingOrders)
    .where(own)
    .orderBy(desc(stringingOrders.readyAt), desc(stringingOrders.id))
    .limit(limit)
  const parts = await listPartsOf(
    db,
    rows.map(({ order }) => order.id),
  )
  return {
    jobs: rows.map((row) => ({ ...row, parts: parts.filter(({ orderId }) => orderId === row.order.id) })),
    total: await db.$count(stringingOrders, own),
  }
}
