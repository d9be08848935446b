import * as ballChanges from '@paidang/api/areas/ball-changes'
import type { BallDetail, BallForm } from '@paidang/api/areas/balls'
import * as balls from '@paidang/api/areas/balls'
import type { RefundTarget } from '@paidang/domain/areas/payments/order'
import { BALLS_KEY, SCHEDULE_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useWrite } from '../../../platform/write'
import { shareQuery } from './ball-data'
import { leftText, orderToPay } from './parts/ball-money'

/** What a change of a game affects: games, occupied half-hours, the orders and cards that pay, messages. */
const stale = [BALLS_KEY, SCHEDULE_KEY, ['orders'], ['cards'], ['messages']]

/** A game as it is on screen: what its viewer decides on. */
type Shown = Pick<BallDetail, 'id' | 'revision'>

/** Takes a seat for the caller: by `join` in a free game or with the initiator's link, else by `enroll`. */
export function useTakeSeat({ id, revision }: Shown, share: string | null) {
  const { outcome } = balls.enrollBall
  return useWrite(balls.enrollBall, {
    stale,
    // What is to be paid comes first.
    says: (ball: BallDetail) => (orderToPay(ball, new Date()) ? undefined : outcome.done),
    send: (how: 'enroll' | 'join', idempotencyKey) =>
      call(
        how === 'join' ? balls.joinBall : balls.enrollBall,
        { body: { id, ...shareQuery(share), revision } },
        { idempotencyKey },
      ),
  })
}

/**
 * Gives back the caller's seat, offered seat, or place on the waiting list. The result says what happens to the money.
 */
export function useLeaveBall({ id, revision, viewer }: BallDetail) {
  return useWrite(balls.leaveBall, {
    stale,
    input: (refundTo: RefundTarget | undefined) => ({ body: { id, refundTo, revision } }),
    says: (_ball, refundTo) => leftText(viewer, refundTo),
  })
}

/** 申请加入: sends a request with a note to the initiator. */
export function useRequestBall({ id, revision }: Shown, share: string | null) {
  return useWrite(balls.requestBall, {
    stale,
    input: (note: string) => ({ body: { id, note: note || undefined, ...shareQuery(share), revision } }),
  })
}

/** 候补. Who has got a seat meanwhile keeps it, and reads that. */
export function useWaitForBall({ id, revision }: Shown, share: string | null) {
  return useWrite(balls.waitForBall, {
    stale,
    input: () => ({ body: { id, ...shareQuery(share), revision } }),
    says: ({ viewer }) => (viewer.waitingPlace === null ? '您已有名额' : '已加入候补'),
  })
}

export function useCancelBall({ id, revision }: Shown) {
  return useWrite(balls.cancelBall, {
    stale,
    input: (reason: string) => ({ body: { id, reason: reason || undefined, revision } }),
  })
}

export function useSetBallPublic({ id, revision }: Shown) {
  return useWrite(balls.setBallPublic, {
    stale,
    input: (isPublic: boolean) => ({ body: { id, isPublic, revision } }),
  })
}

/** 转让发起人: asks the participant with this id to take over. */
export function useHandOverBall({ id, revision }: Shown) {
  return useWrite(ballChanges.handOverBall, {
    stale,
    input: (userId: string) => ({ body: { id, userId, revision } }),
  })
}

/** 撤回变更: withdraws the proposal, so that nobody is asked any more. */
export function useWithdrawProposal(id: string) {
  return useWrite(ballChanges.withdrawBallProposal, {
    stale,
    input: (proposalId: string) => ({ body: { id, proposalId } }),
  })
}

/** 更换球友: asks both players. */
export function useSwapPlayer({ id, revision }: Shown) {
  return useWrite(ballChanges.swapPlayer, {
    stale,
    input: (who: { outUserId: string; inUserId: string }) => ({ body: { id, ...who, revision } }),
  })
}

/** 同意修改: agrees to the changed game that is on screen. */
export function useAgreeToChange({ id, revision }: Shown) {
  return useWrite(ballChanges.agreeToBallChange, { stale, input: () => ({ body: { id, revision } }) })
}

export function useMarkNoShow(id: string) {
  return useWrite(ballChanges.markNoShow, {
    stale,
    input: (mark: { userId: string; isNoShow: boolean }) => ({ body: { id, ...mark } }),
  })
}

export function useAnswerNoShow(id: string) {
  return useWrite(ballChanges.answerNoShow, {
    stale,
    input: (answer: string) => ({ body: { id, answer } }),
  })
}

/** Saves a new game, or a changed one: `shown` is the game from which the form was filled. */
export function useSaveBall(shown?: Shown) {
  const endpoint = shown ? balls.updateBall : balls.createBall
  return useWrite(endpoint, {
    stale,
    // What is to be paid comes first.
    says: (ball: BallDetail) => (orderToPay(ball, new Date()) ? undefined : endpoint.outcome.done),
    send: (form: BallForm, idempotencyKey) =>
      shown
        ? call(balls.updateBall, { body: { id: shown.id, ...form, revision: shown.revision } }, { idempotencyKey })
        : call(balls.createBall, { body: form }, { idempotencyKey }),
  })
}
