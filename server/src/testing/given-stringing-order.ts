import {
  isRunning,
  RUNNING_STRINGING,
  STRINGING_MINUTES_TO_PAY,
  STRINGING_TRANSITIONS,
  type StringingAction,
  type StringingCancelReason,
  type StringingStatus,
} from '@paidang/domain/areas/activities/stringing/order-status'
import { METRES, priceLinesOf, STRING_PARTS, sumOfLines } from '@paidang/domain/areas/activities/stringing/string-job'
import { DEFAULT_TENSION } from '@paidang/domain/areas/activities/stringing/tension'
import type { Sport } from '@paidang/domain/kernel/sport'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { reserveOrderId } from '../areas/activities/stringing-orders/order.ts'
import type { Database } from '../db/database.ts'
import { orderLines, orders, payments, refunds } from '../tables/payments.ts'
import { staff } from '../tables/staff-identities.ts'
import { merchantStrings, merchants, rackets, stringingServices, stringLedger } from '../tables/stringing.ts'
import {
  merchantPhotos,
  stringingOrders,
  stringingParts,
  stringingReviews,
  stringingSteps,
} from '../tables/stringing-orders.ts'
import { givenStaff, only, TEST_NOW } from './builders.ts'

const MINUTE_MS = 60_000

/** The time at which orders are made that have left the first status: two days before TEST_NOW. */
const MADE_AT = new Date(TEST_NOW.getTime() - 2 * 24 * 60 * MINUTE_MS)

/** Actions that this builder does on orders. The operators' actions need a call. */
type GivenAction = Exclude<StringingAction, 'refund' | 'lose'>
type GivenReason = Exclude<StringingCancelReason, 'PLATFORM' | 'OVERDUE' | 'CORRECTED'>

/** When each action happens, in minutes after the order was made. */
const MINUTES_AFTER: Record<'submit' | GivenAction, number> = {
  submit: 0,
  pay: 5,
  accept: 15,
  expire: STRINGING_MINUTES_TO_PAY,
  receive: 120,
  cancel: 150,
  refuse: 150,
  giveBack: 160,
  start: 180,
  ready: 240,
  handOver: 1_560,
}

/** One half of a string bed: a string of the shop, or the player's own where none is named. Tension in pounds. */
type GivenPart = { stringId?: string; name?: string; tension?: number }

export type GivenStringingOrder = Partial<Omit<typeof stringingOrders.$inferInsert, 'cancelReason'>> & {
  cancelReason?: GivenReason
  userId: string
  merchantId: string
  racketId: string
  mains?: GivenPart
  crosses?: GivenPart
  extras?: { name: string; priceFen: number }[]
  /** Whether the racket was in the shop when the order was cancelled. */
  wasReceived?: boolean
  /** Photos that the shop took of the racket when it arrived. */
  photos?: string[]
  /** The stars of the player's review. Only for a completed order. */
  stars?: number
  text?: string
}

/** A stringing order, and its payment order. */
export type GivenOrder = { id: string; paymentOrderId: string }

/** The code of an order for which a test chose none. Those that tests choose begin with 0. */
export const pickupCodeOf = (id: string): string => `1${id.slice(-3).padStart(3, '0')}`

/**
 * Adds a stringing order in a status, default COMPLETED. The player drops the racket off. Labour costs the shop's first
 * price for the sport. Both halves have the player's own string. An order that awaits payment is made at TEST_NOW,
 * others two days before. Its actions happen at the times of MINUTES_AFTER. It is paid through the simulator, its
 * strings leave the stock when work starts, and a cancelled order is refunded. If the racket already has an open order,
 * a new racket like it is used.
 */
