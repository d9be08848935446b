import type { BallDetail, BallSeat, BallViewer } from '@paidang/api/areas/balls'
import {
  freeLeaveUntil,
  isGenderFit,
  isLevelFit,
  mayLeaveFree,
  maySeeNoShow,
} from '@paidang/domain/areas/balls/seat-rules'
import { instantOf } from '@paidang/domain/kernel/day'
import type { Database } from '../../../db/database.ts'
import { readBlockedOf } from '../../ground/blacklist/read-blocked.ts'
import { listPending } from '../../ground/content/submissions.ts'
import { presentOrder } from '../../money/payments/present-order.ts'
import { startOf } from './ball-fee.ts'
import { findPeople } from './ball-queries.ts'
import { isBearer } from './expire-proposals.ts'
import { isHostGone } from './host-queries.ts'
import { type BallQuery, isActive, isLive, type OpenBall, openBall } from './open-ball.ts'
import { listOpenProposals } from './pending-queries.ts'
import { presentBall } from './present-ball.ts'
import { restOf } from './refund-seat.ts'
import { findLatestOrder, findOrderById, findOrderOfSeat, findRequestStatus, type PlayerSeat } from './seat-queries.ts'
import { listWaiting } from './waiter-queries.ts'

/** Makes the token of a game's share link. */
export type ShareTokenOf = (ballId: string, version: number) => string

/**
 * A game as its page shows it: its seats without phones, and the caller's relation to it. Its initiator also gets the
 * link token. Callers who do not play do not see users blocked from them. Nobody sees users who only wait. A no-show
 * mark and its explanation are for the marked player and the initiator alone.
 *
 * @throws ApiError ball_not_found
 */
export async function readBallDetail(
  db: Database,
  { now, shareTokenOf, ...input }: BallQuery & { now: Date; shareTokenOf: ShareTokenOf },
): Promise<BallDetail> {
  return detailOf(db, await openBall(db, input), { actorId: input.actorId, now, shareTokenOf })
}

async function detailOf(
  db: Database,
  opened: OpenBall,
  { actorId, now, shareTokenOf }: { actorId: string | undefined; now: Date; shareTokenOf: ShareTokenOf },
): Promise<BallDetail> {
  const { view, seats } = opened
  const [initiator] = await findPeople(db, [view.initiatorId])
  if (!initiator) throw new Error(`the initiator of ball game ${view.id} is gone`)
  const waiting = await listWaiting(db, view.id)
  const people = [...seats.map(({ userId }) => userId), ...waiting.map(({ id }) => id)]
  const hidden = await readBlockedOf(db, actorId, people)
  const { address, latitude, longitude, courtIndex: selectedCourt, activityDate, endTimeSlot } = view
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
    endsAt: instantOf(activityDate, endTimeSlot).toISOString(),
    cancelReason: view.cancelReason,
    seats: seatsSeenBy(actorId, opened, hidden),
    waitingCount: waiting.length,
    waiting: waiting.filter(({ id }) => !hidden.has(id)),
    proposals: actorId === undefined ? [] : await proposalsOf(db, view.id, actorId),
    sharesFen: isPlaying(actorId, opened) ? sharesOf(seats, view.initiatorId) : null,
    viewer: await viewerOf(db, opened, { actorId, waitingIds: waiting.map(({ id }) => id), now }),
    pending: actorId === undefined ? [] : await listPending(db, { kind: 'ball', objectId: view.id, actorId }),
    share: actorId === view.initiatorId && view.status !== 'UNPAID' ? shareTokenOf(view.id, view.shareVersion) : null,
  }
}

/**
 * The seats of a game that `actorId` (undefined: a guest) may see. These are offered, held or confirmed ones, in the
 * order of taking.
 */
export async function presentSeats(db: Database, opened: OpenBall, actorId: string | undefined): Promise<BallSeat[]> {
  const userIds = opened.seats.map(({ userId }) => userId)
  return seatsSeenBy(actorId, opened, await readBlockedOf(db, actorId, userIds))
}

/** Whether a person is the initiator, or has a seat that is more than offered. */
function isPlaying(actorId: string | undefined, { view, own }: OpenBall): boolean {
  return view.initiatorId === actorId || (own !== undefined && own.state !== 'OFFERED')
}

/** @param hidden the users blocked from `actorId`; people who play together see each other all the same */
function seatsSeenBy(actorId: string | undefined, opened: OpenBall, hidden: ReadonlySet<string>): BallSeat[] {
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

async function proposalsOf(db: Database, ballId: string, actorId: string): Promise<BallDetail['proposals']> {
  const rows = await listOpenProposals(db, ballId, actorId)
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

const GUEST: BallViewer = {
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
  { view, own }: OpenBall,
  { actorId, waitingIds, now }: { actorId: string | undefined; waitingIds: readonly string[]; now: Date },
): Promise<BallViewer> {
  const [person] = actorId === undefined ? [] : await findPeople(db, [actorId])
  if (!person) return GUEST
  const order = (own && (await findOrderOfSeat(db, own))) ?? (await findLatestOrder(db, view.id, person.id))
  const place = waitingIds.indexOf(person.id)
  const isInitiator = view.initiatorId === person.id
  return {
    userId: person.id,
    role: isInitiator ? 'initiator' : own ? 'participant' : 'viewer',
    level: person.level,
    isLevelFit: isLevelFit(person.level, view),
    isGenderFit: isGenderFit(person.gender, view.genderRule),
    requestStatus: await findRequestStatus(db, view.id, person.id),
    seat: own ? { id: own.id, state: own.state, heldUntil: own.heldUntil?.toISOString() ?? null } : null,
    changedAt: own?.changedAt?.toISOString() ?? null,
    waitingPlace: place < 0 ? null : place + 1,
    order: order ? await presentOrder(db, order) : null,
    leave: own && !isInitiator && isLeavable(view, own, now) ? await leaveTermsOf(db, view, own, now) : null,
  }
}

/**
 * Whether a seat can be given back. It must be confirmed, in an active game to come, and its player must not have paid
 * for all.
 */
function isLeavable(view: OpenBall['view'], seat: PlayerSeat, now: Date): boolean {
  const isToCome = isActive(view.status) && startOf(view).getTime() > now.getTime()
  return isToCome && seat.state === 'CONFIRMED' && !isBearer(view, seat)
}

/**
 * Until when leaving is free, what the player paid, and the refund for leaving now. Leaving itself gives the same
 * amount.
 */
async function leaveTermsOf(
  db: Database,
  view: OpenBall['view'],
  own: PlayerSeat,
  now: Date,
): Promise<BallViewer['leave']> {
  const startsAt = startOf(view)
  const order = await findOrderOfSeat(db, own)
  const paidFen = order ? await restOf(db, order) : 0
  const isChanged = own.changedAt !== null || (await isHostGone(db, view.id, now))
  const isFree = mayLeaveFree({ startsAt, isChanged }, now)
  const freeUntil = isChanged ? startsAt : freeLeaveUntil(startsAt)
  return { isFree, freeUntil: freeUntil.toISOString(), paidFen, refundFen: isFree ? paidFen : 0 }
}
