import { ApiError } from '@paidang/api/catalogue/errors'
import { isGenderFit, isLevelFit } from '@paidang/domain/areas/balls/seat-rules'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import type { Features } from '@paidang/domain/kernel/features'
import type { Database } from '../../db/database.ts'
import { tryTwice } from '../classes/try-twice.ts'
import type { OrderEffects } from '../payments/order-effects.ts'
import { assertSeatPayable } from './ball-fee.ts'
import { type BallRow, findPeople } from './ball-queries.ts'
import { refuseBusy } from './claim-ball.ts'
import { assertNotWaitedFor } from './offer-seats.ts'
import { assertStillToCome, isHeldAt, isStanding, lockOpenBall } from './open-ball.ts'
import { freeLapsedSeats } from './release-seat.ts'
import { findOfferedSeat, findRequestStatus } from './seat-queries.ts'
import { takeSeat } from './take-seat.ts'

type Enrolling = {
  ballId: string
  by: string
  /** Whom the call names, where it does: nobody enrols anybody else. */
  participantId: string | undefined
  /** Whether he came by the initiator's link. */
  hasLink: boolean
  /** Whether the link waives the level range; without it only games that cost nothing are joined so. */
  isJoining: boolean
  features: Features
  now: Date
  effects: OrderEffects
}

/**
 * Somebody takes a seat of a game that stands and has not begun: with a fee it is held 15 minutes for him to pay, without one
 * it is firm at once; a seat that was offered to him from the waiting list becomes that. His half-hours are claimed. Who has
 * a seat changes nothing by asking again.
 *
 * @throws ApiError join_for_others, ball_not_found, ball_settled, ball_started, ball_needs_payment, ball_payments_off, ball_gender_unfit,
 *   ball_level_unfit, ball_request_refused, ball_full, ball_player_busy
 * Source: specification §7 "Balls"; decision "Ball games"
 */
export async function enrollBall(db: Database, { participantId, ...enrolling }: Enrolling): Promise<void> {
  // Compared before anything is looked up, so that nobody learns from it whether the game exists.
  if (participantId !== undefined && participantId !== enrolling.by) throw new ApiError('join_for_others')
  const { by, now } = enrolling
  await tryTwice(
    () => enrollOnce(db, enrolling),
    (cells, isFinal) => refuseBusy(db, cells, { by, isFinal, now }),
  )
}

async function enrollOnce(db: Database, enrolling: Omit<Enrolling, 'participantId'>): Promise<void> {
  await db.transaction(async (tx) => {
    const { ballId, by, hasLink, isJoining, features, now, effects } = enrolling
    const { ball, own } = await lockOpenBall(tx, { ballId, by, hasLink })
    const isKept = isHeldAt(own, now)
    if (isKept && own?.state !== 'OFFERED') return

    assertStillToCome(ball, now)
    // A new game that nobody has paid in time is over, although no job has run.
    if (!isKept && !isStanding(ball.status)) throw new ApiError('ball_settled')
    if (isJoining && !hasLink && ball.feeFen > 0) throw new ApiError('ball_needs_payment')
    assertSeatPayable(ball, features)
    // Whoever was offered a seat had the level when they were put on the list.
    await assertFits(tx, ball, { by, isLevelWaived: isKept || (isJoining && hasLink) })
    const free = await freeLapsedSeats(tx, ball, { now, effects })
    const offered = await findOfferedSeat(tx, ballId, by)
    if (!offered) await assertNotWaitedFor(tx, free, by)
    await takeSeat(tx, free, { userId: by, offered, now })
  })
}

/**
 * Somebody may play in a game by its rules, or because its initiator agreed to his level.
 *
 * @throws ApiError ball_gender_unfit, ball_level_unfit, ball_request_refused
 */
export async function assertFits(
  tx: Database,
  ball: BallRow,
  { by, isLevelWaived }: { by: string; isLevelWaived: boolean },
): Promise<void> {
  const [person] = await findPeople(tx, [by])
  if (!person || !isGenderFit(person.gender, ball.genderRule)) throw new ApiError('ball_gender_unfit')
  if (isLevelWaived || isLevelFit(person.level, ball)) return
  const verdict = await findRequestStatus(tx, ball.id, by)
  if (verdict === APPROVAL.REJECTED) throw new ApiError('ball_request_refused')
  if (verdict !== APPROVAL.APPROVED) throw new ApiError('ball_level_unfit')
}
