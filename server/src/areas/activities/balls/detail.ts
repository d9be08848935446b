import * as api from '@paidang/api/areas/activities/balls'
import { ApiError } from '@paidang/api/catalogue/errors'
import { genderRefusal, isGenderFit, isLevelFit, maySeeNoShow } from '@paidang/domain/areas/activities/balls/seat-rules'
import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { ballProposals } from '../../../tables/balls.ts'
import { users } from '../../../tables/identities.ts'
import { readBlockedOf } from '../../ground/blacklist/read-blocked.ts'
import { listPending } from '../../ground/content/submissions.ts'
import { presentOrder } from '../../money/payments/present-order.ts'
import { isLevelUnsaid } from '../../people/profile/levels.ts'
import { readArrival } from '../arrivals/arrivals.ts'
import { findLatestOrder, findOrderById, findOrderOfSeat, isBearer, leaveTermsOf } from './ball-money.ts'
import { endOf, findPeople, isToCome, startOf } from './ball-row.ts'
import { findView, presentBall } from './ball-view.ts'
import { listWaiting } from './free-seats.ts'
import { hasBallLink, type OpenBall, openBall } from './open-ball.ts'
import { findRequestStatus, isLive, type PlayerSeat, playersOf } from './seats.ts'

/** Whether a person is the initiator, or has a seat that is more than offered. */
function isPlaying(actorId: string | undefined, { view, own }: OpenBall): boolean {
  return view.initiatorId === actorId || (own !== undefined && own.state !== 'OFFERED')
}

/**
 * The seats of a game that `actorId` (undefined: a guest) may see. These are offered, held or confirmed ones, in the
 * order of taking.
 *
 * @param hidden the users blocked from `actorId`; people who play together see each other all the same
 */
function seatsSeenBy(actorId: string | undefined, opened: OpenBall, hidden: ReadonlySet<string>): api.BallSeat[] {
  const { view, seats } = opened
  const plays = isPlaying(actorId, opened)
  const isSeen = (seat: PlayerSeat) => plays || !hidden.has(seat.userId)
  const noShowOf = ({ userId, noShowAt, noShowAnswer }: PlayerSeat) =>
    maySeeNoShow(actorId, { userId, initiatorId: view.initiatorId })
      ? { noShowAt: noShowAt?.toISOString() ?? null, noShowAnswer }
      : { noShowAt: null, noShowAnswer: null }
  return seats
    .filter((seat) => isLive(seat) && isSeen(seat))
    .map((seat) => ({
      id: seat.id,
      user: { id: seat.userId, nickname: seat.nickname, avatar: seat.avatar },
      level: seat.level,
      levelIsUnsaid: seat.levelIsUnsaid,
      isInitiator: seat.userId === view.initiatorId,
      state: seat.state,
      heldUntil: seat.heldUntil?.toISOString() ?? null,
      ...noShowOf(seat),
      createTime: seat.createdAt.toISOString(),
    }))
}

/** What each player bore once the cost was split: the initiator first, then by seat. */
function sharesOf(seats: readonly PlayerSeat[], initiatorId: string): number[] | null {
  const split = seats.flatMap(({ userId, shareFen }) => (shareFen === null ? [] : [{ userId, shareFen }]))
  if (split.length === 0) return null
  const isFirst = ({ userId }: { userId: string }) => userId === initiatorId
  return [...split.filter(isFirst), ...split.filter((seat) => !isFirst(seat))].map(({ shareFen }) => shareFen)
}

