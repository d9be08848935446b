import { ApiError } from '@paidang/api/catalogue/errors'
import { MOST_ASKED } from '@paidang/domain/areas/balls/ball-status'
import { isGenderFit, isLevelFit } from '@paidang/domain/areas/balls/seat-rules'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import type { Database } from '../../../db/database.ts'
import type { Decision, Effect } from '../../ground/messages/inbox.ts'
import { notify } from '../../ground/messages/notify.ts'
import { settleRequests } from '../../ground/messages/settle-requests.ts'
import { type BallRow, findPeople, lockBall } from './ball-queries.ts'
import { publishBall } from './claim-ball.ts'
import { factsOf } from './confirm-seat.ts'
import { assertActive, assertBallSeen, isHeldAt, lockOpenBall } from './open-ball.ts'
import {
  countWithdrawn,
  decideRow,
  findRequest,
  insertRequest,
  type RequestRow,
  withdrawRow,
} from './request-queries.ts'
import { findRequestStatus } from './seat-queries.ts'

type Asking = {
  ballId: string
  actorId: string
  note: string
  hasLink: boolean
  seen: number | undefined
  now: Date
}

/**
 * A user whose level is outside the range of a game asks its initiator for permission to play. Asking again changes
 * nothing unless the initiator has refused.
 *
 * @throws ApiError ball_not_found, revision_outdated, ball_settled, ball_started, ball_gender_unfit, ball_level_fit,
 *   ball_request_refused, ball_request_used_up
 * Source: decision "Ball games"
 */
export async function requestBall(db: Database, { ballId, actorId, note, hasLink, seen, now }: Asking): Promise<void> {
  await db.transaction(async (tx) => {
    const { ball, own } = await lockOpenBall(tx, { ballId, actorId, hasLink, seen })
    const verdict = await findRequestStatus(tx, ballId, actorId)
    if (isHeldAt(own, now) || verdict === APPROVAL.PENDING || verdict === APPROVAL.APPROVED) return
    assertActive(ball, now)
    const [person] = await findPeople(tx, [actorId])
    if (!person || !isGenderFit(person.gender, ball.genderRule)) throw new ApiError('ball_gender_unfit')
    if (isLevelFit(person.level, ball)) throw new ApiError('ball_level_fit')
    if (verdict === APPROVAL.REJECTED) throw new ApiError('ball_request_refused')
    if ((await countWithdrawn(tx, ballId, actorId)) >= MOST_ASKED) throw new ApiError('ball_request_used_up')
    const request = await insertRequest(tx, { ballId, userId: actorId, note: note.trim(), createdAt: now })
    await publishBall(tx, ball, [])
    await notifyInitiatorOfRequest(tx, ball, request)
  })
}

/** A user withdraws a request in a locked game, and its initiator is notified. @returns whether there was a request */
export async function withdrawRequest(
  tx: Database,
  ball: BallRow,
  { userId, now }: { userId: string; now: Date },
): Promise<boolean> {
  const id = await withdrawRow(tx, { ballId: ball.id, userId, now })
  if (id === undefined) return false
  await publishBall(tx, ball, [])
  await settleRequests(tx, { kind: 'ball_request', id }, null)
  const [person] = await findPeople(tx, [userId])
  await notify(tx, {
    receiverIds: [ball.initiatorId],
    senderId: userId,
    category: 'invitation',
    title: `${person?.nickname ?? ''} 撤回了加入申请`,
    content: factsOf(ball),
    about: { kind: 'ball', id: ball.id },
  })
  return true
}

/** Asks the initiator of a locked game to decide a request. */
export async function notifyInitiatorOfRequest(
  tx: Database,
  ball: BallRow,
  { id, userId, note }: RequestRow,
): Promise<void> {
  const [person] = await findPeople(tx, [userId])
  if (!person) throw new Error(`user ${userId} is gone`)
  const level = `等级 ${person.level.toFixed(1)}`
  await notify(tx, {
    receiverIds: [ball.initiatorId],
    senderId: userId,
    category: 'invitation',
    title: `${person.nickname} 申请加入您的球局`,
    content: `${factsOf(ball)}：${note === '' ? level : `${level}，${note}`}`,
    about: { kind: 'ball_request', id },
    asksForDecision: true,
    revision: ball.revision,
  })
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

  await decideRow(tx, { id: request.id, approveStatus: verdict, now })
  await publishBall(tx, ball, [])
  const isApproved = verdict === APPROVAL.APPROVED
  await notify(tx, {
    receiverIds: [request.userId],
    senderId: actorId,
    category: 'invitation',
    title: isApproved ? '申请已通过' : '申请未通过',
    content: `${factsOf(ball)}：${isApproved ? '发起人同意您加入，请报名' : '发起人未同意您的申请'}`,
    about: { kind: 'ball', id: ball.id },
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
