import type { BallForm } from '@paidang/api/areas/balls'
import { ApiError } from '@paidang/api/catalogue/errors'
import { changedTerms, whyNotChange } from '@paidang/domain/areas/balls/ball-change'
import { paymentDeadline } from '@paidang/domain/areas/balls/seat-rules'
import type { Features } from '@paidang/domain/kernel/features'
import { isTooLateToChange } from '@paidang/domain/kernel/last-change'
import type { Database } from '../../../db/database.ts'
import type { Verdicts } from '../../ground/content/check-content.ts'
import { holdBack } from '../../ground/content/hold-content.ts'
import { notify } from '../../ground/messages/notify.ts'
import { closeOrder, type OrderEffects, shortenOrder } from '../../money/payments/order.ts'
import { releaseBall, retryOnce } from '../../time/schedule/claim-cells.ts'
import { assertFreeLimit } from './assert-free-limit.ts'
import { sortTexts } from './ball-content.ts'
import { assertCostsPayable, openSeatOrder, publishDueOf, startOf } from './ball-fee.ts'
import { type BallRow, findPeople, lockBall, updateBall } from './ball-queries.ts'
import { claimBall, publishBall, refuseBusy } from './claim-ball.ts'
import { factsOf } from './confirm-seat.ts'
import { expireProposalsOf } from './expire-proposals.ts'
import { offerFreeSeats } from './offer-seats.ts'
import { assertNotStarted, isActive, isHeldAt, isLive, lockOwnBall } from './open-ball.ts'
import { type PlacedBall, placeBall } from './place-ball.ts'
import { listProposals } from './proposal-queries.ts'
import { refundRest } from './refund-seat.ts'
import { findOrderOfSeat, listSeats, type PlayerSeat, updateSeat } from './seat-queries.ts'

type Updating = {
  ballId: string
  form: BallForm
  verdicts: Verdicts
  features: Features
  actorId: string
  seen: number | undefined
  now: Date
  effects: OrderEffects
}

/**
 * The initiator changes their game. Its court and the half-hours of its players move along, or nothing changes. All
 * others are notified, and agree anew to another time, place, sport, number of players or rule. The cost is fixed once
 * another player has had a seat. Before that the initiator is refunded, and with a new cost the game waits for payment
 * again.
 *
 * @throws ApiError ball_not_found, revision_outdated, action_forbidden, ball_settled, ball_started, any refusal of placeBall or
 *   whyNotChange
 * @throws ApiError content_rejected, ball_free_limit, ball_players_taken, ball_payments_off, ball_fee_fixed
 * @throws ApiError slot_taken (data: SlotClash), ball_player_busy, participant_busy
 * Source: specification §7 "Balls"; decision "Ball games"
 */
export async function updateBallGame(db: Database, updating: Updating): Promise<void> {
  const { actorId, now } = updating
  await retryOnce(
    () => updateOnce(db, updating),
    (cells, isFinal) => refuseBusy(db, cells, { actorId, isFinal, now }),
  )
}

async function updateOnce(
  db: Database,
  { ballId, form, verdicts, features, actorId, seen, now, effects }: Updating,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { ball, seats } = await lockOwnBall(tx, { ballId, actorId, seen })
    assertNotStarted(ball, now)
    const own = seats.find((seat) => seat.userId === actorId && isLive(seat))
    // A new game that was not paid in time is over, although no job has run.
    if (!isHeldAt(own, now)) throw new ApiError('ball_settled')
    const submitted = await placeBall(tx, form, now)
    const { shown, sorted } = sortTexts(submitted, { present: ball, verdicts })
    const placed = { ...submitted, ...shown }
    await assertFreeLimit(tx, placed, { userId: actorId, exceptId: ballId, former: ball, now })
    if (placed.maxPlayers < ball.seatsTaken) throw new ApiError('ball_players_taken')
    const inIt = seats.filter(({ userId, state }) => userId !== actorId && (state === 'HELD' || state === 'CONFIRMED'))
    const people = await findPeople(
      tx,
      inIt.map(({ userId }) => userId),
    )
    const rulesOf = (of: PlacedBall) => ({ ...of, startsAt: startOf(of) })
    const refusal = whyNotChange({ former: rulesOf(ball), next: rulesOf(placed), others: people }, now)
    if (refusal) throw new ApiError(refusal)
    const isRepriced =
      publishDueOf(placed) !== publishDueOf(ball) || FEE_FIELDS.some((field) => placed[field] !== ball[field])
    const others = seats.filter((seat) => seat.userId !== actorId && (isLive(seat) || seat.state === 'LEFT_LATE'))
    if (isRepriced) assertCostsPayable(placed, features)
    if (isRepriced && others.length > 0) throw new ApiError('ball_fee_fixed')

    const isElsewhere = PLACE_FIELDS.some((field) => placed[field] !== ball[field])
    const isLater = isElsewhere || placed.closingHours !== ball.closingHours
    const isOpen = ball.status !== 'UNPAID'
    const status = !isOpen ? 'UNPAID' : placed.maxPlayers === ball.seatsTaken ? 'FULL' : 'OPEN'
    const changed = await updateBall(tx, ballId, {
      ...placed,
      status,
      ...(!isLater && { closesAt: ball.closesAt }),
    })
    await holdBack(tx, sorted, { objectId: ballId, actorId, now })
    await shortenHolds(tx, changed, seats)
    if (isRepriced && own) await payAnew(tx, changed, own, { now, effects })
    const changedText = changedTerms(ball, placed)
    if (changedText.length > 0) await reopenLeaving(tx, changed, inIt, { now, effects })
    const playerIds = (await listSeats(tx, ballId))
      .filter(({ state }) => state === 'HELD' || state === 'CONFIRMED')
      .map(({ userId }) => userId)
    if (isElsewhere) {
      await releaseBall(tx, ballId)
      await claimBall(tx, changed, { playerIds, isWithCourt: true })
      await publishBall(tx, ball, playerIds)
    }
    await publishBall(tx, changed, isElsewhere ? playerIds : [])
    await notifyChanged(tx, changed, { actorId, playerIds, changedText })
    const grown = await lockBall(tx, ballId)
    if (grown) await offerFreeSeats(tx, grown, now)
  })
}

