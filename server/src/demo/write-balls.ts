import { sharesOf } from '@paidang/domain/areas/activities/balls/fee'
import { instantOf } from '@paidang/domain/kernel/day'
import { halfHoursBetween } from '@paidang/domain/kernel/half-hour'
import type { Database } from '../db/database.ts'
import { ballGames, ballParticipants, ballRequests } from '../tables/balls.ts'
import { orderLines, orders, payments, refunds, simulatedPayments, simulatedRefunds } from '../tables/payments.ts'
import { CLAIM_KIND, HOLDER_KIND, slotClaims } from '../tables/schedule.ts'
import type { BallPlan } from './balls.ts'
import type { CardPlan } from './cards.ts'
import { itemAt } from './random.ts'
import type { World } from './world.ts'
import { type Ids, writeAll, writeWithIds } from './write.ts'

/** A seat with its position in its game. The first is the initiator's. */
type PlannedSeat = {
  ball: BallPlan
  participant: BallPlan['participants'][number]
  player: object
  at: Date
  index: number
}

/** Writes the ball games with their players, payments, refunds and claims. */
export async function writeBalls(tx: Database, { balls, cards }: World, ids: Ids): Promise<void> {
  await writeWithIds(ids, balls, (batch) =>
    tx
      .insert(ballGames)
      .values(batch.map((ball) => rowOf(ball, ids)))
      .returning({ id: ballGames.id }),
  )
  const seats: PlannedSeat[] = balls.flatMap((ball) =>
    ball.participants.map((participant, index) => ({
      ball,
      participant,
      player: participant.player,
      at: participant.at,
      index,
    })),
  )
  await writeMoney(
    tx,
    seats.filter(({ ball }) => ball.feeFen > 0),
    cardsBySeat(cards),
    ids,
  )
  await writeAll(seats, (batch) =>
    tx.insert(ballParticipants).values(
      batch.map((seat) => ({
        ballId: ids.of(seat.ball),
        userId: ids.of(seat.player),
        state: 'CONFIRMED' as const,
        orderId: seat.ball.feeFen > 0 ? ids.of(seat) : null,
        confirmedAt: seat.at,
        shareFen: seat.ball.status === 'FINISHED' ? shareOf(seat) : null,
        createdAt: seat.at,
      })),
    ),
  )
  const requests = balls.flatMap((ball) => ball.requests.map((request) => ({ ball, request })))
  await writeAll(requests, async (batch) => {
    const rows = await tx
      .insert(ballRequests)
      .values(
        batch.map(({ ball, request: { player, approveStatus, at } }) => ({
          ballId: ids.of(ball),
          userId: ids.of(player),
          approveStatus,
          decidedAt: approveStatus === 0 ? null : at,
          createdAt: at,
        })),
      )
      .returning({ id: ballRequests.id })
    for (const [index, { id }] of rows.entries()) ids.set(itemAt(batch, index).request, id)
  })
  await writeClaims(tx, balls, ids)
}

function rowOf(ball: BallPlan, ids: Ids): typeof ballGames.$inferInsert {
  const { venue, court, day, begin, end, participants, requests, ...row } = ball
  return {
    ...row,
    initiatorId: ids.of(itemAt(participants, 0).player),
    stadiumId: ids.of(venue),
    courtId: court && ids.of(court),
    activityDate: day,
    beginTimeSlot: begin,
    endTimeSlot: end,
    seatsTaken: participants.length,
    feeMode: 'AA',
    cancelReason: ball.cancelledAt && 'INITIATOR',
    finishedAt: ball.status === 'FINISHED' ? instantOf(day, end) : null,
  }
}

const shareOf = ({ ball, index }: PlannedSeat) => itemAt(sharesOf(ball.courtFeeFen, ball.participants.length), index)

const REASONS = { cancelled: '球局取消', settled: '按实际人数分摊，退回差额' } as const

/** The card that paid a seat. */
function cardsBySeat(cards: readonly CardPlan[]): Map<object, CardPlan> {
  return new Map(
    cards.flatMap((card) => card.rows.flatMap(({ of }) => (of.kind === 'PAY' ? [[of.seat, card] as const] : []))),
  )
}

