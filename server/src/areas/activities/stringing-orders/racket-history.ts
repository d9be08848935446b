import { MAX_RACKET_JOBS, racketHistoryOfMerchant } from '@paidang/api/areas/activities/merchant-board'
import { ApiError } from '@paidang/api/catalogue/errors'
import { RUNNING_STRINGING } from '@paidang/domain/areas/activities/stringing/order-status'
import { dayOf } from '@paidang/domain/kernel/day'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { orders } from '../../../tables/payments.ts'
import { staff as staffTable } from '../../../tables/staff-identities.ts'
import { rackets } from '../../../tables/stringing.ts'
import { stringingOrders, stringingSteps } from '../../../tables/stringing-orders.ts'
import { readRackets } from '../stringing/read-rackets.ts'
import { shopOf } from '../stringing/shop-of.ts'
import { strungPart, withParts } from './order-views.ts'

type OfShop = { racketId: string; merchantId: string }

/** Reads a racket that a shop was paid to string, and whether an order of it runs there. */
async function readRacketOfShop(db: Database, { racketId, merchantId }: OfShop) {
  const isRunning = inArray(stringingOrders.status, [...RUNNING_STRINGING])
  const [row] = await db
    .select({ racket: rackets, isHere: sql<boolean>`bool_or(${isRunning})` })
    .from(rackets)
    .innerJoin(stringingOrders, eq(stringingOrders.racketId, rackets.id))
    .innerJoin(orders, eq(orders.id, stringingOrders.paymentOrderId))
    .where(and(eq(rackets.id, racketId), eq(stringingOrders.merchantId, merchantId), eq(orders.state, 'PAID')))
    .groupBy(rackets.id)
  if (!row) throw new ApiError('racket_not_found')
  return row
}

/** The remark of a step of an order. */
const said = (action: 'receive' | 'ready') =>
  sql<string>`coalesce((
    select s.remark from ${stringingSteps} s where s.order_id = ${stringingOrders}.id and s.action = ${action} limit 1), '')`

/** Lists how a shop strung a racket, the latest first. */
async function listJobs(db: Database, { racketId, merchantId }: OfShop) {
  const own = and(
    eq(stringingOrders.racketId, racketId),
    eq(stringingOrders.merchantId, merchantId),
    inArray(stringingOrders.status, ['READY', 'COMPLETED']),
  )
  const rows = await db
    .select({
      order: stringingOrders,
      stringerName: sql<string | null>`(
        select w.nickname from ${stringingSteps} s join ${staffTable} w on w.id = s.actor_id
        where s.order_id = ${stringingOrders}.id and s.action = 'start' limit 1)`,
      condition: said('receive'),
      remark: said('ready'),
    })
    .from(stringingOrders)
    .where(own)
    .orderBy(desc(stringingOrders.readyAt), desc(stringingOrders.id))
    .limit(MAX_RACKET_JOBS)
  return { jobs: await withParts(db, rows), total: await db.$count(stringingOrders, own) }
}

export default plugin([
  // The wear of its strings is included only while an order of it runs there.
  handle(racketHistoryOfMerchant, async ({ params: { id: racketId }, staff, db, now }) => {
    const ofShop = { racketId, merchantId: shopOf(staff) }
    const { racket, isHere } = await readRacketOfShop(db, ofShop)
    const own = isHere ? await readRackets(db, { actorId: racket.userId, now }) : []
    const { jobs, total } = await listJobs(db, ofShop)
    return {
      id: racket.id,
      brand: racket.brand,
      model: racket.model,
      gripSize: racket.gripSize,
      pattern: racket.pattern,
      weightGrams: racket.weightGrams,
      code: racket.code,
      minTension: racket.minTension,
      maxTension: racket.maxTension,
      wear: own.find(({ id }) => id === racketId)?.wear ?? null,
      total,
      jobs: jobs.map((job) => ({
        orderId: job.order.id,
        orderNo: job.order.orderNo,
        mains: strungPart(job, 'mains'),
        crosses: strungPart(job, 'crosses'),
        preStretch: job.order.preStretch,
        knots: job.order.knots,
        notes: job.order.notes,
        strungOn: dayOf(job.order.readyAt ?? job.order.responseTime),
        stringerName: job.stringerName,
        condition: job.condition,
        remark: job.remark,
      })),
    }
  }),
])