export async function givenStringingOrder(db: Database, order: GivenStringingOrder): Promise<GivenOrder> {
  const { mains = {}, crosses = {}, extras = [], wasReceived = false, photos = [], stars, text = '', ...over } = order
  const { userId, merchantId, status = 'COMPLETED' } = over
  const createdAt = over.createdAt ?? (status === 'SUBMITTED' ? TEST_NOW : MADE_AT)
  const after = (action: keyof typeof MINUTES_AFTER) =>
    new Date(createdAt.getTime() + MINUTES_AFTER[action] * MINUTE_MS)
  const cancelReason = status === 'CANCELLED' ? (over.cancelReason ?? 'PLAYER') : null
  const path = pathTo(status, { cancelReason, wasReceived })
  const did = (action: GivenAction) => (path.some((step) => step.action === action) ? after(action) : null)
  const racket = isRunning(status) ? await freeRacket(db, over.racketId) : await racketOf(db, over.racketId)
  const { sport } = racket
  const merchantStaffId = await staffOf(db, merchantId)

  return db.transaction(async (tx) => {
    const strung = { mains: await stringOf(tx, mains), crosses: await stringOf(tx, crosses) }
    const lines = priceLinesOf({
      labour: await labourOf(tx, merchantId, sport),
      extras,
      ...strung,
      courierFeeFen: over.handIn === 'COURIER' ? 1_500 : null,
    })
    const amountFen = sumOfLines(lines)
    const id = await reserveOrderId(tx)
    const paymentOrderId = await givenPayment(tx, { id, userId, createdAt, lines, amountFen }, did)
    await tx.insert(stringingOrders).values({
      id,
      orderNo: `CX${id.padStart(8, '0')}`,
      pickupCode: pickupCodeOf(id),
      racketName: `${racket.brand} ${racket.model}`,
      sport,
      preStretch: 0,
      knots: 2,
      handIn: 'DROP_OFF',
      ...(over.handIn === 'COURIER' && COURIER_ADDRESS),
      acceptedAt: did('accept'),
      receivedAt: did('receive'),
      readyAt: did('ready'),
      completedAt: did('handOver'),
      responseTime: after(path.find((step) => step.status === status)?.action ?? 'submit'),
      ...over,
      racketId: racket.id,
      status,
      cancelReason,
      paymentOrderId,
      createdAt,
    })
    for (const part of STRING_PARTS) {
      const { name = '自备线', tension = DEFAULT_TENSION[sport][part] } = part === 'mains' ? mains : crosses
      const string = strung[part]
      await tx.insert(stringingParts).values({
        orderId: id,
        part,
        tension,
        ...(string
          ? { source: 'SHOP', stringId: string.id, name: string.label, metres: METRES[sport][part] }
          : { source: 'OWN', name, metres: 0 }),
        ...(string && { material: string.material, gauge: string.gauge }),
      })
    }
    await tx.insert(stringingSteps).values(
      path.map(({ action, status: reached }, index) => ({
        orderId: id,
        seq: index + 1,
        action,
        status: reached,
        ...actorOf(action, { userId, merchantStaffId }),
        ...(action === 'receive' && { remark: '拍框完好', photos: photos.join(',') }),
        createdAt: after(action),
      })),
    )
    await tx.update(merchantPhotos).set({ isShown: true }).where(inArray(merchantPhotos.relativePath, photos))
    const startedAt = did('start')
    if (startedAt) await drawStrings(tx, { id, sport, startedAt, mains: strung.mains, crosses: strung.crosses })
    if (stars) {
      await tx.insert(stringingReviews).values({ orderId: id, merchantId, userId, stars, text, createdAt: TEST_NOW })
      const { ratingSum, ratingCount } = merchants
      const rating = { ratingSum: sql`${ratingSum} + ${stars}`, ratingCount: sql`${ratingCount} + 1` }
      await tx.update(merchants).set(rating).where(eq(merchants.id, merchantId))
    }
    return { id, paymentOrderId }
  })
}

const racketOf = async (db: Database, id: string) => only(await db.select().from(rackets).where(eq(rackets.id, id)))

/** The racket. If it has an open order: a new one like it. */
async function freeRacket(db: Database, racketId: string): Promise<typeof rackets.$inferSelect> {
  const { id, ...racket } = await racketOf(db, racketId)
  const isInWork = and(eq(stringingOrders.racketId, id), inArray(stringingOrders.status, [...RUNNING_STRINGING]))
  if ((await db.$count(stringingOrders, isInWork)) === 0) return { id, ...racket }
  return only(
    await db
      .insert(rackets)
      .values({ ...racket, isMain: false })
      .returning(),
  )
}

const COURIER_ADDRESS = {
  contactName: '李雷',
  contactPhone: '13900000000',
  addressRegion: '上海市 徐汇区',
  addressDetail: '宜山路 1 号',
}

/** The actions that lead an order to this status, and the status after each step. */
function pathTo(
  status: StringingStatus,
  { cancelReason, wasReceived }: { cancelReason: GivenReason | null; wasReceived: boolean },
) {
  const usual = ['pay', 'accept', 'receive', 'start', 'ready', 'handOver'] as const
  const before = wasReceived ? (['pay', 'receive'] as const) : (['pay'] as const)
  const ends = { PLAYER: [...before, 'cancel'], MERCHANT: [...before, 'refuse'], UNPAID: ['expire'] } as const
  // No action leads to SUBMITTED: a paid order is not accepted yet.
  const reached = usual.map((action) => STRINGING_TRANSITIONS[action].to).indexOf(status)
  const actions: readonly GivenAction[] = cancelReason ? ends[cancelReason] : usual.slice(0, reached + 1)
  const steps = actions.map((action) => ({ action, status: STRINGING_TRANSITIONS[action].to }))
  return [{ action: 'submit' as const, status: 'SUBMITTED' as const }, ...steps]
}