const FEE_FIELDS = ['feeMode', 'courtFeeFen', 'extrasFen', 'feeFen'] as const satisfies (keyof PlacedBall)[]
const PLACE_FIELDS = [
  'stadiumId',
  'courtId',
  'activityDate',
  'beginTimeSlot',
  'endTimeSlot',
] as const satisfies (keyof PlacedBall)[]

/** Everybody in a changed game has to agree anew, and leaves free until then. Open swaps end. */
async function reopenLeaving(
  tx: Database,
  ball: BallRow,
  seats: readonly PlayerSeat[],
  { now, effects }: { now: Date; effects: OrderEffects },
): Promise<void> {
  for (const { id } of seats) await updateSeat(tx, id, { changedAt: now })
  for (const { inUserId, kind } of await listProposals(tx, ball.id)) {
    if (kind === 'SWAP') await expireProposalsOf(tx, ball, { userId: inUserId, now, effects })
  }
}

/**
 * Shows the new place of a locked game. Other players agree to it while there is time, as to a change by the initiator.
 *
 * @param changedText what changed, as the message to them says it
 */
export async function requestPlaceAgreement(
  tx: Database,
  ball: BallRow,
  { changedText, now, effects }: { changedText: string; now: Date; effects: OrderEffects },
): Promise<void> {
  if (!isActive(ball.status) || isTooLateToChange(startOf(ball), now)) return
  const playing = (await listSeats(tx, ball.id)).filter(({ state }) => state === 'HELD' || state === 'CONFIRMED')
  const others = playing.filter(({ userId }) => userId !== ball.initiatorId)
  await reopenLeaving(tx, ball, others, { now, effects })
  await publishBall(tx, ball, [])
  const playerIds = others.map(({ userId }) => userId)
  await notifyChanged(tx, ball, { actorId: ball.initiatorId, playerIds, changedText: [changedText] })
}

/** Seats that wait for an answer or for money are kept until the new start at the latest. */
async function shortenHolds(tx: Database, ball: BallRow, seats: readonly PlayerSeat[]): Promise<void> {
  const until = startOf(ball)
  for (const { id, heldUntil, orderId } of seats) {
    if (heldUntil === null || heldUntil <= until) continue
    await updateSeat(tx, id, { heldUntil: until })
    if (orderId !== null) await shortenOrder(tx, { orderId, until })
  }
}

/**
 * Refunds an initiator who is alone in the game. With something to pay the game waits for payment again. A game that
 * waits already keeps its deadline.
 */
async function payAnew(
  tx: Database,
  ball: BallRow,
  own: PlayerSeat,
  { now, effects }: { now: Date; effects: OrderEffects },
): Promise<void> {
  const former = await findOrderOfSeat(tx, own)
  const expiresAt = own.heldUntil
    ? new Date(Math.min(own.heldUntil.getTime(), startOf(ball).getTime()))
    : paymentDeadline(startOf(ball), now)
  const order = await openSeatOrder(tx, ball, { kind: 'BALL_PUBLISH', userId: own.userId, expiresAt })
  // Runs before the former order is closed, which must find that the seat is no longer its own.
  await updateSeat(
    tx,
    own.id,
    order
      ? { state: 'HELD', orderId: order.id, heldUntil: order.expiresAt, confirmedAt: null }
      : { state: 'CONFIRMED', orderId: null, heldUntil: null, confirmedAt: now },
  )
  await updateBall(tx, ball.id, { status: order ? 'UNPAID' : 'OPEN' })
  if (former?.state === 'UNPAID') await closeOrder(tx, { orderId: former.id, now, effects })
  else if (former) await refundRest(tx, former, { cause: 'repriced', now })
}

async function notifyChanged(
  tx: Database,
  ball: BallRow,
  {
    actorId,
    playerIds,
    changedText,
  }: { actorId: string; playerIds: readonly string[]; changedText: readonly string[] },
): Promise<void> {
  await notify(tx, {
    receiverIds: playerIds,
    senderId: actorId,
    category: 'invitation',
    title: '球局已修改',
    content:
      changedText.length > 0
        ? `${factsOf(ball)}，已修改：${changedText.join('、')}。请确认是否参加，开球前未同意即退出，全额退款`
        : factsOf(ball),
    about: { kind: 'ball', id: ball.id },
  })
}
