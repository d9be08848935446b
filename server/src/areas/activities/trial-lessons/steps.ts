import { ApiError } from '@paidang/api/catalogue/errors'
import {
  TRIAL_STEPS,
  type TrialStep,
  type TrialWish,
  trialRefundOf,
  trialStepFault,
} from '@paidang/domain/areas/activities/trial-lessons/trial'
import { REFUND_WAYS } from '@paidang/domain/areas/money/payments/order'
import { dateAndWeekday, dayOf, formatDateTime, monthDotDay } from '@paidang/domain/kernel/day'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import { and, eq } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { orders } from '../../../tables/payments.ts'
import { trialLessonEvents, trialLessons } from '../../../tables/trial-lessons.ts'
import type { OrderRow } from '../../money/payments/order.ts'
import { refundOrder } from '../../money/payments/refunds.ts'
import type { TrialRow, Viewer } from './rows.ts'

export const aboutTrial = (id: string) => ({ kind: 'trial_lesson', id }) as const

/** An instant as messages name it: 5.2 21:00. */
export const atText = (at: Date): string => `${monthDotDay(dayOf(at))} ${formatDateTime(at).slice(11, 16)}`

/** An hour as messages name it: 5.2 周五 21:00. */
export const wishText = ({ date, beginTimeSlot }: TrialWish) => `${dateAndWeekday(date)} ${timeOf(beginTimeSlot)}`

export const wishesText = ({ wishes }: Pick<TrialRow, 'wishes'>) => wishes.map(wishText).join('、')

/** Locks a trial lesson until the transaction ends. It is locked before its order, and after the class that it became. */
export async function lockTrial(tx: Database, id: string): Promise<TrialRow | undefined> {
  const [row] = await tx.select().from(trialLessons).where(eq(trialLessons.id, id)).for('update')
  return row
}

/** The order that pays a trial lesson. */
export async function findTrialOrder(db: Database, trialId: string): Promise<OrderRow> {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.kind, 'TRIAL'), eq(orders.objectId, trialId)))
  if (!row) throw new Error(`trial lesson ${trialId} has no order`)
  return row
}

export const recordTrial = (
  tx: Database,
  event: { trialId: string; step: (typeof trialLessonEvents.$inferInsert)['step']; actorId: string | null; now: Date },
) => tx.insert(trialLessonEvents).values({ ...event, createdAt: event.now })

/** The cause of the one refund that a trial lesson can have. */
const CAUSE = 'trial'

type Taking = {
  actorId: string | null
  now: Date
  /** Why, as the payer reads it beside the refund. */
  reason: string
  change?: Partial<Pick<TrialRow, 'answer' | 'expiresAt' | 'remindAt'>>
  /** CORRECTION: staff had entered its payment by mistake. */
  target?: 'SOURCE' | 'CORRECTION'
}

/**
 * Takes a step of a locked trial lesson, and gives back what the step gives back. The caller has checked that it may be
 * taken.
 *
 * @returns how the money goes back, as messages say it; empty when none does
 */
export async function takeTrialStep(
  tx: Database,
  { id, priceFen, state }: TrialRow,
  step: TrialStep,
  { actorId, now, reason, change, target: wish = 'SOURCE' }: Taking,
): Promise<string> {
  const { from, to } = TRIAL_STEPS[step]
  if (state !== from) throw new Error(`trial lesson ${id} is ${state}: it takes no step ${step}`)
  const isEnd = Object.values(TRIAL_STEPS).every((next) => next.from !== to)
  await tx
    .update(trialLessons)
    .set({ ...change, state: to, ...(isEnd && { endedAt: now }) })
    .where(eq(trialLessons.id, id))
  await recordTrial(tx, { trialId: id, step, actorId, now })
  const amountFen = trialRefundOf(step, priceFen)
  if (amountFen === 0) return ''
  const order = await findTrialOrder(tx, id)
  const refund = { orderId: order.id, amountFen, cause: CAUSE, reason, target: wish, now }
  const { target } = await refundOrder(tx, refund)
  return `¥${yuanOf(amountFen)} ${REFUND_WAYS[target]}`
}

/**
 * Locks a trial lesson for an answer or a withdrawal. `isDone`: it was taken before.
 *
 * @throws ApiError trial_not_found, trial_settled, trial_expired
 */
export async function lockTrialForStep(
  tx: Database,
  id: string,
  step: 'ACCEPT' | 'REFUSE' | 'WITHDRAW',
  viewer: Viewer,
): Promise<{ trial: TrialRow; isDone: boolean }> {
  const trial = await lockTrial(tx, id)
  const fault = trial && trialStepFault(step, trial, viewer.id, viewer.now)
  if (!trial || fault === 'action_forbidden') throw new ApiError('trial_not_found')
  const isUnseen = step !== 'WITHDRAW' && (trial.state === 'UNPAID' || trial.state === 'CLOSED')
  if (isUnseen) throw new ApiError('trial_not_found')
  const isDone = trial.state === TRIAL_STEPS[step].to
  if (fault && !isDone) throw new ApiError(fault)
  return { trial, isDone }
}

/**
 * Ends the trial lesson of a class that was cancelled or not attended. Late by its player, half of the price is kept.
 *
 * @returns how the money goes back, as messages say it
 */
export async function endTrialOfClass(
  tx: Database,
  trialId: string,
  { isLate, ...taking }: { isLate: boolean; actorId: string | null; reason: string; now: Date },
): Promise<string> {
  const trial = await lockTrial(tx, trialId)
  if (!trial) throw new Error(`trial lesson ${trialId} is gone`)
  return takeTrialStep(tx, trial, isLate ? 'CANCEL_LATE' : 'CANCEL', taking)
}
