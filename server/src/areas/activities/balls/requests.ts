// Requests to play outside the level range of a game, which its initiator decides.
import * as api from '@paidang/api/areas/activities/balls'
import { ApiError } from '@paidang/api/catalogue/errors'
import { MOST_ASKED } from '@paidang/domain/areas/activities/balls/ball-status'
import { genderRefusal, isLevelFit } from '@paidang/domain/areas/activities/balls/seat-rules'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { plugin } from '../../../http/handle.ts'
import { ballRequests } from '../../../tables/balls.ts'
import { handleReviewed } from '../../ground/content/handle-reviewed.ts'
import type { Decision, Effect } from '../../ground/messages/inbox.ts'
import { settleRequests } from '../../ground/messages/settle-requests.ts'
import { assertActive, type BallRow, findPeople, lockBall, nameOf, notifyOfBall, publishBall } from './ball-row.ts'
import { readBallDetail } from './detail.ts'
import { assertBallSeen, hasBallLink, lockOpenBall } from './open-ball.ts'
import { findRequestStatus, isHeldAt } from './seats.ts'

type RequestRow = typeof ballRequests.$inferSelect

async function findRequest(db: Database, id: string): Promise<RequestRow | undefined> {
  const [row] = await db.select().from(ballRequests).where(eq(ballRequests.id, id))
  return row
}

/** How often a user withdrew a request in a locked game. */
const countWithdrawn = (tx: Database, ballId: string, userId: string) =>
  tx.$count(
    ballRequests,
    and(eq(ballRequests.ballId, ballId), eq(ballRequests.userId, userId), isNotNull(ballRequests.withdrawnAt)),
  )

/** Asks the initiator of a locked game to decide a request. */
async function notifyInitiator(tx: Database, ball: BallRow, { id, userId, note }: RequestRow): Promise<void> {
  const [person] = await findPeople(tx, [userId])
  if (!person) throw new Error(`user ${userId} is gone`)
  const level = `等级 ${person.level.toFixed(1)}`
  await notifyOfBall(tx, ball, {
    receiverIds: [ball.initiatorId],
    senderId: userId,
    title: `${person.nickname} 申请加入您的球局`,
    text: note === '' ? level : `${level}，${note}`,
    about: { kind: 'ball_request', id },
    asksForDecision: true,
    revision: ball.revision,
  })
}

/** Asks the new initiator of a locked game to decide the requests that nobody has decided. */
export async function passOnRequests(tx: Database, ball: BallRow): Promise<void> {
  const open = await tx
    .select()
    .from(ballRequests)
    .where(and(eq(ballRequests.ballId, ball.id), eq(ballRequests.approveStatus, APPROVAL.PENDING)))
    .orderBy(asc(ballRequests.id))
  for (const request of open) await notifyInitiator(tx, ball, request)
}

/**
 * A user withdraws a request in a locked game, unless it is decided, and its initiator is notified.
 *
 * @returns whether there was a request
 */
export async function withdrawRequest(
  tx: Database,
  ball: BallRow,
  { userId, now }: { userId: string; now: Date },
): Promise<boolean> {
  const isOpen = and(eq(ballRequests.userId, userId), eq(ballRequests.approveStatus, APPROVAL.PENDING))
  const [request] = await tx
    .update(ballRequests)
    .set({ approveStatus: APPROVAL.REJECTED, decidedAt: now, withdrawnAt: now })
    .where(and(eq(ballRequests.ballId, ball.id), isOpen))
    .returning({ id: ballRequests.id })
  if (!request) return false
  await publishBall(tx, ball)
  await settleRequests(tx, { kind: 'ball_request', id: request.id }, null)
  await notifyOfBall(tx, ball, {
    receiverIds: [ball.initiatorId],
    senderId: userId,
    title: `${await nameOf(tx, userId)} 撤回了加入申请`,
  })
  return true
}

/**
 * The initiator admits a player whatever their level, or refuses, and the player is notified. The same verdict again
 * changes nothing.
 *
 * @throws ApiError action_forbidden (the caller is not, or no longer, the initiator)
 * @throws ApiError message_decided (the opposite verdict was given before)
 * @throws ApiError ball_not_found, ball_settled, ball_started
 * Source: decision "Messages"
 */
async function decideRequest(tx: Database, { objectId, actorId, verdict, seen, now }: Decision): Promise<void> {
  const request = await findRequest(tx, objectId)
  const ball = request && (await lockBall(tx, request.ballId))
  if (!ball) throw new ApiError('ball_not_found')
  if (ball.initiatorId !== actorId) throw new ApiError('action_forbidden')
  if (request.approveStatus === verdict) return
  if (request.approveStatus !== APPROVAL.PENDING) throw new ApiError('message_decided')
  assertActive(ball, now)
  await assertBallSeen(tx, ball, { seen, actorId })

  await tx.update(ballRequests).set({ approveStatus: verdict, decidedAt: now }).where(eq(ballRequests.id, request.id))
  await publishBall(tx, ball)
  const isApproved = verdict === APPROVAL.APPROVED
  await notifyOfBall(tx, ball, {
    receiverIds: [request.userId],
    senderId: actorId,
    title: isApproved ? '申请已通过' : '申请未通过',
    text: isApproved ? '发起人同意您加入，请报名' : '发起人未同意您的申请',
  })
}

/** What the initiator's verdict on a request to play out of the level range does. */
export const requestEffect: Effect = {
  async lock(tx, requestId) {
    const request = await findRequest(tx, requestId)
    if (request) await lockBall(tx, request.ballId)
  },
  decide: decideRequest,
}

export default plugin([
  // Asking again changes nothing unless the initiator has refused.
  handleReviewed(
    api.requestBall,
    { kind: 'ball', words: ({ body: { note } }) => ({ note }), about: ({ body }) => body.id },
    async ({ body, user: { id: actorId }, db, now, app }, say) => {
      const { id: ballId, share, revision: seen } = body
      const hasLink = await hasBallLink(db, app.ballShareTokens, { ballId, share })
      await say(async (tx, { note = '' }) => {
        const { ball, own } = await lockOpenBall(tx, { ballId, actorId, hasLink, seen })
        const verdict = await findRequestStatus(tx, ballId, actorId)
        if (isHeldAt(own, now) || verdict === APPROVAL.PENDING || verdict === APPROVAL.APPROVED) return
        assertActive(ball, now)
        const [person] = await findPeople(tx, [actorId])
        if (!person) throw new ApiError('user_not_found')
        const unfit = genderRefusal(person.gender, ball.genderRule)
        if (unfit) throw new ApiError(unfit)
        if (isLevelFit(person.level, ball)) throw new ApiError('ball_level_fit')
        if (verdict === APPROVAL.REJECTED) throw new ApiError('ball_request_refused')
        if ((await countWithdrawn(tx, ballId, actorId)) >= MOST_ASKED) throw new ApiError('ball_request_used_up')
        const made = { ballId, userId: actorId, note: note.trim(), createdAt: now }
        const [request] = await tx.insert(ballRequests).values(made).returning()
        if (!request) throw new Error('insert returned no row')
        await publishBall(tx, ball)
        await notifyInitiator(tx, ball, request)
      })
      return readBallDetail(db, { ballId, actorId, share, now, app })
    },
  ),
])
