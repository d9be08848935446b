import type { FeeMode } from '@paidang/domain/areas/balls/ball-status'
import { prepaidShare, publishDue } from '@paidang/domain/areas/balls/fee'
import { instantOf } from '@paidang/domain/kernel/day'
import type { Features } from '@paidang/domain/kernel/features'
import type { Fen } from '@paidang/domain/kernel/fen'
import type { Database } from '../../../db/database.ts'
import { assertFeature } from '../../../http/features.ts'
import { type OrderRow, openOrder } from '../../money/payments/order.ts'
import type { BallRow } from './ball-queries.ts'

/** The costs of a game, who bears them, and the minimum of players, as far as fees need them; in fen. */
export type Costs = { feeMode: FeeMode; courtFeeFen: Fen; extrasFen: Fen; minPlayers: number }

/** What each player pays beforehand, in fen: a part of a shared cost, or nothing where the initiator pays. */
export function feeOf({ feeMode, courtFeeFen, extrasFen, minPlayers }: Costs): Fen {
  return feeMode === 'AA' ? prepaidShare(courtFeeFen + extrasFen, minPlayers) : 0
}

/** When a game begins. */
export const startOf = ({ activityDate, beginTimeSlot }: Pick<BallRow, 'activityDate' | 'beginTimeSlot'>) =>
  instantOf(activityDate, beginTimeSlot)

/** What the initiator pays for publishing this game, in fen. */
export function publishDueOf(
  ball: Pick<BallRow, 'feeMode' | 'courtFeeFen' | 'extrasFen' | 'minPlayers' | 'courtId'>,
): Fen {
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
