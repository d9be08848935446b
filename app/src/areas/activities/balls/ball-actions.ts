import * as ballChanges from '@paidang/api/areas/ball-changes'
import type { BallDetail, BallForm } from '@paidang/api/areas/balls'
import * as balls from '@paidang/api/areas/balls'
import type { Outcome } from '@paidang/api/endpoint'
import type { RefundTarget } from '@paidang/domain/areas/payments/order'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { BALLS_KEY, SCHEDULE_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { mayHaveActed } from '../../../platform/network-error'
import { failureText, showDone, showFailed } from '../../../platform/toast'
import { shareQuery } from './ball-data'
import { leftText, orderToPay } from './parts/ball-money'

/** Queries that a change of a game affects: games, occupied half-hours, the orders and cards that pay, messages. */
const CHANGED = [BALLS_KEY, SCHEDULE_KEY, ['orders'], ['cards'], ['messages']]

type ActionCallbacks = { onDone?: (ball: BallDetail) => void; onRefused?: (failure: Error) => void }

/**
 * Returns an action on a game with its own busy flag. It shows its result, unless there is something to pay first, and
 * reloads what it may have changed. It also reloads after a refusal, because a refusal means that the shown data was
 * out of date. `refusal` is the text of the last failure, for the sheet that stays open. The same press after a missing
 * answer reuses the key of the first one, so that the server acts once.
 */
function useBallAction<Input>(
  { outcome }: { outcome: Outcome },
  run: (input: Input, idempotencyKey: string) => Promise<BallDetail>,
  doneOf: (input: Input, ball: BallDetail) => string | undefined = () => outcome.done,
) {
  const queryClient = useQueryClient()
  const running = useRef(false)
  const press = useRef<{ key: string; input: string }>()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: ({ input, key }: { input: Input; key: string }) => run(input, key),
    onSuccess: (ball, { input }) => {
      press.current = undefined
      if (!orderToPay(ball, new Date())) showDone({ ...outcome, done: doneOf(input, ball) })
    },
    onError: (failure) => {
      if (!mayHaveActed(failure)) press.current = undefined
      showFailed(outcome, failure)
    },
    onSettled: () =>
      Promise.all(CHANGED.map((queryKey) => queryClient.invalidateQueries({ queryKey }))).finally(() => {
        running.current = false
      }),
  })
  const act = (input: Input, { onDone, onRefused }: ActionCallbacks = {}) => {
    // Two presses can arrive before the button is rendered as busy.
    if (running.current) return
    running.current = true
    const text = JSON.stringify(input ?? null)
    const key = press.current?.input === text ? press.current.key : newKey()
    press.current = { key, input: text }
    mutate({ input, key }, { onSuccess: onDone, onError: onRefused })
  }
  return { act, isPending, error, refusal: error ? failureText(outcome, error) : undefined, forget: reset }
}

/** A game as it is on screen: what its viewer decides on. */
type Shown = Pick<BallDetail, 'id' | 'revision'>

/** Takes a seat for the caller: by `join` in a free game or with the initiator's link, else by `enroll`. */
export function useTakeSeat({ id, revision }: Shown, share: string | null) {
  return useBallAction<'enroll' | 'join'>(balls.enrollBall, (how, idempotencyKey) =>
    call(
      how === 'join' ? balls.joinBall : balls.enrollBall,
      { body: { id, ...shareQuery(share), revision } },
      { idempotencyKey },
    ),
  )
}

/**
 * Gives back the caller's seat, offered seat, or place on the waiting list. The result says what happens to the money.
 */
export function useLeaveBall({ id, revision, viewer }: BallDetail) {
  return useBallAction<RefundTarget | undefined>(
    balls.leaveBall,
    (refundTo, idempotencyKey) => call(balls.leaveBall, { body: { id, refundTo, revision } }, { idempotencyKey }),
    (refundTo) => leftText(viewer, refundTo),
  )
}