/** Proposals of a game that wait for an answer, as its initiator or one of the two people sees them. */
async function proposalsOf(db: Database, ballId: string, actorId: string): Promise<api.BallProposal[]> {
  const [outUser, inUser] = [alias(users, 'out_user'), alias(users, 'in_user')]
  const rows = await db
    .select({
      ...getTableColumns(ballProposals),
      out: { id: outUser.id, nickname: outUser.nickname, avatar: outUser.avatar },
      in: { id: inUser.id, nickname: inUser.nickname, avatar: inUser.avatar },
    })
    .from(ballProposals)
    .leftJoin(outUser, eq(outUser.id, ballProposals.outUserId))
    .innerJoin(inUser, eq(inUser.id, ballProposals.inUserId))
    .where(
      and(
        eq(ballProposals.ballId, ballId),
        eq(ballProposals.state, 'OPEN'),
        sql`${actorId} in (${ballProposals.proposedBy}, ${ballProposals.outUserId}, ${ballProposals.inUserId})`,
      ),
    )
    .orderBy(asc(ballProposals.id))
  return Promise.all(
    rows.map(async ({ id, kind, out, in: incoming, outAgreedAt, inAgreedAt, orderId, inUserId }) => {
      const order = orderId !== null && inUserId === actorId ? await findOrderById(db, orderId) : undefined
      return {
        id,
        kind,
        out,
        in: incoming,
        hasOutAgreed: outAgreedAt !== null,
        hasInAgreed: inAgreedAt !== null,
        order: order ? await presentOrder(db, order) : null,
      }
    }),
  )
}

/**
 * What leaving a seat gives back now: the same as leaving itself. Null for a seat that cannot be given back. It must be
 * confirmed, in an active game to come, and its player must not have paid for all.
 */
async function presentLeave(db: Database, { view, own }: OpenBall, now: Date): Promise<api.BallViewer['leave']> {
  if (own?.state !== 'CONFIRMED' || own.userId === view.initiatorId) return null
  if (!isToCome(view, now) || isBearer(view, own)) return null
  const { isFree, freeUntil, paidFen } = await leaveTermsOf(db, view, own, now)
  return { isFree, freeUntil: freeUntil.toISOString(), paidFen, refundFen: isFree ? paidFen : 0 }
}

const GUEST: api.BallViewer = {
  userId: null,
  role: 'viewer',
  level: null,
  isLevelFit: true,
  isGenderFit: true,
  requestStatus: null,
  seat: null,
  changedAt: null,
  waitingPlace: null,
  order: null,
  leave: null,
}

async function viewerOf(
  db: Database,
  opened: OpenBall,
  { actorId, waitingIds, now }: { actorId: string | undefined; waitingIds: readonly string[]; now: Date },
): Promise<api.BallViewer> {
  const { view, own } = opened
  const [person] = actorId === undefined ? [] : await findPeople(db, [actorId])
  if (!person) return GUEST
  const order = (own && (await findOrderOfSeat(db, own))) ?? (await findLatestOrder(db, view.id, person.id))
  const place = waitingIds.indexOf(person.id)
  return {
    userId: person.id,
    role: view.initiatorId === person.id ? 'initiator' : own ? 'participant' : 'viewer',
    level: person.level,
    ...(!own && (await isLevelUnsaid(db, person.id)) && { levelIsUnsaid: true as const }),
    isLevelFit: isLevelFit(person.level, view),
    isGenderFit: isGenderFit(person.gender, view.genderRule),
    ...(genderRefusal(person.gender, view.genderRule) === 'ball_gender_unsaid' && { genderIsUnsaid: true as const }),
    requestStatus: await findRequestStatus(db, view.id, person.id),
    seat: own ? { id: own.id, state: own.state, heldUntil: own.heldUntil?.toISOString() ?? null } : null,
    changedAt: own?.changedAt?.toISOString() ?? null,
    waitingPlace: place < 0 ? null : place + 1,
    order: order ? await presentOrder(db, order) : null,
    leave: await presentLeave(db, opened, now),
  }
}

/** Which game is shown to whom, and the token of the link by which they came. `isLeaving` is that of `openBall`. */
type Showing = {
  ballId: string
  actorId: string | undefined
  share?: string | undefined
  isLeaving?: boolean
  now: Date
  app: Pick<FastifyInstance, 'ballShareTokens'>
}

