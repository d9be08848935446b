import {
  STRINGING_MINUTES_TO_PAY,
  STRINGING_TRANSITIONS,
} from '@paidang/domain/areas/activities/stringing/order-status'
import { STRING_PARTS, sumOfLines } from '@paidang/domain/areas/activities/stringing/string-job'
import { addDays, dayOf, instantOf } from '@paidang/domain/kernel/day'
import { eq } from 'drizzle-orm'
import { reserveOrderId } from '../areas/activities/stringing-orders/order.ts'
import type { Database } from '../db/database.ts'
import { orderLines, orders, payments, refunds, simulatedPayments, simulatedRefunds } from '../tables/payments.ts'
import { merchantStrings, merchants, rackets, stringLedger } from '../tables/stringing.ts'
import {
  merchantPhotos,
  stringingOrders,
  stringingParts,
  stringingReviews,
  stringingSteps,
} from '../tables/stringing-orders.ts'
import { racketPicture } from './pictures.ts'
import type { ShopPlan, StringPlan } from './shops.ts'
import { isPhotographed, type JobPlan } from './stringing.ts'
import type { World } from './world.ts'
import { type Ids, writeAll, writeWithIds } from './write.ts'

const MINUTE = 60_000
/** When the shops got their strings: before the first order. */
const DELIVERED_DAYS_AGO = 130
/** The number of attempts at the stuck refund. */
const TRIES_OF_STUCK = 12
const ERROR_OF_STUCK = 'WeChat Pay refused a refund: 403 NOT_ENOUGH 基本账户余额不足'

/** Writes rackets, strings with their ledgers, and stringing orders with their payments and reviews. */
export async function writeStringing(tx: Database, world: World, ids: Ids): Promise<void> {
  const { stringing, shops } = world
  await writeWithIds(ids, stringing.rackets, (batch) =>
    tx
      .insert(rackets)
      .values(batch.map(({ owner, ...row }) => ({ ...row, userId: ids.of(owner) })))
      .returning({ id: rackets.id }),
  )
  for (const job of stringing.jobs) ids.set(job, await reserveOrderId(tx))
  await writeStrings(tx, world, ids)
  await writePayments(tx, stringing.jobs, ids)
  await writeJobs(tx, stringing.jobs, ids)
  for (const shop of shops) await writeRating(tx, shop, { jobs: stringing.jobs, ids })
}

const stepOf = ({ steps }: JobPlan, action: JobPlan['steps'][number]['action']) =>
  steps.find((step) => step.action === action)

/** When each action on an order happened. Null if it did not. */
const timeOf = (job: JobPlan, action: JobPlan['steps'][number]['action']) => stepOf(job, action)?.at ?? null

/** The time of the step that led an order to its status. */
function statusSince({ steps, status }: JobPlan): Date {
  const step = steps.find((one) => one.status === status)
  if (!step) throw new Error(`nothing leads to ${status}`)
  return step.at
}

type Movement = { metres: number; at: Date; kind: 'IN' | 'DRAWN'; reference: string; reason: string }

/** The stock movements of a string, in the order of time: one delivery, then one for each started order. */
function movementsOf(string: StringPlan, { stringing, today }: World, ids: Ids): Movement[] {
  const delivered = { metres: string.metres, at: instantOf(addDays(today, -DELIVERED_DAYS_AGO), 24) }
  const drawn = stringing.jobs.flatMap((job): Movement[] => {
    const at = timeOf(job, 'start')
    const metres = STRING_PARTS.reduce((sum, part) => {
      const half = job.bed[part]
      return half.string === string ? sum + half.metres : sum
    }, 0)
    if (!at || metres === 0) return []
    return [{ metres: -metres, at, kind: 'DRAWN', reference: `order:${ids.of(job)}`, reason: `穿线 ${orderNoOf(job)}` }]
  })
  drawn.sort((one, other) => one.at.getTime() - other.at.getTime())
  return [{ ...delivered, kind: 'IN', reference: 'delivery:1', reason: '进货' }, ...drawn]
}

