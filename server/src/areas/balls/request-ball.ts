import { ApiError } from '@paidang/api/catalogue/errors'
import { MOST_ASKED } from '@paidang/domain/areas/balls/ball-status'
import { isGenderFit, isLevelFit } from '@paidang/domain/areas/balls/seat-rules'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import type { Database } from '../../db/database.ts'
import type { Decision, Effect } from '../messages/decide-message.ts'
import { settleRequests } from '../messages/settle-requests.ts'
import { tell } from '../messages/tell.ts'
import { type BallRow, findPeople, lockBall } from './ball-queries.ts'
import { publishBall } from './claim-ball.ts'
import { factsOf } from './firm-seat.ts'
import { assertStanding, isHeldAt, lockOpenBall } from './open-ball.ts'
import {
  countWithdrawn,
  decideRow,
  findRequest,
  insertRequest,
  type RequestRow,
  withdrawRow,
} from './request-queries.ts'
import { findRequestStatus } from './seat-queries.ts'

type Asking = { ballId: string; by: string; note: string; hasLink: boolean; now: Date }

/**
 * Somebody whose level lies outside the range of a game asks its initiator to let him play. Asking again changes nothing
 * while the initiator has not said no.
 *
 * @throws ApiError ball_not_found, ball_settled, ball_started, ball_gender_unfit, ball_level_fit, ball_request_refused,
 *   ball_request_used_up
 * Source: decision "Ball games"
 */
export async function requestBall(db: Database, { ballId, by, note, hasLink, now }: Asking): Promise<void> {
  await db.transaction(async (tx) => {
    const { ball, own } = await lockOpenBall(tx, { ballId, by, hasLink })
    const verdict = await findRequestStatus(tx, ballId, by)
    if (isHeldAt(own, now) || verdict === APPROVAL.PENDING || verdict === APPROVAL.APPROVED) return
    assertStanding(ball, now)
    const [person] = await findPeople(tx, [by])
    if (!person || !isGenderFit(person.gender, ball.genderRule)) throw new ApiError('ball_gender_unfit')
    if (isLevelFit(person.level, ball)) throw new ApiError('ball_level_fit')
    if (verdict === APPROVAL.REJECTED) throw new ApiError('ball_request_refused')
    if ((await countWithdrawn(tx, ballId, by)) >= MOST_ASKED) throw new ApiError('ball_request_used_up')
    const request = await insertRequest(tx, { ballId, userId: by, note: note.trim(), createdAt: now })
    await publishBall(tx, ball, [])
    await askInitiator(tx, ball, request)
  })
}

/** Somebody takes back what they asked of the initiator of a locked game, who is told. @returns whether anything was asked */
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
  await tell(tx, {
    receiverIds: [ball.initiatorId],
    senderId: userId,
    category: 'invitation',
    title: `${person?.nickname ?? ''} 撤回了加入申请`,
    content: factsOf(ball),
    about: { kind: 'ball', id: ball.id },
  })
  return true
}

/** The initiator of a locked game is asked to decide a request. */
export async function askInitiator(tx: Database, ball: BallRow, { id, userId, note }: RequestRow): Promise<void> {
  const [person] = await findPeople(tx, [userId])
  if (!person) throw new Error(`user ${userId} is gone`)
  const level = `等级 ${person.level.toFixed(1)}`
  await tell(tx, {
    receiverIds: [ball.initiatorId],
    senderId: userId,
    category: 'invitation',
    title: `${person.nickname} 申请加入您的球局`,
    content: `${factsOf(ball)}：${note === '' ? level : `${level}，${note}`}`,
    about: { kind: 'ball_request', id },
    asksForDecision: true,
  })
}

/**
 * The initiator lets somebody play whatever his level, or not, and he is told. The same verdict again changes nothing.
 *
 * @throws ApiError ball_not_found, action_forbidden (no initiator, or no more), message_decided (the other verdict was
 *   reached before), ball_settled, ball_started
 * Source: decision "Messages"
 */
async function decideRequest(
  tx: Database,
  { objectId, by, verdict, now }: Pick<Decision, 'objectId' | 'by' | 'verdict' | 'now'>,
): Promise<void> {
  const request = await findRequest(tx, objectId)
  const ball = request && (await lockBall(tx, request.ballId))
  if (!ball) throw new ApiError('ball_not_found')
  if (ball.initiatorId !== by) throw new ApiError('action_forbidden')
  if (request.approveStatus === verdict) return
  if (request.approveStatus !== APPROVAL.PENDING) throw new ApiError('message_decided')
  assertStanding(ball, now)

  await decideRow(tx, { id: request.id, approveStatus: verdict, now })
  await publishBall(tx, ball, [])
  const isApproved = verdict === APPROVAL.APPROVED
  await tell(tx, {
    receiverIds: [request.userId],
    senderId: by,
    category: 'invitation',
    title: isApproved ? '申请已通过' : '申请未通过',
    content: `${factsOf(ball)}：${isApproved ? '发起人同意您加入，请报名' : '发起人未同意您的申请'}`,
    about: { kind: 'ball', id: ball.id },
  })
}

/** What the initiator's verdict on a message that asks to play out of the level range does. */
export const requestEffect: Effect = {
  async lock(tx, requestId) {
    const request = await findRequest(tx, requestId)
    if (request) await lockBall(tx, request.ballId)
  },
  decide: decideRequest,
}
