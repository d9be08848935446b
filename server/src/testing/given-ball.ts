import { closingTime } from '@paidang/domain/areas/activities/balls/seat-rules'
import { type Cell, cellsOf } from '@paidang/domain/areas/time/schedule/cells'
import { instantOf } from '@paidang/domain/kernel/day'
import { inArray } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { ballGames, ballParticipants, ballProposals } from '../tables/balls.ts'
import { users } from '../tables/identities.ts'
import { orderLines, orders, payments, refunds } from '../tables/payments.ts'
import { CLAIM_KIND, HOLDER_KIND, slotClaims } from '../tables/schedule.ts'
import { only, TEST_NOW, TOMORROW } from './builders.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** The default time at which games are published: two days before TEST_NOW. */
const MADE_AT = new Date(TEST_NOW.getTime() - 2 * DAY_MS)

export type GivenBall = Partial<typeof ballGames.$inferInsert> & {
  /** The players. The first one is the initiator. */
  playerIds: [string, ...string[]]
  /** Other players whose seat is not paid yet, and until when it is held. Only in games with a fee. */
  held?: { userId: string; heldUntil: Date }[]
}

/**
 * Adds a public game for four: tomorrow at 18:00, ¥50 each, costs shared by all. The players have paid through the
 * simulator. In a cancelled game they are refunded. The half-hours of players and court are claimed. @returns its id
 */
export async function givenBall(db: Database, { playerIds, held = [], ...over }: GivenBall): Promise<string> {
  const ball = ballOf(playerIds, held.length, over)
  const { id: ballId } = only(await db.insert(ballGames).values(ball).returning({ id: ballGames.id }))
  for (const [index, userId] of playerIds.entries()) {
    const at = new Date(ball.createdAt.getTime() + index * MINUTE_MS)
    const treatFen = ball.courtId ? ball.courtFeeFen + ball.extrasFen : 0
    const paidFen = ball.feeMode === 'AA' ? ball.feeFen : index === 0 ? treatFen : 0
    const kind = index === 0 ? 'BALL_PUBLISH' : 'BALL_SEAT'
    const orderId = paidFen > 0 ? await givenPaidOrder(db, { userId, kind, ballId, amountFen: paidFen, at }) : null
    if (orderId && ball.status === 'CANCELLED') await givenRefund(db, orderId, paidFen)
    const shareFen = orderId && ball.status === 'FINISHED' && ball.feeMode === 'AA' ? ball.feeFen : null
    const seat = { state: 'CONFIRMED' as const, orderId, shareFen, confirmedAt: at, createdAt: at }
    await db.insert(ballParticipants).values({ ballId, userId, ...seat })
  }
  for (const { userId, heldUntil } of held) {
    const order = { userId, kind: 'BALL_SEAT' as const, objectId: ballId, title: ball.title, amountFen: ball.feeFen }
    const { id: orderId } = only(
      await db
        .insert(orders)
        .values({ ...order, expiresAt: heldUntil })
        .returning({ id: orders.id }),
    )
    await db.insert(orderLines).values({ orderId, position: 0, label: '费用', quantity: 1, unitFen: ball.feeFen })
    await db.insert(ballParticipants).values({ ballId, userId, state: 'HELD', orderId, heldUntil })
  }
  const people = [...playerIds, ...held.map(({ userId }) => userId)]
  if (ball.status !== 'CANCELLED') await claimForBall(db, { id: ballId, courtId: null, ...ball }, people)
  return ballId
}

/** Adds a hand-over that the initiator proposed and withdrew. @returns its id */
export async function givenProposal(
  db: Database,
  { ballId, proposedBy, inUserId }: { ballId: string; proposedBy: string; inUserId: string },
): Promise<string> {
  const proposal = { ballId, kind: 'HAND_OVER' as const, proposedBy, inUserId, state: 'WITHDRAWN' as const }
  return only(await db.insert(ballProposals).values(proposal).returning({ id: ballProposals.id })).id
}

