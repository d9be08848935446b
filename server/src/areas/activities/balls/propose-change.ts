import { ApiError } from '@paidang/api/catalogue/errors'
import { MOST_ASKED } from '@paidang/domain/areas/balls/ball-status'
import { isGenderFit } from '@paidang/domain/areas/balls/seat-rules'
import type { Features } from '@paidang/domain/kernel/features'
import type { Database } from '../../../db/database.ts'
import { readIsBlocked } from '../../ground/blacklist/read-blocked.ts'
import { notify } from '../../ground/messages/notify.ts'
import { assertSeatPayable } from './ball-fee.ts'
import { type BallRow, findPeople, findView } from './ball-queries.ts'
import { isBusy, publishBall } from './claim-ball.ts'
import { factsOf } from './confirm-seat.ts'
import { isBearer } from './expire-proposals.ts'
import { assertActive, isLive, lockOwnBall } from './open-ball.ts'
import type { ProposalRow } from './pending-queries.ts'
import { countProposals, insertProposal, listProposals } from './proposal-queries.ts'
import { listSeats } from './seat-queries.ts'

type Proposing = { ballId: string; actorId: string; seen: number | undefined; now: Date }

/**
 * The initiator proposes that a player takes over the game, and the player is asked. The same proposal again changes
 * nothing.
 *
 * @throws ApiError ball_not_found, revision_outdated, action_forbidden, ball_settled, ball_started, ball_player_unknown,
 *   ball_proposal_open, ball_proposal_used_up
 * Source: decision "Ball games"
 */
export async function proposeHandOver(
  db: Database,
  { ballId, userId, actorId, seen, now }: Proposing & { userId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { ball } = await lockOwnBall(tx, { ballId, actorId, seen })
    assertActive(ball, now)
    if (userId === actorId) throw new ApiError('ball_player_unknown')
    await assertPlays(tx, ballId, userId)
    const open = (await listProposals(tx, ballId)).find(({ kind }) => kind === 'HAND_OVER')
    if (open?.inUserId === userId) return
    if (open) throw new ApiError('ball_proposal_open')
    await assertNotPestered(tx, ballId, [userId])
    const people = { outUserId: null, inUserId: userId }
    const proposal = await insertProposal(tx, {
      ballId,
      kind: 'HAND_OVER',
      proposedBy: actorId,
      ...people,
      createdAt: now,
    })
    await publishBall(tx, ball, [])
    await ask(tx, ball, proposal, { userId, title: '请您接任球局发起人', content: factsOf(ball) })
  })
}

/**
 * The initiator proposes that a user takes a player's place, whatever their level, and both are asked. The same
 * proposal again changes nothing.
 *
 * @throws ApiError ball_not_found, revision_outdated, action_forbidden, ball_settled, ball_started, ball_payments_off,
 *   ball_proposal_open, ball_proposal_used_up, any refusal of assertSwappable, participant_busy
 * Source: decision "Ball games"
 */
export async function proposeSwap(
  db: Database,
  {
    ballId,
    outUserId,
    inUserId,
    features,
    actorId,
    seen,
    now,
  }: Proposing & {
    outUserId: string
    inUserId: string
    features: Features
  },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { ball } = await lockOwnBall(tx, { ballId, actorId, seen })
    assertActive(ball, now)
    assertSeatPayable(ball, features)
    await assertSwappable(tx, ball, { outUserId, inUserId })
    const open = (await listProposals(tx, ballId)).find((proposal) => proposal.outUserId === outUserId)
    if (open?.inUserId === inUserId) return
    if (open) throw new ApiError('ball_proposal_open')
    if (await isBusy(tx, ball, inUserId)) throw busyError()
    await assertNotPestered(tx, ballId, [outUserId, inUserId])
    const people = { outUserId, inUserId }
    const proposal = await insertProposal(tx, { ballId, kind: 'SWAP', proposedBy: actorId, ...people, createdAt: now })
    await publishBall(tx, ball, [])
    const content = factsOf(ball)
    const toOut = `请您把位置让给 ${await nameOf(tx, inUserId)}`
    const toIn = `请您接替 ${await nameOf(tx, outUserId)} 参加球局`
    await ask(tx, ball, proposal, { userId: outUserId, title: toOut, content })
    await ask(tx, ball, proposal, { userId: inUserId, title: toIn, content })
  })
}

/** A person other than the caller is busy in the half-hours of the game. */
export const busyError = () => new ApiError('participant_busy', { data: { clash: 'PLAYER', alternatives: [] } })

/** @throws ApiError ball_proposal_used_up when one of them was asked too often in this game */
async function assertNotPestered(tx: Database, ballId: string, userIds: readonly string[]): Promise<void> {
  for (const userId of userIds) {
    if ((await countProposals(tx, ballId, userId)) >= MOST_ASKED) throw new ApiError('ball_proposal_used_up')
  }
}

/** @throws ApiError ball_player_unknown unless the user has a confirmed seat */
export async function assertPlays(tx: Database, ballId: string, userId: string) {
  const seat = (await listSeats(tx, ballId)).find((it) => it.userId === userId && it.state === 'CONFIRMED')
  if (!seat) throw new ApiError('ball_player_unknown')
  return seat
}

/**
 * Checks that one user may take the place of another in a locked game.
 *
 * @throws ApiError ball_initiator_stays, ball_player_unknown, ball_bearer_stays (the leaving player has paid for all)
 * @throws ApiError user_not_found (also when the new player is blocked from the initiator or the leaving player)
 * @throws ApiError ball_swap_invalid (the new player has a seat already), ball_gender_unfit
 */
export async function assertSwappable(
  tx: Database,
  ball: BallRow,
  { outUserId, inUserId }: { outUserId: string; inUserId: string },
): Promise<void> {
  if (outUserId === ball.initiatorId) throw new ApiError('ball_initiator_stays')
  if (isBearer(ball, await assertPlays(tx, ball.id, outUserId))) throw new ApiError('ball_bearer_stays')
  const [incoming] = await findPeople(tx, [inUserId])
  if (!incoming || (await findView(tx, ball.id, inUserId))?.isHidden) throw new ApiError('user_not_found')
  if (await readIsBlocked(tx, outUserId, inUserId)) throw new ApiError('user_not_found')
  const isIn = (await listSeats(tx, ball.id)).some((seat) => seat.userId === inUserId && isLive(seat))
  if (isIn) throw new ApiError('ball_swap_invalid')
  if (!isGenderFit(incoming.gender, ball.genderRule)) throw new ApiError('ball_gender_unfit')
}

async function nameOf(tx: Database, userId: string): Promise<string> {
  const [person] = await findPeople(tx, [userId])
  return person?.nickname ?? ''
}

async function ask(
  tx: Database,
  ball: BallRow,
  { id }: ProposalRow,
  { userId, title, content }: { userId: string; title: string; content: string },
): Promise<void> {
  await notify(tx, {
    receiverIds: [userId],
    senderId: ball.initiatorId,
    category: 'invitation',
    title,
    content,
    about: { kind: 'ball_proposal', id },
    asksForDecision: true,
    revision: ball.revision,
  })
}