/**
 * A game as its page shows it, also after an action: its seats without phones, and the caller's relation to it. Its
 * initiator also gets the link token. Callers who do not play do not see users blocked from them. Nobody sees users who
 * only wait. A no-show mark and its explanation are for the marked player and the initiator alone.
 *
 * @throws ApiError ball_not_found
 */
export async function readBallDetail(
  db: Database,
  { ballId, actorId, share, isLeaving, now, app: { ballShareTokens } }: Showing,
): Promise<api.BallDetail> {
  const hasLink = await hasBallLink(db, ballShareTokens, { ballId, share })
  const opened = await openBall(db, { ballId, actorId, hasLink, isLeaving })
  const { view, seats } = opened
  const [initiator] = await findPeople(db, [view.initiatorId])
  if (!initiator) throw new Error(`the initiator of ball game ${view.id} is gone`)
  const waiting = await listWaiting(db, view.id)
  const waitingIds = waiting.map(({ id }) => id)
  const hidden = await readBlockedOf(db, actorId, [...playersOf(seats), ...waitingIds])
  const { address, latitude, longitude, courtIndex: selectedCourt } = view
  return {
    ...presentBall(view),
    initiator: { id: initiator.id, nickname: initiator.nickname, avatar: initiator.avatar },
    description: view.description,
    address,
    latitude,
    longitude,
    selectedCourt,
    courtFeeFen: view.courtFeeFen,
    extrasFen: view.extrasFen,
    closingHours: view.closingHours,
    startsAt: startOf(view).toISOString(),
    endsAt: endOf(view).toISOString(),
    cancelReason: view.cancelReason,
    seats: seatsSeenBy(actorId, opened, hidden),
    waitingCount: waiting.length,
    waiting: waiting.filter(({ id }) => !hidden.has(id)),
    proposals: actorId === undefined ? [] : await proposalsOf(db, view.id, actorId),
    sharesFen: isPlaying(actorId, opened) ? sharesOf(seats, view.initiatorId) : null,
    viewer: await viewerOf(db, opened, { actorId, waitingIds, now }),
    arrival: await readArrival(db, { kind: 'ball', id: view.id }, actorId),
    pending: actorId === undefined ? [] : await listPending(db, { kind: 'ball', objectId: view.id, actorId }),
    share:
      actorId === view.initiatorId && view.status !== 'UNPAID' ? ballShareTokens.of(view.id, view.shareVersion) : null,
  }
}

export default plugin([
  handle(api.getBall, async ({ params: { id: ballId }, query: { share }, user, db, app }) => {
    const hasLink = await hasBallLink(db, app.ballShareTokens, { ballId, share })
    return presentBall((await openBall(db, { ballId, actorId: user?.id, hasLink })).view)
  }),

  handle(api.getBallDetail, ({ params: { id: ballId }, query: { share }, user, db, now, app }) =>
    readBallDetail(db, { ballId, actorId: user?.id, share, now, app }),
  ),

  handle(api.seatsOfBall, async ({ params: { id: ballId }, query: { share }, user, db, app }) => {
    const hasLink = await hasBallLink(db, app.ballShareTokens, { ballId, share })
    const opened = await openBall(db, { ballId, actorId: user?.id, hasLink })
    return seatsSeenBy(user?.id, opened, await readBlockedOf(db, user?.id, playersOf(opened.seats)))
  }),

  // The initiator reads anybody's order without the refund target. That is between the payer and their bank.
  handle(api.orderOfSeat, async ({ params: { id: ballId, userId }, user: { id: actorId }, db }) => {
    const view = await findView(db, ballId, actorId)
    const order =
      view && (userId === actorId || view.initiatorId === actorId) && (await findLatestOrder(db, ballId, userId))
    if (!order) throw new ApiError('order_not_found')
    const presented = await presentOrder(db, order)
    return userId === actorId ? presented : { ...presented, method: null, refunds: [] }
  }),
])