/** Writes everybody's order, paid with their card or through the simulator, which has its own records. */
async function writeMoney(
  tx: Database,
  seats: readonly PlannedSeat[],
  cardOf: ReadonlyMap<object, CardPlan>,
  ids: Ids,
): Promise<void> {
  await writeWithIds(ids, seats, (batch) =>
    tx
      .insert(orders)
      .values(
        batch.map(({ ball, participant, player, at, index }) => ({
          userId: ids.of(player),
          kind: index === 0 ? ('BALL_PUBLISH' as const) : ('BALL_SEAT' as const),
          objectId: ids.of(ball),
          title: ball.title,
          amountFen: ball.feeFen,
          state: 'PAID' as const,
          method: cardOf.has(participant) ? ('CARD' as const) : ('WECHAT' as const),
          expiresAt: at,
          paidAt: at,
          createdAt: at,
        })),
      )
      .returning({ id: orders.id }),
  )
  const paid = seats.map((seat) => {
    const orderId = ids.of(seat)
    // The ledger of a card finds the order that it paid by the participant.
    ids.set(seat.participant, orderId)
    const { ball, participant, at } = seat
    const card = cardOf.get(participant)
    return { orderId, number: `demo${orderId}`, title: ball.title, fen: ball.feeFen, at, participant, card }
  })
  await writeAll(paid, (batch) =>
    tx
      .insert(orderLines)
      .values(batch.map(({ orderId, fen }) => ({ orderId, position: 0, label: 'AA 费用', quantity: 1, unitFen: fen }))),
  )
  await writeWithIds(ids, paid, (batch) =>
    tx
      .insert(payments)
      .values(
        batch.map(({ orderId, number, fen, at, card }) => ({
          orderId,
          outTradeNo: number,
          ...(card
            ? { provider: 'CARD' as const, cardId: ids.of(card) }
            : { provider: 'SIMULATOR' as const, transactionId: number, channel: 'NATIVE' as const }),
          amountFen: fen,
          receivedFen: fen,
          state: 'SETTLED' as const,
          settledAt: at,
          createdAt: at,
        })),
      )
      .returning({ id: payments.id }),
  )
  const outside = paid.filter(({ card }) => !card)
  await writeAll(outside, (batch) =>
    tx.insert(simulatedPayments).values(
      batch.map(({ number, title, fen, at }) => ({
        outTradeNo: number,
        title,
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
    const { refund } = payment.participant
    return refund ? [{ payment, refund, outRefundNo: `R${payment.number}` }] : []
  })
  await writeWithIds(ids, returned, (batch) =>
    tx
      .insert(refunds)
      .values(
        batch.map(({ payment, refund: { fen, cause, at }, outRefundNo }) => ({
          orderId: payment.orderId,
          paymentId: ids.of(payment),
          outRefundNo,
          amountFen: fen,
          cause,
          reason: REASONS[cause],
          target: payment.card ? ('CARD' as const) : ('SOURCE' as const),
          state: 'DONE' as const,
          attempts: payment.card ? 0 : 1,
          doneAt: at,
          createdAt: at,
        })),
      )
      .returning({ id: refunds.id }),
  )
  for (const back of returned) ids.set(back.refund, ids.of(back))
  await writeAll(
    returned.filter(({ payment }) => !payment.card),
    (batch) =>
      tx.insert(simulatedRefunds).values(
        batch.map(({ payment, refund: { fen, at }, outRefundNo }) => ({
          outRefundNo,
          outTradeNo: payment.number,
          amountFen: fen,
          state: 'SUCCESS' as const,
          createdAt: at,
        })),
      ),
  )
}

/** Writes the claims on courts and players. A cancelled game has none. */
async function writeClaims(tx: Database, balls: readonly BallPlan[], ids: Ids): Promise<void> {
  const claims = balls
    .filter(({ status }) => status !== 'CANCELLED')
    .flatMap((ball) => {
      const resources = [
        ...(ball.court ? [{ kind: CLAIM_KIND.COURT as number, resource: ball.court as object }] : []),
        ...ball.participants.map(({ player }) => ({ kind: CLAIM_KIND.PLAYER as number, resource: player as object })),
      ]
      return resources.flatMap(({ kind, resource }) =>
        halfHoursBetween(ball.begin, ball.end).map((halfHour) => ({
          kind,
          resourceId: ids.of(resource),
          day: ball.day,
          halfHour,
          holderKind: HOLDER_KIND.BALL,
          holderId: ids.of(ball),
        })),
      )
    })
  await writeAll(claims, (batch) => tx.insert(slotClaims).values(batch))
}
