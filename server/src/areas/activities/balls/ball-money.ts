import type { FeeMode } from '@paidang/domain/areas/activities/balls/ball-status'
import { prepaidShare, publishDue } from '@paidang/domain/areas/activities/balls/fee'
import { freeLeaveUntil, mayLeaveFree } from '@paidang/domain/areas/activities/balls/seat-rules'
import { REFUND_WAYS, type RefundWish, refundTargetOf } from '@paidang/domain/areas/money/payments/order'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import type { Features } from '@paidang/domain/kernel/features'
import type { Fen } from '@paidang/domain/kernel/fen'
import { CORRECTION_REASON } from '@paidang/domain/kernel/money-request'
import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { assertFeature } from '../../../http/features.ts'
import { isSuspended } from '../../../tables/auth.ts'
import { ballGames } from '../../../tables/balls.ts'
import { orders } from '../../../tables/payments.ts'
import { venues } from '../../../tables/venues.ts'
import type { OrderRow } from '../../money/payments/order.ts'
import { openOrder } from '../../money/payments/order.ts'
import { presentOrder } from '../../money/payments/present-order.ts'
import { refundOrder } from '../../money/payments/refunds.ts'
import { type BallRow, startOf } from './ball-row.ts'
import type { PlayerSeat, SeatRow } from './seats.ts'

/** The costs of a game, who bears them, and the minimum of players, as far as fees need them; in fen. */
type Costs = { feeMode: FeeMode; courtFeeFen: Fen; extrasFen: Fen; minPlayers: number }

/** What each player pays beforehand, in fen: a part of a shared cost, or nothing where the initiator pays. */
export function feeOf({ feeMode, courtFeeFen, extrasFen, minPlayers }: Costs): Fen {
  return feeMode === 'AA' ? prepaidShare(courtFeeFen + extrasFen, minPlayers) : 0
}

/** What the initiator pays for publishing this game, in fen. */
export function publishDueOf(ball: Costs & Pick<BallRow, 'courtId'>): Fen {
  return publishDue({ ...ball, costFen: ball.courtFeeFen + ball.extrasFen, isOnCourt: ball.courtId !== null })
}

/**
 * Refuses a cost where this deployment takes no payments for games. Players then share costs among themselves, and the
 * game names none.
 *
 * @throws ApiError ball_payments_off
 */
export function assertCostsPayable({ courtFeeFen, extrasFen }: Costs, features: Features): void {
  if (courtFeeFen + extrasFen > 0) assertFeature(features, 'ballPayments')
}

/** A seat with a fee is taken only where it can be paid. @throws ApiError ball_payments_off */
export function assertSeatPayable({ feeFen }: Pick<BallRow, 'feeFen'>, features: Features): void {
  if (feeFen > 0) assertFeature(features, 'ballPayments')
}

/** Whether a seat's player alone has paid the whole cost. A successor in the seat would play for nothing. */
export const isBearer = ({ feeMode }: Pick<BallRow, 'feeMode'>, { orderId }: Pick<SeatRow, 'orderId'>) =>
  feeMode === 'INITIATOR' && orderId !== null

/** What a user pays for a seat beforehand, in fen. */
const dueOf = (ball: BallRow, userId: string): Fen => (userId === ball.initiatorId ? publishDueOf(ball) : ball.feeFen)

/**
 * Opens the order of a user who takes a seat; undefined when there is nothing to pay.
 *
 * Source: decision "Ball games"
 */
export async function openSeatOrder(
  tx: Database,
  ball: BallRow,
  { kind, userId, expiresAt }: { kind: 'BALL_PUBLISH' | 'BALL_SEAT' | 'BALL_SWAP'; userId: string; expiresAt: Date },
): Promise<OrderRow | undefined> {
  if (dueOf(ball, userId) === 0) return undefined
  const whole = [
    { label: '场地费', quantity: 1, unitFen: ball.courtFeeFen },
    { label: '其他费用', quantity: 1, unitFen: ball.extrasFen },
  ].filter(({ unitFen }) => unitFen > 0)
  const lines = ball.feeMode === 'AA' ? [{ label: 'AA 预付', quantity: 1, unitFen: ball.feeFen }] : whole
  return openOrder(tx, { userId, kind, objectId: ball.id, title: ball.title, lines, expiresAt })
}

export async function findOrderById(db: Database, id: string): Promise<OrderRow | undefined> {
  const [row] = await db.select().from(orders).where(eq(orders.id, id))
  return row
}

