import * as changes from '@paidang/api/areas/activities/ball-changes'
import * as api from '@paidang/api/areas/activities/balls'
import { ApiError } from '@paidang/api/catalogue/errors'
import { changedTerms, whyNotChange } from '@paidang/domain/areas/activities/balls/ball-change'
import { paymentDeadline } from '@paidang/domain/areas/activities/balls/seat-rules'
import { isTooLateToChange } from '@paidang/domain/kernel/last-change'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { checkContent, type Verdicts } from '../../ground/content/check-content.ts'
import { holdBack } from '../../ground/content/hold-content.ts'
import { submitText } from '../../ground/content/submit-text.ts'
import type { OrderEffects } from '../../money/payments/order.ts'
import { closeOrder, shortenOrder } from '../../money/payments/order.ts'
import { releaseBall } from '../../time/schedule/claim-cells.ts'
import { assertFreeLimit, checkedTexts, type PlacedBall, placeBall, sortTexts } from './ball-form.ts'
import { assertCostsPayable, findOrderOfSeat, openSeatOrder, publishDueOf, refundRest } from './ball-money.ts'
import {
  assertNotStarted,
  type BallRow,
  factsOf,
  findPeople,
  isActive,
  notifyOfBall,
  publishBall,
  rereadBall,
  startOf,
  updateBall,
} from './ball-row.ts'
import { claimBall, claimingTransaction } from './claim-ball.ts'
import { readBallDetail } from './detail.ts'
import { offerFreeSeats } from './free-seats.ts'
import { lockOpenBall, lockOwnBall } from './open-ball.ts'
import { expireProposalsOf, listProposals } from './proposal.ts'
import { isHeldAt, isLive, isTaken, listSeats, type PlayerSeat, playersOf, updateSeat } from './seats.ts'

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
  { playerIds: receiverIds, changedText }: { playerIds: readonly string[]; changedText: readonly string[] },
): Promise<void> {
  const content =
    changedText.length > 0
      ? `${factsOf(ball)}，已修改：${changedText.join('、')}。请确认是否参加，开球前未同意即退出，全额退款`
      : factsOf(ball)
  await notifyOfBall(tx, ball, { receiverIds, senderId: ball.initiatorId, title: '球局已修改', content })
}

/**
 * Court and half-hours of the players move along, or nothing changes. All others are notified, and agree anew to another
 * time, place, sport, number of players or rule. The cost is fixed once another player has had a seat. Before that the
 * initiator is refunded, and with a new cost the game waits for payment again.
 *
 * Source: specification §7 "Balls"; decision "Ball games"
 */
async function updateGame(
  db: Database,
  form: api.BallForm,
  {
    body: { id: ballId, revision: seen },
    prepared: verdicts,
    user: { id: actorId },
    now,
    app: {
      features,
      payments: { effects },
    },
  }: Handled<typeof api.updateBall> & { prepared: Verdicts },
): Promise<void> {
  await claimingTransaction(db, { actorId, now }, async (tx) => {
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
    const inIt = seats.filter((seat) => seat.userId !== actorId && isTaken(seat))
    const people = await findPeople(tx, playersOf(inIt))
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
    const playerIds = playersOf((await listSeats(tx, ballId)).filter(isTaken))
    if (isElsewhere) {
      await releaseBall(tx, ballId)
      await claimBall(tx, changed, { playerIds, isWithCourt: true })
      await publishBall(tx, ball, playerIds)
    }
    await publishBall(tx, changed, isElsewhere ? playerIds : [])
    await notifyChanged(tx, changed, { playerIds, changedText })
    await offerFreeSeats(tx, await rereadBall(tx, ballId), now)
  })
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
  const playing = (await listSeats(tx, ball.id)).filter(isTaken)
  const others = playing.filter(({ userId }) => userId !== ball.initiatorId)
  await reopenLeaving(tx, ball, others, { now, effects })
  await publishBall(tx, ball)
  await notifyChanged(tx, ball, { playerIds: playersOf(others), changedText: [changedText] })
}

export default plugin([
  handle(api.updateBall, {
    prepare: ({ body, user, app, request }) =>
      checkContent(app, { kind: 'ball', objectId: body.id, values: checkedTexts(body), actorId: user.id, request }),
    async handle(handled) {
      const { body, prepared: verdicts, user, db, now, app } = handled
      const [ballId, actorId, words] = [body.id, user.id, { place: body.place }]
      await submitText(db, { kind: 'ball', objectId: ballId, words, verdicts, actorId, now }, (tx, shown) =>
        updateGame(tx, { ...body, ...shown }, handled),
      )
      return readBallDetail(db, { ballId, actorId, now, app })
    },
  }),

  // A player agrees to a changed game as they saw it. From now on leaving has the usual cost. Agreeing again changes
  // nothing.
  handle(changes.agreeToBallChange, async ({ body, user: { id: actorId }, db, now, app }) => {
    const { id: ballId, revision: seen } = body
    await db.transaction(async (tx) => {
      const { ball, own } = await lockOpenBall(tx, { ballId, actorId, seen })
      if (!own) throw new ApiError('ball_player_unknown')
      if (own.changedAt === null) return
      assertNotStarted(ball, now)
      await updateSeat(tx, own.id, { changedAt: null })
      await publishBall(tx, ball)
    })
    return readBallDetail(db, { ballId, actorId, now, app })
  }),
])
