import type { BallForm } from '@paidang/api/areas/balls'
import { ApiError } from '@paidang/api/catalogue/errors'
import { changedTerms, whyNotChange } from '@paidang/domain/areas/balls/ball-change'
import { paymentDeadline } from '@paidang/domain/areas/balls/seat-rules'
import type { Features } from '@paidang/domain/kernel/features'
import { isTooLateToChange } from '@paidang/domain/kernel/last-change'
import type { Database } from '../../db/database.ts'
import { tryTwice } from '../classes/try-twice.ts'
import type { Verdicts } from '../content/check-content.ts'
import { keepBack } from '../content/hold-content.ts'
import { tell } from '../messages/tell.ts'
import { closeOrder } from '../payments/close-order.ts'
import type { OrderEffects } from '../payments/order-effects.ts'
import { shortenOrder } from '../payments/shorten-order.ts'
import { releaseBall } from '../schedule/claim-cells.ts'
import { assertFreeLimit } from './assert-free-limit.ts'
import { assertCostsPayable, openSeatOrder, publishDueOf, startOf } from './ball-fee.ts'
import { type BallRow, findPeople, lockBall, updateBall } from './ball-queries.ts'
import { claimBall, publishBall, refuseBusy } from './claim-ball.ts'
import { factsOf } from './firm-seat.ts'
import { sortWords } from './hold-words.ts'
import { lapseProposalsOf } from './lapse-proposals.ts'
import { offerFreeSeats } from './offer-seats.ts'
import { assertStillToCome, isHeldAt, isLive, isStanding, lockOwnBall } from './open-ball.ts'
import { type PlacedBall, placeBall } from './place-ball.ts'
import { listProposals } from './proposal-queries.ts'
import { refundRest } from './refund-seat.ts'
import { findOrderOfSeat, listSeats, type PlayerSeat, updateSeat } from './seat-queries.ts'

type Updating = {
  ballId: string
  form: BallForm
  verdicts: Verdicts
  features: Features
  by: string
  now: Date
  effects: OrderEffects
}

/**
 * The initiator changes their game: court and half-hours of everybody in it move along, or nothing changes. All others are told
 * what is changed, and agree anew to another time, place, sport, number of players or rule. What it costs stays once anybody else
 * has had a seat. Before that the initiator's own money goes back, and with a new cost the game waits until it is paid anew.
 *
 * @throws ApiError ball_not_found, action_forbidden, ball_settled, ball_started, any refusal of placeBall or
 *   whyNotChange, content_rejected, ball_free_limit, ball_players_taken, ball_payments_off, ball_fee_fixed, slot_taken (data:
 *   SlotClash), ball_player_busy, participant_busy
 * Source: specification §7 "Balls"; decision "Ball games"
 */
export async function updateBallGame(db: Database, updating: Updating): Promise<void> {
  const { by, now } = updating
  await tryTwice(
    () => updateOnce(db, updating),
    (cells, isFinal) => refuseBusy(db, cells, { by, isFinal, now }),
  )
}