async function writeStrings(tx: Database, world: World, ids: Ids): Promise<void> {
  const stocked = world.shops.flatMap((shop) =>
    shop.strings.map((string) => ({ shop, string, movements: movementsOf(string, world, ids) })),
  )
  const after = (movements: readonly Movement[], seq: number) =>
    movements.slice(0, seq).reduce((sum, { metres }) => sum + metres, 0)
  await writeWithIds(ids, stocked, (batch) =>
    tx
      .insert(merchantStrings)
      .values(
        batch.map(({ shop, string: { metres, ...row }, movements }) => ({
          ...row,
          merchantId: ids.of(shop),
          stockMetres: after(movements, movements.length),
          seq: movements.length,
        })),
      )
      .returning({ id: merchantStrings.id }),
  )
  for (const one of stocked) ids.set(one.string, ids.of(one))
  const rows = stocked.flatMap(({ shop, string, movements }) =>
    movements.map(({ metres, at, ...movement }, index) => ({
      ...movement,
      stringId: ids.of(string),
      seq: index + 1,
      metresChange: metres,
      metresAfter: after(movements, index + 1),
      staffId: ids.of(shop.services),
      createdAt: at,
    })),
  )
  await writeAll(rows, (batch) => tx.insert(stringLedger).values(batch))
}

const racketNameOf = ({ racket: { brand, model } }: JobPlan) => `${brand} ${model}`
const titleOf = (job: JobPlan) => `穿线 ${racketNameOf(job)}`
const submittedAt = (job: JobPlan) => timeOf(job, 'submit') ?? statusSince(job)
const orderNoOf = (job: JobPlan) => `CX${dayOf(submittedAt(job)).split('-').join('')}${String(job.n).padStart(8, '0')}`

/**
 * Writes the payment order of each stringing order; its `lines` are the key of that id. It is paid through the
 * simulator, which has its own records.
 */
async function writePayments(tx: Database, jobs: readonly JobPlan[], ids: Ids): Promise<void> {
  const bills = jobs.map((job) => ({ job }))
  await writeWithIds(ids, bills, (batch) =>
    tx
      .insert(orders)
      .values(
        batch.map(({ job }) => {
          const [paidAt, closedAt, createdAt] = [timeOf(job, 'pay'), timeOf(job, 'expire'), submittedAt(job)]
          return {
            userId: ids.of(job.racket.owner),
            kind: 'STRINGING' as const,
            objectId: ids.of(job),
            title: titleOf(job),
            amountFen: sumOfLines(job.lines),
            expiresAt: new Date(createdAt.getTime() + STRINGING_MINUTES_TO_PAY * MINUTE),
            createdAt,
            ...(paidAt && { state: 'PAID' as const, method: 'WECHAT' as const, paidAt }),
            ...(closedAt && { state: 'CLOSED' as const, closedAt }),
          }
        }),
      )
      .returning({ id: orders.id }),
  )
  for (const bill of bills) ids.set(bill.job.lines, ids.of(bill))
  const lines = jobs.flatMap((job) =>
    job.lines.map((line, position) => ({ orderId: ids.of(job.lines), position, ...line })),
  )
  await writeAll(lines, (batch) => tx.insert(orderLines).values(batch))
  const paid = jobs.flatMap((job) => {
    const at = timeOf(job, 'pay')
    const orderId = ids.of(job.lines)
    return at ? [{ job, at, orderId, number: `demo${orderId}`, fen: sumOfLines(job.lines) }] : []
  })
  await writeWithIds(ids, paid, (batch) =>
    tx
      .insert(payments)
      .values(
        batch.map(({ orderId, number, fen, at }) => ({
          orderId,
          provider: 'SIMULATOR' as const,
          outTradeNo: number,
          transactionId: number,
          channel: 'NATIVE' as const,
          amountFen: fen,
          receivedFen: fen,
          state: 'SETTLED' as const,
          settledAt: at,
          createdAt: at,
        })),
      )
      .returning({ id: payments.id }),
  )
  await writeAll(paid, (batch) =>
    tx.insert(simulatedPayments).values(
      batch.map(({ job, number, fen, at }) => ({
        outTradeNo: number,
        title: titleOf(job),
        amountFen: fen,
        state: 'SUCCESS' as const,
        transactionId: number,
        expiresAt: at,
        paidAt: at,
        createdAt: at,
      })),
    ),
  )
  const returned = paid.flatMap((payment) => {
    const at = timeOf(payment.job, 'cancel') ?? timeOf(payment.job, 'refuse')
    return at ? [{ payment, at, outRefundNo: `R${payment.number}`, isRefused: stepOf(payment.job, 'refuse') }] : []
  })
  await writeAll(returned, (batch) =>
    tx.insert(refunds).values(
      batch.map(({ payment, at, outRefundNo, isRefused }) => ({
        orderId: payment.orderId,
        paymentId: ids.of(payment),
        outRefundNo,
        amountFen: payment.fen,
        cause: isRefused ? 'refused' : 'cancelled',
        reason: isRefused ? '商家拒单' : '取消穿线',
        target: 'SOURCE' as const,
        ...(payment.job.isRefundStuck
          ? { state: 'STUCK' as const, attempts: TRIES_OF_STUCK, lastError: ERROR_OF_STUCK }
          : { state: 'DONE' as const, attempts: 1, doneAt: at }),
        createdAt: at,
      })),
    ),
  )
  // The provider has no record of a stuck refund, so a retry succeeds.
  const back = returned.filter(({ payment }) => !payment.job.isRefundStuck)
  await writeAll(back, (batch) =>
    tx.insert(simulatedRefunds).values(
      batch.map(({ payment, at, outRefundNo }) => ({
        outRefundNo,
        outTradeNo: payment.number,
        amountFen: payment.fen,
        state: 'SUCCESS' as const,
        createdAt: at,
      })),
    ),
  )
}

