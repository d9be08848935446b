import { Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { freeText, Id, Revision, seen } from '../../shapes.ts'
import { BallDetail } from './balls.ts'

// Changes of the players of a ball game by its initiator, with consent; and no-shows.

/**
 * The cause of a refusal ball_player_busy: the caller's own class, game or lock in those half-hours, end exclusive.
 * `ballId` is a game that the caller arranged.
 */
export type PlayerBusy = {
  busyWith: { title: string; beginTimeSlot: number; endTimeSlot: number; ballId: string | null } | null
}

const change = { method: 'POST', access: 'app', data: BallDetail } as const

export const handOverBall = {
  ...change,
  outcome: outcomes.handOverBall,
  path: '/invitationball/hand-over',
  summary: 'The initiator proposes that a participant takes over the game',
  description: ['The participant decides by message.'],
  errors: [
    'ball_not_found',
    'ball_player_unknown',
    'ball_proposal_open',
    'ball_proposal_used_up',
    'ball_settled',
    'ball_started',
    'revision_outdated',
  ],
  body: Type.Object({ id: Id, userId: Id, ...seen }),
} satisfies Endpoint

export const swapPlayer = {
  ...change,
  outcome: outcomes.swapPlayer,
  path: '/invitationball/swap',
  summary: "The initiator proposes another person for a participant's place",
  description: ['Both decide by message, and the new player pays.'],
  errors: [
    'ball_bearer_stays',
    'ball_gender_unfit',
    'ball_gender_unsaid',
    'ball_initiator_stays',
    'ball_not_found',
    'ball_payments_off',
    'ball_player_unknown',
    'ball_proposal_open',
    'ball_proposal_used_up',
    'ball_settled',
    'ball_started',
    'ball_swap_invalid',
    'participant_busy',
    'revision_outdated',
    'user_not_found',
  ],
  body: Type.Object({ id: Id, outUserId: Id, inUserId: Id, ...seen }),
} satisfies Endpoint

export const withdrawBallProposal = {
  ...change,
  outcome: outcomes.withdrawBallProposal,
  path: '/invitationball/withdraw-proposal',
  summary: 'The initiator withdraws the proposal',
  description: ['Nobody is asked any more.', 'Repeating it changes nothing.'],
  errors: ['ball_not_found', 'ball_proposal_unknown', 'ball_settled'],
  body: Type.Object({ id: Id, proposalId: Id }),
} satisfies Endpoint

export const agreeToBallChange = {
  ...change,
  outcome: outcomes.agreeToBallChange,
  path: '/invitationball/agree',
  summary: 'The caller agrees to the changed game',
  description: ['Their seat is as confirmed as before it.', 'Repeating it changes nothing.'],
  errors: ['ball_not_found', 'ball_player_unknown', 'ball_settled', 'ball_started', 'revision_outdated'],
  body: Type.Object({ id: Id, revision: Revision }),
} satisfies Endpoint

export const markNoShow = {
  ...change,
  outcome: outcomes.markNoShow,
  path: '/invitationball/no-show',
  summary: 'The initiator marks who did not come, or removes the mark; from the start to two days after the end',
  errors: ['ball_mark_too_late', 'ball_not_found', 'ball_not_over', 'ball_player_unknown', 'ball_settled'],
  body: Type.Object({ id: Id, userId: Id, isNoShow: Type.Boolean() }),
} satisfies Endpoint

export const answerNoShow = {
  ...change,
  outcome: outcomes.answerNoShow,
  path: '/invitationball/no-show-answer',
  summary: 'A player marked as a no-show answers the mark',
  errors: ['ball_not_found', 'ball_not_marked', 'content_rejected'],
  body: Type.Object({ id: Id, answer: freeText(200) }),
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about:
    'Changes in a ball game: another initiator, another player in a place, agreement to a changed game, and no-shows.',
  fields: {
    id: 'The id of the game.',
    'handOverBall.userId': 'The id of the participant who shall take over the game.',
    outUserId: 'The id of the participant who gives up the place.',
    inUserId: 'The id of the person who shall have the place.',
    proposalId: 'The id of the proposal to withdraw.',
    'markNoShow.userId': 'The id of the player who did not come.',
    isNoShow: 'Whether the player did not come; false removes the mark.',
    answer: 'What the marked player says to it.',
  },
}
