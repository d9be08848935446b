import { TOMORROW } from './builders.ts'
import type { World } from './given-world.ts'
import { get, on, type RequestOf, send } from './sweep-request.ts'

const ballForm = {
  title: '周末双打',
  sport: 'tennis',
  matchType: 1,
  activityDate: TOMORROW,
  levelFrom: 2.5,
  levelTo: 4,
  genderRule: 'ANY',
  minPlayers: 2,
  maxPlayers: 4,
  feeMode: 'AA',
  courtFeeFen: 10_000,
  extrasFen: 0,
  isPublic: true,
}
const aBall = ({ venueId: stadiumId }: World) => ({
  ...ballForm,
  stadiumId,
  selectedCourt: 1,
  beginTimeSlot: 32,
  endTimeSlot: 34,
})
/**
 * A call on one game by the id in its body. The first is on the public game, the second on the game that only its link
 * opens.
 */
const onPublicBall = (path: string, body: object = {}) => send(path, ({ publicBallId: id }) => ({ ...body, id }))
const onPrivateBall = (path: string, body: object = {}) => send(path, ({ privateBallId: id }) => ({ ...body, id }))
const movedBall = { ...ballForm, place: '世纪公园球场', beginTimeSlot: 32, endTimeSlot: 34 }
/** A player leaves a game. The initiator cannot leave, so the joiner stands in for them. */
const leaving =
  (idOf: (world: World) => string): RequestOf =>
  (world, role) => ({
    path: '/invitationball/leave',
    body: { id: idOf(world) },
    ...(role === 'PS' && { as: world.joiner }),
  })

type GameOfWorld = 'publicBallId' | 'privateBallId'
const handOver = (game: GameOfWorld) =>
  send('/invitationball/hand-over', (world) => ({ id: world[game], userId: world.joiner }))
const swap = (game: GameOfWorld) =>
  send('/invitationball/swap', (world) => ({ id: world[game], outUserId: world.joiner, inUserId: world.idler }))

const WITHDRAW = '/invitationball/withdraw-proposal'
const withdrawing = (world: World, game: 'public' | 'private') => ({
  id: world[`${game}BallId`],
  proposalId: world[`${game}ProposalId`],
})

/** How tests send the calls about ball games. */
export const BALL_REQUESTS: Record<string, RequestOf> = {
  'GET /invitationball/public': get(() => '/invitationball/public'),
  'POST /invitationball/list': send('/invitationball/list'),
  'GET /invitationball/{id}': get(({ publicBallId }) => `/invitationball/${publicBallId}`),
  'GET /invitationball/{id} | not public': on('/invitationball', ({ privateBallId }) => privateBallId),
  // The finished game: with no-show marks, explanations and shares.
  'GET /invitationball/detail/{id}': get(({ playedBallId }) => `/invitationball/detail/${playedBallId}`),
  'GET /invitationball/detail/{id} | not public': on('/invitationball/detail', ({ privateBallId }) => privateBallId),
  'GET /ballparticipant/queryByInvitationBallId/{id}': get(
    ({ playedBallId }) => `/ballparticipant/queryByInvitationBallId/${playedBallId}`,
  ),
  'GET /ballparticipant/queryByInvitationBallId/{id} | not public': on(
    '/ballparticipant/queryByInvitationBallId',
    ({ privateBallId }) => privateBallId,
  ),
  'GET /ballorder/getOrderByInvAndPart/{id}/{userId}': ({ publicBallId, owner }) => ({
    path: `/ballorder/getOrderByInvAndPart/${publicBallId}/${owner}`,
    privateId: publicBallId,
  }),
  'GET /invitationball/getUserBallsByStatusGroup/{group}/{userId}': get(
    ({ owner }) => `/invitationball/getUserBallsByStatusGroup/1/${owner}`,
  ),
  'POST /invitationball/create': send('/invitationball/create', aBall),
  'POST /invitationball/update': onPublicBall('/invitationball/update', movedBall),
  'POST /invitationball/update | not public': onPrivateBall('/invitationball/update', movedBall),
  'POST /invitationball/cancel': onPublicBall('/invitationball/cancel'),
  'POST /invitationball/cancel | not public': onPrivateBall('/invitationball/cancel'),
  'POST /invitationball/publicBallOrNot': onPublicBall('/invitationball/publicBallOrNot', { isPublic: false }),
  'POST /invitationball/publicBallOrNot | not public': onPrivateBall('/invitationball/publicBallOrNot', {
    isPublic: true,
  }),
  'POST /invitationball/enroll': onPublicBall('/invitationball/enroll'),
  'POST /invitationball/enroll | not public': onPrivateBall('/invitationball/enroll'),
  'POST /invitationball/join': send('/invitationball/join', ({ freeBallId: id }) => ({ id })),
  'POST /invitationball/join | not public': onPrivateBall('/invitationball/join'),
  'POST /ballParticipant/create': onPublicBall('/ballParticipant/create'),
  'POST /ballParticipant/create | not public': onPrivateBall('/ballParticipant/create'),
  'POST /invitationball/leave': leaving(({ publicBallId }) => publicBallId),
  'POST /invitationball/leave | not public': leaving(({ privateBallId }) => privateBallId),
  'POST /invitationball/agree': onPublicBall('/invitationball/agree', { revision: 0 }),
  'POST /invitationball/agree | not public': onPrivateBall('/invitationball/agree', { revision: 0 }),
  'POST /invitationball/request': send('/invitationball/request', ({ strongBallId: id }) => ({ id, note: '想试试' })),
  'POST /invitationball/request | not public': onPrivateBall('/invitationball/request'),
  'POST /invitationball/wait': send('/invitationball/wait', ({ fullBallId: id }) => ({ id })),
  'POST /invitationball/wait | not public': onPrivateBall('/invitationball/wait'),
  'POST /invitationball/hand-over': handOver('publicBallId'),
  'POST /invitationball/hand-over | not public': handOver('privateBallId'),
  'POST /invitationball/withdraw-proposal': send(WITHDRAW, (world) => withdrawing(world, 'public')),
  'POST /invitationball/withdraw-proposal | not public': send(WITHDRAW, (world) => withdrawing(world, 'private')),
  'POST /invitationball/swap': swap('publicBallId'),
  'POST /invitationball/swap | not public': swap('privateBallId'),
  'POST /invitationball/no-show': send('/invitationball/no-show', ({ playedBallId: id, joiner: userId }) => ({
    id,
    userId,
    isNoShow: false,
  })),
  'POST /invitationball/no-show-answer': send('/invitationball/no-show-answer', ({ playedBallId: id }) => ({
    id,
    answer: '路上堵车',
  })),
  'GET /stadium/courtStatus/{id}': get(({ venueId }) => `/stadium/courtStatus/${venueId}?date=${TOMORROW}`),
}