async function writeJobs(tx: Database, jobs: readonly JobPlan[], ids: Ids): Promise<void> {
  await writeAll(jobs, (batch) => tx.insert(stringingOrders).values(batch.map((job) => rowOf(job, ids))))
  const parts = jobs.flatMap((job) =>
    STRING_PARTS.map((part) => {
      const { string, ...half } = job.bed[part]
      const ofShop = string && { stringId: ids.of(string), material: string.material, gauge: string.gauge }
      return { orderId: ids.of(job), part, source: string ? ('SHOP' as const) : ('OWN' as const), ...half, ...ofShop }
    }),
  )
  await writeAll(parts, (batch) => tx.insert(stringingParts).values(batch))
  const steps = jobs.flatMap((job) =>
    job.steps.map(({ action, status, at, remark }, index) => {
      const actor = action === 'submit' ? ('PLAYER' as const) : STRINGING_TRANSITIONS[action].by
      const actorId = {
        PLAYER: ids.of(job.racket.owner),
        MERCHANT: ids.of(job.shop.services),
        OPERATOR: null,
        SYSTEM: null,
      }[actor]
      const photos = action === 'receive' ? racketPicture(job.n) : ''
      return { orderId: ids.of(job), seq: index + 1, action, status, actor, actorId, remark, photos, createdAt: at }
    }),
  )
  const photos = jobs.filter(isPhotographed).map((job) => ({
    relativePath: racketPicture(job.n),
    merchantId: ids.of(job.shop),
    staffId: ids.of(job.shop.services),
    isShown: true,
    createdAt: timeOf(job, 'receive') ?? statusSince(job),
  }))
  await writeAll(photos, (batch) => tx.insert(merchantPhotos).values(batch))
  await writeAll(steps, (batch) => tx.insert(stringingSteps).values(batch))
}

function rowOf(job: JobPlan, ids: Ids): typeof stringingOrders.$inferInsert {
  const { owner, sport } = job.racket
  const { preStretch, knots, notes, handIn, status, cancelReason, dueAt, expectedAt } = job
  return {
    id: ids.of(job),
    orderNo: orderNoOf(job),
    pickupCode: String(1_000 + job.n),
    userId: ids.of(owner),
    merchantId: ids.of(job.shop),
    racketId: ids.of(job.racket),
    racketName: racketNameOf(job),
    ...{ sport, preStretch, knots, notes, handIn, status, cancelReason, dueAt, expectedAt },
    ...(handIn === 'COURIER' && {
      contactName: owner.nickname,
      contactPhone: owner.phone,
      addressRegion: owner.region,
      addressDetail: '银杏路 88 弄 6 号 1202 室',
    }),
    paymentOrderId: ids.of(job.lines),
    acceptedAt: timeOf(job, 'accept'),
    receivedAt: timeOf(job, 'receive'),
    readyAt: timeOf(job, 'ready'),
    completedAt: timeOf(job, 'handOver'),
    responseTime: statusSince(job),
    createdAt: submittedAt(job),
  }
}

/** Writes the totals of a shop's reviews. */
async function writeRating(
  tx: Database,
  shop: ShopPlan,
  { jobs, ids }: { jobs: readonly JobPlan[]; ids: Ids },
): Promise<void> {
  const merchantId = ids.of(shop)
  const reviews = jobs.flatMap((job) => (job.shop === shop && job.review ? [{ job, ...job.review }] : []))
  await writeAll(reviews, (batch) =>
    tx.insert(stringingReviews).values(
      batch.map(({ job, stars, text, at }) => ({
        orderId: ids.of(job),
        merchantId,
        userId: ids.of(job.racket.owner),
        stars,
        text,
        createdAt: at,
      })),
    ),
  )
  const ratingSum = reviews.reduce((sum, { stars }) => sum + stars, 0)
  await tx.update(merchants).set({ ratingSum, ratingCount: reviews.length }).where(eq(merchants.id, merchantId))
}
