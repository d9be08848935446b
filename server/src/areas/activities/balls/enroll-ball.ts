import { ApiError } from '@paidang/api/catalogue/errors'
import { isGenderFit, isLevelFit } from '@paidang/domain/areas/balls/seat-rules'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import type { Features } from '@paidang/domain/kernel/features'
import type { Database } from '../../../db/database.ts'
import type { OrderEffects } from '../../money/payments/order.ts'
import { retryOnce } from '../../time/schedule/claim-cells.ts'
import { assertSeatPayable } from './ball-fee.ts'
import { type BallRow, findPeople } from './ball-queries.ts'
import { refuseBusy } from './claim-ball.ts'
import { assertNotWaitedFor } from './offer-seats.ts'
import { assertNotStarted, isActive, isHeldAt, lockOpenBall } from './open-ball.ts'
import { releaseExpiredSeats } from './release-seat.ts'
import { findOfferedSeat, findRequestStatus } from './seat-queries.ts'
import { takeSeat } from './take-seat.ts'

type Enrolling = {
  ballId: string
  actorId: string
  /** The user whom the call names, if any. Nobody may enrol another user. */
  participantId: string | undefined
  /** Whether the caller came by the initiator's link. */
  hasLink: boolean
  /** Whether the link waives the level range. Without a link only games that cost nothing are joined like this. */
  isJoining: boolean
  seen: number | undefined
  features: Features
  now: Date
  effects: OrderEffects
}

/**
 * A user takes a seat of an active game that has not begun. With a fee the seat is held for 15 minutes, without one it
 * is confirmed at once. A seat that was offered from the waiting list becomes that seat. The player's half-hours are
 * claimed. Asking again with a seat changes nothing.
 *
 * @throws ApiError join_for_others, ball_not_found, revision_outdated, ball_settled, ball_started, ball_needs_payment,
 *   ball_payments_off, ball_gender_unfit, ball_level_unfit, ball_request_refused, ball_full, ball_player_busy
 * Source: specification §7 "Balls"; decision "Ball games"
 */
export async function enrollBall(db: Database, { participantId, ...enrolling }: Enrolling): Promise<void> {
  // Compared before any lookup, so that the refusal does not reveal whether the game exists.
  if (participantId !== undefined && participantId !== enrolling.actorId) throw new ApiError('join_for_others')
  const { actorId, now } = enrolling
  await retryOnce(
    () => enrollOnce(db, enrolling),
    (cells, isFinal) => refuseBusy(db, cells, { actorId, isFinal, now }),
  )
}

async function enrollOnce(db: Database, enrolling: Omit<Enrolling, 'participantId'>): Promise<void> {
  await db.transaction(async (tx) => {
    const { ballId, actorId, hasLink, isJoining, seen, features, now, effects } = enrolling
    const { ball, own } = await lockOpenBall(tx, { ballId, actorId, hasLink, seen })
    const isKept = isHeldAt(own, now)
    if (isKept && own?.state !== 'OFFERED') return

    assertNotStarted(ball, now)
    // A new game that was not paid in time is over, although no job has run.
    if (!isKept && !isActive(ball.status)) throw new ApiError('ball_settled')
    if (isJoining && !hasLink && ball.feeFen > 0) throw new ApiError('ball_needs_payment')
    assertSeatPayable(ball, features)
    // A player who was offered a seat had the right level when they joined the list.
    await assertFits(tx, ball, { actorId, isLevelWaived: isKept || (isJoining && hasLink) })
    const free = await releaseExpiredSeats(tx, ball, { now, effects })
    const offered = await findOfferedSeat(tx, ballId, actorId)
    if (!offered) await assertNotWaitedFor(tx, free, actorId)
    await takeSeat(tx, free, { userId: actorId, offered, now })
  })
}

/**
 * A user may play in a game by its rules, or because its initiator agreed to their level.
 *
 * @throws ApiError ball_gender_unfit, ball_level_unfit, ball_request_refused
 */
export async function assertFits(
  tx: Database,
  ball: BallRow,
  { actorId, isLevelWaived }: { actorId: string; isLevelWaived: boolean },
): Promise<void> {
  const [person] = await findPeople(tx, [actorId])
  if (!person || !isGenderFit(person.gender, ball.genderRule)) throw new ApiError('ball_gender_unfit')
  if (isLevelWaived || isLevelFit(person.level, ball)) return
  const verdict = await findRequestStatus(tx, ball.id, actorId)
  if (verdict === APPROVAL.REJECTED) throw new ApiError('ball_request_refused')
  if (verdict !== APPROVAL.APPROVED) throw new ApiError('ball_level_unfit')
}