function actorOf(
  action: 'submit' | GivenAction,
  { userId, merchantStaffId }: { userId: string; merchantStaffId: string },
) {
  const actor = action === 'submit' ? ('PLAYER' as const) : STRINGING_TRANSITIONS[action].by
  return { actor, actorId: { PLAYER: userId, MERCHANT: merchantStaffId, OPERATOR: null, SYSTEM: null }[actor] }
}

/** Someone on the shop's staff. Adds one if there is nobody. */
async function staffOf(db: Database, merchantId: string): Promise<string> {
  const [somebody] = await db.select({ id: staff.id }).from(staff).where(eq(staff.merchantId, merchantId)).limit(1)
  return somebody?.id ?? givenStaff(db, { kind: 'merchant', merchantId })
}

async function stringOf(tx: Database, { stringId }: GivenPart) {
  if (!stringId) return null
  const string = only(await tx.select().from(merchantStrings).where(eq(merchantStrings.id, stringId)))
  return { ...string, label: `${string.brand} ${string.name}` }
}

async function labourOf(tx: Database, merchantId: string, sport: Sport): Promise<{ name: string; priceFen: number }> {
  const { kind, priceFen, sport: ofSport, merchantId: ofMerchant } = stringingServices
  const [labour] = await tx
    .select()
    .from(stringingServices)
    .where(and(eq(ofMerchant, merchantId), eq(kind, 'LABOUR'), eq(ofSport, sport)))
    .orderBy(asc(priceFen))
    .limit(1)
  return labour ?? { name: '手工费', priceFen: 5_000 }
}

type GivenBill = {
  id: string
  userId: string
  createdAt: Date
  lines: { label: string; quantity: number; unitFen: number }[]
  amountFen: number
}

/** Adds the payment order of a stringing order: paid, closed and refunded as its actions require. @returns its id */
async function givenPayment(
  tx: Database,
  { id, userId, createdAt, lines, amountFen }: GivenBill,
  did: (action: GivenAction) => Date | null,
): Promise<string> {
  const paidAt = did('pay')
  const closedAt = did('expire')
  const { id: orderId } = only(
    await tx
      .insert(orders)
      .values({
        userId,
        kind: 'STRINGING',
        objectId: id,
        title: '穿线',
        amountFen,
        expiresAt: new Date(createdAt.getTime() + STRINGING_MINUTES_TO_PAY * MINUTE_MS),
        createdAt,
        ...(paidAt && { state: 'PAID', method: 'WECHAT', paidAt }),
        ...(closedAt && { state: 'CLOSED', closedAt }),
      })
      .returning({ id: orders.id }),
  )
  await tx.insert(orderLines).values(lines.map((line, position) => ({ orderId, position, ...line })))
  if (!paidAt) return orderId
  const number = `stringing${orderId}`
  const { id: paymentId } = only(
    await tx
      .insert(payments)
      .values({
        orderId,
        provider: 'SIMULATOR',
        outTradeNo: number,
        transactionId: number,
        channel: 'NATIVE',
        amountFen,
        receivedFen: amountFen,
        state: 'SETTLED',
        settledAt: paidAt,
        createdAt: paidAt,
      })
      .returning({ id: payments.id }),
  )
  const backAt = did('cancel') ?? did('refuse')
  if (backAt) {
    const cause = did('refuse') ? 'refused' : 'cancelled'
    const refund = { orderId, paymentId, outRefundNo: `stringing-refund${orderId}`, amountFen, cause }
    const done = { target: 'SOURCE' as const, state: 'DONE' as const, doneAt: backAt, createdAt: backAt }
    await tx.insert(refunds).values({ ...refund, ...done, reason: '穿线取消' })
  }
  return orderId
}

type Drawing = {
  id: string
  sport: Sport
  startedAt: Date
  mains: { id: string } | null
  crosses: { id: string } | null
}

/** Takes the strings of an order from the shop's stock: one ledger row for each string, both halves together. */
async function drawStrings(tx: Database, { id, sport, startedAt, ...strung }: Drawing): Promise<void> {
  const drawn = new Map<string, number>()
  for (const part of STRING_PARTS) {
    const string = strung[part]
    if (string) drawn.set(string.id, (drawn.get(string.id) ?? 0) + METRES[sport][part])
  }
  const { stockMetres, seq } = merchantStrings
  for (const [stringId, metres] of drawn) {
    const string = only(
      await tx
        .update(merchantStrings)
        .set({ stockMetres: sql`${stockMetres} - ${metres}`, seq: sql`${seq} + 1` })
        .where(eq(merchantStrings.id, stringId))
        .returning(),
    )
    await tx.insert(stringLedger).values({
      stringId,
      seq: string.seq,
      kind: 'DRAWN',
      metresChange: -metres,
      metresAfter: string.stockMetres,
      reference: `order:${id}`,
      reason: '穿线用线',
      createdAt: startedAt,
    })
  }
}
