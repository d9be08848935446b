import * as ballChanges from '@paidang/api/areas/ball-changes'
import type { BallDetail, BallForm } from '@paidang/api/areas/balls'
import * as balls from '@paidang/api/areas/balls'
import type { Outcome } from '@paidang/api/endpoint'
import type { RefundTarget } from '@paidang/domain/areas/payments/order'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../platform/call'
import { NetworkError } from '../../platform/network-error'
import { failureText, showDone, showFailed } from '../../platform/toast'
import { scheduleKey } from '../schedule/court-status-data'
import { BALLS_KEY, shareQuery } from './ball-data'
import { leftWords, orderToPay } from './parts/ball-money'

/** What a change of a game makes stale: the games, the half-hours it takes, the orders and cards it pays with, messages. */
const CHANGED = [BALLS_KEY, scheduleKey, ['orders'], ['cards'], ['messages']]

type Ends = { onDone?: (ball: BallDetail) => void }

/**
 * A deed on a game with its own busy flag. It says how it ended, unless there is something to pay first, and reloads what it
 * may have changed: after a refusal too, for a refusal means that what was shown is stale. `refusal` is the sentence of the
 * last failure, for the sheet that stays open. The same press after an answer that never came has the key of the first one,
 * so that the server does it once.
 */
function useBallDeed<Wanted>(
  { outcome }: { outcome: Outcome },
  run: (wanted: Wanted, idempotencyKey: string) => Promise<BallDetail>,
  doneOf: (wanted: Wanted) => string | undefined = () => outcome.done,
) {
  const queryClient = useQueryClient()
  const running = useRef(false)
  const press = useRef<{ key: string; wanted: string }>()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: ({ wanted, key }: { wanted: Wanted; key: string }) => run(wanted, key),
    onSuccess: (ball, { wanted }) => {
      press.current = undefined
      if (!orderToPay(ball, new Date())) showDone({ ...outcome, done: doneOf(wanted) })
    },
    onError: (failure) => {
      if (!(failure instanceof NetworkError)) press.current = undefined
      showFailed(outcome, failure)
    },
    onSettled: () =>
      Promise.all(CHANGED.map((queryKey) => queryClient.invalidateQueries({ queryKey }))).finally(() => {
        running.current = false
      }),
  })
  const act = (wanted: Wanted, { onDone }: Ends = {}) => {
    // Two presses can arrive before the button is drawn busy.
    if (running.current) return
    running.current = true
    const text = JSON.stringify(wanted ?? null)
    const key = press.current?.wanted === text ? press.current.key : newKey()
    press.current = { key, wanted: text }
    mutate({ wanted, key }, { onSuccess: onDone })
  }
  return { act, isPending, error, refusal: error ? failureText(outcome, error) : undefined, forget: reset }
}

/** The caller takes a seat: by `join` where it costs nothing or the initiator's link lets him in, else by `enroll`. */
export function useTakeSeat(id: string, share: string | null) {
  return useBallDeed<'enroll' | 'join'>(balls.enrollBall, (how, idempotencyKey) =>
    call(
      how === 'join' ? balls.joinBall : balls.enrollBall,
      { body: { id, ...shareQuery(share) } },
      { idempotencyKey },
    ),
  )
}

/** The caller gives back their seat, the one offered to them, or their place on the waiting list; what becomes of the money is said. */
export function useLeaveBall({ id, viewer }: BallDetail) {
  return useBallDeed<RefundTarget | undefined>(
    balls.leaveBall,
    (refundTo, idempotencyKey) => call(balls.leaveBall, { body: { id, refundTo } }, { idempotencyKey }),
    (refundTo) => leftWords(viewer, refundTo),
  )
}

/** 申请加入 with a note to the initiator. */
export function useRequestBall(id: string, share: string | null) {
  return useBallDeed<string>(balls.requestBall, (note, idempotencyKey) =>
    call(balls.requestBall, { body: { id, note: note || undefined, ...shareQuery(share) } }, { idempotencyKey }),
  )
}

export function useWaitForBall(id: string, share: string | null) {
  return useBallDeed<void>(balls.waitForBall, (_nothing, idempotencyKey) =>
    call(balls.waitForBall, { body: { id, ...shareQuery(share) } }, { idempotencyKey }),
  )
}

export function useCancelBall(id: string) {
  return useBallDeed<string>(balls.cancelBall, (reason, idempotencyKey) =>
    call(balls.cancelBall, { body: { id, reason: reason || undefined } }, { idempotencyKey }),
  )
}

export function useSetBallPublic(id: string) {
  return useBallDeed<boolean>(balls.setBallPublic, (isPublic, idempotencyKey) =>
    call(balls.setBallPublic, { body: { id, isPublic } }, { idempotencyKey }),
  )
}

/** 转让发起人: the participant with this id is asked. */
export function useHandOverBall(id: string) {
  return useBallDeed<string>(ballChanges.handOverBall, (userId, idempotencyKey) =>
    call(ballChanges.handOverBall, { body: { id, userId } }, { idempotencyKey }),
  )
}

/** 撤回变更: nobody is asked any more. */
export function useWithdrawProposal(id: string) {
  return useBallDeed<string>(ballChanges.withdrawBallProposal, (proposalId, idempotencyKey) =>
    call(ballChanges.withdrawBallProposal, { body: { id, proposalId } }, { idempotencyKey }),
  )
}

/** 更换球友: both are asked. */
export function useSwapPlayer(id: string) {
  return useBallDeed<{ outUserId: string; inUserId: string }>(ballChanges.swapPlayer, (who, idempotencyKey) =>
    call(ballChanges.swapPlayer, { body: { id, ...who } }, { idempotencyKey }),
  )
}

/** 同意修改: the change of that moment, which the caller has seen. */
export function useAgreeToChange(id: string) {
  return useBallDeed<string>(ballChanges.agreeToBallChange, (changedAt, idempotencyKey) =>
    call(ballChanges.agreeToBallChange, { body: { id, changedAt } }, { idempotencyKey }),
  )
}

export function useMarkNoShow(id: string) {
  return useBallDeed<{ userId: string; isNoShow: boolean }>(ballChanges.markNoShow, (mark, idempotencyKey) =>
    call(ballChanges.markNoShow, { body: { id, ...mark } }, { idempotencyKey }),
  )
}

export function useAnswerNoShow(id: string) {
  return useBallDeed<string>(ballChanges.answerNoShow, (answer, idempotencyKey) =>
    call(ballChanges.answerNoShow, { body: { id, answer } }, { idempotencyKey }),
  )
}

/** A new game, or with `id` a changed one. */
export function useSaveBall(id: string | undefined) {
  const endpoint = id === undefined ? balls.createBall : balls.updateBall
  return useBallDeed<BallForm>(endpoint, (form, idempotencyKey) =>
    id === undefined
      ? call(balls.createBall, { body: form }, { idempotencyKey })
      : call(balls.updateBall, { body: { id, ...form } }, { idempotencyKey }),
  )
}

function newKey(): string {
  const part = () => Math.random().toString(36).slice(2, 12)
  return `ball-${Date.now().toString(36)}-${part()}-${part()}`
}