/** The order that pays for a seat. */
export async function findOrderOfSeat(db: Database, seat: SeatRow): Promise<OrderRow | undefined> {
  return seat.orderId === null ? undefined : findOrderById(db, seat.orderId)
}

const isOfBall = (ballId: string): SQL | undefined =>
  and(inArray(orders.kind, ['BALL_PUBLISH', 'BALL_SEAT', 'BALL_SWAP']), eq(orders.objectId, ballId))

/** All orders of a game, by payer, because refunds lock the payers' cards one after the other. */
export async function listOrdersOfBall(db: Database, ballId: string): Promise<OrderRow[]> {
  return db.select().from(orders).where(isOfBall(ballId)).orderBy(asc(orders.userId), asc(orders.id))
}

/** A person's latest order of a game. */
export async function findLatestOrder(db: Database, ballId: string, userId: string): Promise<OrderRow | undefined> {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(isOfBall(ballId), eq(orders.userId, userId)))
    .orderBy(desc(orders.id))
    .limit(1)
  return row
}

/** Why money of a game is refunded, as a code; once per payment. */
const REFUND_REASONS = {
  left: '退出球局',
  changed: '未同意球局修改',
  refilled: '空位已有人补上',
  cancelled: '球局取消',
  repriced: '球局费用变更',
  swapped: '位置已转给他人',
  settled: '按实际人数分摊，退回差额',
  corrected: CORRECTION_REASON,
}

/** The amount of an order that is not refunded yet, in fen; 0 for an order that was never paid. */
async function restOf(db: Database, order: OrderRow): Promise<Fen> {
  if (order.state !== 'PAID') return 0
  const { amountFen, refundedFen } = await presentOrder(db, order)
  return amountFen - refundedFen
}

/**
 * Refunds the rest of an order of a locked game, except `keptFen`. An unpaid order is left alone.
 *
 * @returns the refunded amount, in fen
 * Source: decision "Ball games"; invariant B7
 */
export async function refundRest(
  tx: Database,
  order: OrderRow,
  {
    cause,
    keptFen = 0,
    target = 'SOURCE',
    now,
  }: { cause: keyof typeof REFUND_REASONS; keptFen?: Fen; target?: RefundWish | 'CORRECTION' | undefined; now: Date },
): Promise<Fen> {
  const amountFen = (await restOf(tx, order)) - keptFen
  if (amountFen <= 0) return 0
  await refundOrder(tx, { orderId: order.id, amountFen, cause, reason: REFUND_REASONS[cause], target, now })
  return amountFen
}

/** Where a refund arrives, as messages say it. */
export const refundedTo = ({ method }: Pick<OrderRow, 'method'>) => REFUND_WAYS[refundTargetOf(method)]

/** What is added where a message says that money goes back: what was paid at the front desk has to be fetched there. */
export const toFetch = ({ method }: Pick<OrderRow, 'method'>) =>
  refundTargetOf(method) === 'OFFLINE' ? `，${REFUND_WAYS.OFFLINE}` : ''

/** Whether a game's initiator is suspended or its venue is closed at `now`. Players relied on both. */
async function isHostGone(db: Database, ballId: string, now: Date): Promise<boolean> {
  const { rows } = await db.execute<{ isGone: boolean }>(sql`
    select ${isSuspended(sql`b.initiator_id`, now)} or coalesce(v.approve_status <> ${APPROVAL.APPROVED}, false) as "isGone"
    from ${ballGames} b left join ${venues} v on v.id = b.stadium_id where b.id = ${ballId}`)
  return rows[0]?.isGone ?? false
}

/**
 * Until when the player of a confirmed seat leaves free, and what they have paid, in fen. Leaving is free until 24
 * hours before the start; until it, for a player who has not agreed to a change, and where the host is gone.
 */
export async function leaveTermsOf(db: Database, ball: BallRow, own: PlayerSeat, now: Date) {
  const startsAt = startOf(ball)
  const order = await findOrderOfSeat(db, own)
  const paidFen = order ? await restOf(db, order) : 0
  const isChanged = own.changedAt !== null || (await isHostGone(db, ball.id, now))
  const freeUntil = isChanged ? startsAt : freeLeaveUntil(startsAt)
  return { order, paidFen, isFree: mayLeaveFree({ startsAt, isChanged }, now), freeUntil }
}