/** 申请加入: sends a request with a note to the initiator. */
export function useRequestBall({ id, revision }: Shown, share: string | null) {
  return useBallAction<string>(balls.requestBall, (note, idempotencyKey) =>
    call(
      balls.requestBall,
      { body: { id, note: note || undefined, ...shareQuery(share), revision } },
      { idempotencyKey },
    ),
  )
}

/** 候补. Who has got a seat meanwhile keeps it, and reads that. */
export function useWaitForBall({ id, revision }: Shown, share: string | null) {
  return useBallAction<void>(
    balls.waitForBall,
    (_nothing, idempotencyKey) =>
      call(balls.waitForBall, { body: { id, ...shareQuery(share), revision } }, { idempotencyKey }),
    (_nothing, { viewer }) => (viewer.waitingPlace === null ? '您已有名额' : '已加入候补'),
  )
}

export function useCancelBall({ id, revision }: Shown) {
  return useBallAction<string>(balls.cancelBall, (reason, idempotencyKey) =>
    call(balls.cancelBall, { body: { id, reason: reason || undefined, revision } }, { idempotencyKey }),
  )
}

export function useSetBallPublic({ id, revision }: Shown) {
  return useBallAction<boolean>(balls.setBallPublic, (isPublic, idempotencyKey) =>
    call(balls.setBallPublic, { body: { id, isPublic, revision } }, { idempotencyKey }),
  )
}

/** 转让发起人: asks the participant with this id to take over. */
export function useHandOverBall({ id, revision }: Shown) {
  return useBallAction<string>(ballChanges.handOverBall, (userId, idempotencyKey) =>
    call(ballChanges.handOverBall, { body: { id, userId, revision } }, { idempotencyKey }),
  )
}

/** 撤回变更: withdraws the proposal, so that nobody is asked any more. */
export function useWithdrawProposal(id: string) {
  return useBallAction<string>(ballChanges.withdrawBallProposal, (proposalId, idempotencyKey) =>
    call(ballChanges.withdrawBallProposal, { body: { id, proposalId } }, { idempotencyKey }),
  )
}

/** 更换球友: asks both players. */
export function useSwapPlayer({ id, revision }: Shown) {
  return useBallAction<{ outUserId: string; inUserId: string }>(ballChanges.swapPlayer, (who, idempotencyKey) =>
    call(ballChanges.swapPlayer, { body: { id, ...who, revision } }, { idempotencyKey }),
  )
}

/** 同意修改: agrees to the changed game that is on screen. */
export function useAgreeToChange({ id, revision }: Shown) {
  return useBallAction<void>(ballChanges.agreeToBallChange, (_nothing, idempotencyKey) =>
    call(ballChanges.agreeToBallChange, { body: { id, revision } }, { idempotencyKey }),
  )
}

export function useMarkNoShow(id: string) {
  return useBallAction<{ userId: string; isNoShow: boolean }>(ballChanges.markNoShow, (mark, idempotencyKey) =>
    call(ballChanges.markNoShow, { body: { id, ...mark } }, { idempotencyKey }),
  )
}

export function useAnswerNoShow(id: string) {
  return useBallAction<string>(ballChanges.answerNoShow, (answer, idempotencyKey) =>
    call(ballChanges.answerNoShow, { body: { id, answer } }, { idempotencyKey }),
  )
}

/** Saves a new game, or a changed one: `shown` is the game from which the form was filled. */
export function useSaveBall(shown?: Shown) {
  const endpoint = shown ? balls.updateBall : balls.createBall
  return useBallAction<BallForm>(endpoint, (form, idempotencyKey) =>
    shown
      ? call(balls.updateBall, { body: { id: shown.id, ...form, revision: shown.revision } }, { idempotencyKey })
      : call(balls.createBall, { body: form }, { idempotencyKey }),
  )
}

function newKey(): string {
  const part = () => Math.random().toString(36).slice(2, 12)
  return `ball-${Date.now().toString(36)}-${part()}-${part()}`
}