function ballOf(playerIds: [string, ...string[]], heldCount: number, over: Omit<GivenBall, 'playerIds' | 'held'>) {
  const { maxPlayers = 4, minPlayers = 2, feeFen = 5_000, feeMode = 'AA' } = over
  const { activityDate = TOMORROW, beginTimeSlot = 36, createdAt = MADE_AT } = over
  const seatsTaken = playerIds.length + heldCount
  const status = over.status ?? (seatsTaken === maxPlayers ? ('FULL' as const) : ('OPEN' as const))
  const startsAt = instantOf(activityDate, beginTimeSlot)
  return {
    initiatorId: playerIds[0],
    title: '周末双打',
    sport: 'tennis' as const,
    matchType: 1,
    place: '世纪公园球场',
    endTimeSlot: 40,
    levelFrom: 2.5,
    levelTo: 4,
    isPublic: true,
    extrasFen: 0,
    // In a finished game all players carried the amount that they had paid.
    courtFeeFen: feeFen * (status === 'FINISHED' ? playerIds.length : minPlayers),
    closesAt: closingTime({ startsAt, hours: over.closingHours ?? 4, madeAt: createdAt }),
    ...(status === 'FINISHED' && { finishedAt: TEST_NOW }),
    ...(status === 'CANCELLED' && { cancelledAt: TEST_NOW, cancelReason: 'INITIATOR' as const }),
    ...over,
    activityDate,
    beginTimeSlot,
    feeFen: feeMode === 'AA' ? feeFen : 0,
    feeMode,
    minPlayers,
    maxPlayers,
    seatsTaken,
    status,
    createdAt,
  }
}

async function givenPaidOrder(
  db: Database,
  paid: { userId: string; kind: 'BALL_PUBLISH' | 'BALL_SEAT'; ballId: string; amountFen: number; at: Date },
): Promise<string> {
  const { userId, kind, ballId: objectId, amountFen, at } = paid
  const order = { userId, kind, objectId, title: '球局费用', amountFen, expiresAt: at, createdAt: at }
  const { id: orderId } = only(
    await db
      .insert(orders)
      .values({ ...order, state: 'PAID', method: 'WECHAT', paidAt: at })
      .returning({ id: orders.id }),
  )
  await db.insert(orderLines).values({ orderId, position: 0, label: '费用', quantity: 1, unitFen: amountFen })
  const number = `ball${orderId}`
  await db.insert(payments).values({
    orderId,
    provider: 'SIMULATOR',
    outTradeNo: number,
    transactionId: number,
    channel: 'NATIVE',
    amountFen,
    receivedFen: amountFen,
    state: 'SETTLED',
    settledAt: at,
    createdAt: at,
  })
  return orderId
}

async function givenRefund(db: Database, orderId: string, amountFen: number): Promise<void> {
  const { id: paymentId } = only(
    await db
      .select()
      .from(payments)
      .where(inArray(payments.orderId, [orderId])),
  )
  const refund = { orderId, paymentId, outRefundNo: `ball-refund${orderId}`, amountFen, cause: 'cancelled' }
  const done = { target: 'SOURCE' as const, state: 'DONE' as const, doneAt: TEST_NOW }
  await db.insert(refunds).values({ ...refund, ...done, reason: '球局取消' })
}

async function claimForBall(
  db: Database,
  ball: {
    id: string
    courtId?: string | null
    activityDate: string
    beginTimeSlot: number
    endTimeSlot: number
  },
  playerIds: string[],
): Promise<void> {
  const people = await db.select().from(users).where(inArray(users.id, playerIds))
  const coachPlayerIds = people.filter(({ userType }) => userType !== 0).map(({ id }) => id)
  const { activityDate: courseDate, beginTimeSlot, endTimeSlot, courtId = null } = ball
  const cells: Cell[] = cellsOf({ courtId, playerIds, coachPlayerIds, courseDate, beginTimeSlot, endTimeSlot })
  await db.insert(slotClaims).values(
    cells.map(({ kind, ...cell }) => ({
      ...cell,
      kind: CLAIM_KIND[kind],
      holderKind: HOLDER_KIND.BALL,
      holderId: ball.id,
    })),
  )
}
