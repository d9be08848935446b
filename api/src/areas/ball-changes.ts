import { Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { freeText, Id, Instant } from '../shapes.ts'
import { BallDetail } from './balls.ts'

// Who plays in a ball game, changed by its initiator with consent, and who did not come.

/** What a refusal ball_player_busy is about: the caller's own class, game or lock in those half-hours, end exclusive. */
export type PlayerBusy = { busyWith: { title: string; beginTimeSlot: number; endTimeSlot: number } | null }

const change = { method: 'POST', access: 'app', data: BallDetail } as const

/** The initiator proposes that a participant takes his game over; that one decides by message. */
export const handOverBall = {
  ...change,
  outcome: outcomes.handOverBall,
  path: '/invitationball/hand-over',
  summary: '转让发起人',
  body: Type.Object({ id: Id, userId: Id }),
} satisfies Endpoint

/** The initiator proposes that somebody takes a participant's place; both decide by message, and the new one pays. */
export const swapPlayer = {
  ...change,
  outcome: outcomes.swapPlayer,
  path: '/invitationball/swap',
  summary: '更换球友',
  body: Type.Object({ id: Id, outUserId: Id, inUserId: Id }),
} satisfies Endpoint

/** The initiator takes back what they proposed; nobody is asked any more. Taking it back again changes nothing. */
export const withdrawBallProposal = {
  ...change,
  outcome: outcomes.withdrawBallProposal,
  path: '/invitationball/withdraw-proposal',
  summary: '撤回变更',
  body: Type.Object({ id: Id, proposalId: Id }),
} satisfies Endpoint

/** The caller agrees to the change of `viewer.changedAt`: their seat is as firm as before it. Agreeing again changes nothing. */
export const agreeToBallChange = {
  ...change,
  outcome: outcomes.agreeToBallChange,
  path: '/invitationball/agree',
  summary: '同意修改',
  body: Type.Object({ id: Id, changedAt: Instant }),
} satisfies Endpoint

/** The initiator says who did not come, or takes it back; from the start to two days after the end. */
export const markNoShow = {
  ...change,
  outcome: outcomes.markNoShow,
  path: '/invitationball/no-show',
  summary: '标记未到',
  body: Type.Object({ id: Id, userId: Id, isNoShow: Type.Boolean() }),
} satisfies Endpoint

/** Who was marked says what he has to say. */
export const answerNoShow = {
  ...change,
  outcome: outcomes.answerNoShow,
  path: '/invitationball/no-show-answer',
  summary: '未到说明',
  body: Type.Object({ id: Id, answer: freeText(200) }),
} satisfies Endpoint