async function updateOnce(
  db: Database,
  { ballId, form, verdicts, features, by, now, effects }: Updating,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { ball, seats } = await lockOwnBall(tx, { ballId, by })
    assertStillToCome(ball, now)
    const own = seats.find((seat) => seat.userId === by && isLive(seat))
    // A new game that nobody has paid in time is over, although no job has run.
    if (!isHeldAt(own, now)) throw new ApiError('ball_settled')
    const submitted = await placeBall(tx, form, now)
    const { shown, sorted } = sortWords(submitted, { present: ball, verdicts })
    const placed = { ...submitted, ...shown }
    await assertFreeLimit(tx, placed, { userId: by, exceptId: ballId, former: ball, now })
    if (placed.maxPlayers < ball.seatsTaken) throw new ApiError('ball_players_taken')
    const inIt = seats.filter(({ userId, state }) => userId !== by && (state === 'HELD' || state === 'FIRM'))
    const people = await findPeople(
      tx,
      inIt.map(({ userId }) => userId),
    )
    const rulesOf = (of: PlacedBall) => ({ ...of, startsAt: startOf(of) })
    const refusal = whyNotChange({ former: rulesOf(ball), next: rulesOf(placed), others: people }, now)
    if (refusal) throw new ApiError(refusal)
    const isRepriced =
      publishDueOf(placed) !== publishDueOf(ball) || FEE_FIELDS.some((field) => placed[field] !== ball[field])
    const others = seats.filter((seat) => seat.userId !== by && (isLive(seat) || seat.state === 'LEFT_LATE'))
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
    await keepBack(tx, sorted, { objectId: ballId, by, now })
    await shortenHolds(tx, changed, seats)
    if (isRepriced && own) await payAnew(tx, changed, own, { now, effects })
    const changedWords = changedTerms(ball, placed)
    if (changedWords.length > 0) await reopenLeaving(tx, changed, inIt, { now, effects })
    const playerIds = (await listSeats(tx, ballId))
      .filter(({ state }) => state === 'HELD' || state === 'FIRM')
      .map(({ userId }) => userId)
    if (isElsewhere) {
      await releaseBall(tx, ballId)
      await claimBall(tx, changed, { playerIds, isWithCourt: true })
      await publishBall(tx, ball, playerIds)
    }
    await publishBall(tx, changed, isElsewhere ? playerIds : [])
    await tellOfChange(tx, changed, { by, playerIds, changedWords })
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

/** Everybody in a changed game agrees anew, and leaves for nothing until then. Who was to take a seat by swap does not. */
async function reopenLeaving(
  tx: Database,
  ball: BallRow,
  seats: readonly PlayerSeat[],
  { now, effects }: { now: Date; effects: OrderEffects },
): Promise<void> {
  for (const { id } of seats) await updateSeat(tx, id, { changedAt: now })
  for (const { inUserId, kind } of await listProposals(tx, ball.id)) {
    if (kind === 'SWAP') await lapseProposalsOf(tx, ball, { userId: inUserId, now, effects })
  }
}

/** The place of a locked game is read from now on: others agree to it while there is time, as to a change by the initiator. */
export async function askAnewOfPlace(
  tx: Database,
  ball: BallRow,
  { now, effects }: { now: Date; effects: OrderEffects },
): Promise<void> {
  if (!isStanding(ball.status) || isTooLateToChange(startOf(ball), now)) return
  const playing = (await listSeats(tx, ball.id)).filter(({ state }) => state === 'HELD' || state === 'FIRM')
  const others = playing.filter(({ userId }) => userId !== ball.initiatorId)
  await reopenLeaving(tx, ball, others, { now, effects })
  await publishBall(tx, ball, [])
  const playerIds = others.map(({ userId }) => userId)
  await tellOfChange(tx, ball, { by: ball.initiatorId, playerIds, changedWords: ['地点'] })
}

/** Seats that wait for a word or for money are kept no longer than to the start, where it now is. */
async function shortenHolds(tx: Database, ball: BallRow, seats: readonly PlayerSeat[]): Promise<void> {
  const until = startOf(ball)
  for (const { id, heldUntil, orderId } of seats) {
    if (heldUntil === null || heldUntil <= until) continue
    await updateSeat(tx, id, { heldUntil: until })
    if (orderId !== null) await shortenOrder(tx, { orderId, until })
  }
}

/**
 * The initiator, alone in his game, gets back what he paid; where there is something to pay the game waits for it again. A
 * game that waits already waits no longer for being changed.
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
  // Before the former order is closed: it must find that the seat is no longer its own.
  await updateSeat(
    tx,
    own.id,
    order
      ? { state: 'HELD', orderId: order.id, heldUntil: order.expiresAt, firmAt: null }
      : { state: 'FIRM', orderId: null, heldUntil: null, firmAt: now },
  )
  await updateBall(tx, ball.id, { status: order ? 'UNPAID' : 'OPEN' })
  if (former?.state === 'UNPAID') await closeOrder(tx, { orderId: former.id, now, effects })
  else if (former) await refundRest(tx, former, { cause: 'repriced', now })
}

async function tellOfChange(
  tx: Database,
  ball: BallRow,
  { by, playerIds, changedWords }: { by: string; playerIds: readonly string[]; changedWords: readonly string[] },
): Promise<void> {
  await tell(tx, {
    receiverIds: playerIds,
    senderId: by,
    category: 'invitation',
    title: '球局已修改',
    content:
      changedWords.length > 0
        ? `${factsOf(ball)}，已修改：${changedWords.join('、')}。请确认是否参加，开球前未同意即退出，全额退款`
        : factsOf(ball),
    about: { kind: 'ball', id: ball.id },
  })
}
