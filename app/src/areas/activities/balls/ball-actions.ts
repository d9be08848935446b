import * as ballChanges from '@paidang/api/areas/activities/ball-changes'
import type { BallDetail, BallForm } from '@paidang/api/areas/activities/balls'
import * as balls from '@paidang/api/areas/activities/balls'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import type { RefundWish } from '@paidang/domain/areas/money/payments/order'
import { dayOf } from '@paidang/domain/kernel/day'
import { useState } from 'react'
import { bookingBallPath, cashierPath, publishBallPath } from '../../../paths'
import { BALLS_KEY, SCHEDULE_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { goTo, goToLogin } from '../../../platform/navigate'
import { showFailed } from '../../../platform/toast'
import { useWrite } from '../../../platform/write'
import { confirm } from '../../../ui/confirm'
import { useConsent } from '../../ground/messages/consent'
import { shareQuery, wantGames } from './ball-data'
import { type BallPress, type ManageAction, wayIn } from './parts/ball-bar'
import { gamesLike } from './parts/ball-filters'
import { leftText, orderToPay } from './parts/ball-money'
import { useShareBall } from './parts/ball-share'

/** What a change of a game affects: games, occupied half-hours, the orders and cards that pay, messages. */
const stale = [BALLS_KEY, SCHEDULE_KEY, ['orders'], ['cards'], ['messages']]

/** A game as it is on screen: what its viewer decides on. */
type Shown = Pick<BallDetail, 'id' | 'revision'>

/** Takes a seat for the caller: by `join` in a free game or with the initiator's link, else by `enroll`. */
function useTakeSeat({ id, revision }: Shown, share: string | null) {
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
function useLeaveBall({ id, revision, viewer }: BallDetail) {
  return useWrite(balls.leaveBall, {
    stale,
    input: (refundTo: RefundWish | undefined) => ({
      body: { id, refundTo, refundFen: viewer.leave?.refundFen, revision },
    }),
    says: (_ball, refundTo) => leftText(viewer, refundTo),
  })
}

/** 申请加入: sends a request with a note to the initiator. */
function useRequestBall({ id, revision }: Shown, share: string | null) {
  return useWrite(balls.requestBall, {
    stale,
    input: (note: string) => ({ body: { id, note: note || undefined, ...shareQuery(share), revision } }),
  })
}

/** 候补. Who has got a seat meanwhile keeps it, and reads that. */
function useWaitForBall({ id, revision }: Shown, share: string | null) {
  return useWrite(balls.waitForBall, {
    stale,
    input: () => ({ body: { id, ...shareQuery(share), revision } }),
    says: ({ viewer }) => (viewer.waitingPlace === null ? '您已有名额' : '已加入候补'),
  })
}

function useCancelBall({ id, revision }: Shown) {
  return useWrite(balls.cancelBall, {
    stale,
    input: (reason: string) => ({ body: { id, reason: reason || undefined, revision } }),
  })
}

function useSetBallPublic({ id, revision }: Shown) {
  return useWrite(balls.setBallPublic, {
    stale,
    input: (isPublic: boolean) => ({ body: { id, isPublic, revision } }),
  })
}

/** 转让发起人: asks the participant with this id to take over. */
function useHandOverBall({ id, revision }: Shown) {
  return useWrite(ballChanges.handOverBall, {
    stale,
    input: (userId: string) => ({ body: { id, userId, revision } }),
  })
}

/** 撤回变更: withdraws the proposal, so that nobody is asked any more. */
function useWithdrawProposal(id: string) {
  return useWrite(ballChanges.withdrawBallProposal, {
    stale,
    input: (proposalId: string) => ({ body: { id, proposalId } }),
  })
}

/** 更换球友: asks both players. */
function useSwapPlayer({ id, revision }: Shown) {
  return useWrite(ballChanges.swapPlayer, {
    stale,
    input: (who: { outUserId: string; inUserId: string }) => ({ body: { id, ...who, revision } }),
  })
}

/** 同意修改: agrees to the changed game that is on screen. */
function useAgreeToChange({ id, revision }: Shown) {
  return useWrite(ballChanges.agreeToBallChange, { stale, input: () => ({ body: { id, revision } }) })
}

function useMarkNoShow(id: string) {
  return useWrite(ballChanges.markNoShow, {
    stale,
    input: (mark: { userId: string; isNoShow: boolean }) => ({ body: { id, ...mark } }),
  })
}

function useAnswerNoShow(id: string) {
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

/** A layer over the game that asks before an action. */
type BallAsked =
  | 'leave'
  | 'gender'
  | 'level'
  | 'request'
  | 'manage'
  | 'handOver'
  | 'swap'
  | 'noShow'
  | 'cancel'
  | 'answer'

/**
 * Layers that show the cost of a press. The game is fetched again, because the cost may have changed since the page was
 * opened.
 */
const COSTS: readonly BallAsked[] = ['leave', 'cancel']

/** The actions of one game's page: which layer is open, what runs, and what a press does. */
export type BallActions = ReturnType<typeof useBallActions>

type Refetch = () => Promise<{ isError: boolean; error: Error | null }>

/** Returns the actions of a game and their state. */
export function useBallActions(ball: BallDetail, share: string | null, refetch: Refetch) {
  const { id } = ball
  const [asked, setAsked] = useState<BallAsked | null>(null)
  const [asking, setAsking] = useState<BallAsked | null>(null)
  // Each opening begins with the current data, not with an abandoned choice.
  const [openings, setOpenings] = useState(0)
  const take = useTakeSeat(ball, share)
  const leave = useLeaveBall(ball)
  const request = useRequestBall(ball, share)
  const wait = useWaitForBall(ball, share)
  const cancel = useCancelBall(ball)
  const setPublic = useSetBallPublic(ball)
  const handOver = useHandOverBall(ball)
  const swap = useSwapPlayer(ball)
  const noShow = useMarkNoShow(id)
  const answer = useAnswerNoShow(id)
  const agree = useAgreeToChange(ball)
  const withdraw = useWithdrawProposal(id)
  const sharing = useShareBall(ball, share)
  const askConsent = useConsent('ball', 'reminder')

  const close = () => setAsked(null)
  const ask = async (what: BallAsked) => {
    if (asking) return
    if (COSTS.includes(what)) {
      setAsking(what)
      const { isError, error } = await refetch()
      setAsking(null)
      if (isError) {
        showFailed(outcomes.readActivity, error)
        return
      }
    }
    setOpenings((count) => count + 1)
    setAsked(what)
  }
  const pay = (of: BallDetail) => {
    const order = orderToPay(of, new Date())
    if (order) goTo(cashierPath(order.id))
  }
  const giveBack = async (title: string, confirmText: string) => {
    if (await confirm({ title, confirmText, danger: true })) leave.act(undefined)
  }

  const press = (key: BallPress) => {
    // Level and gender matter from here on, so who never said them is asked first.
    if (key === 'take' || key === 'wait' || key === 'request') {
      if (ball.viewer.genderIsUnsaid) return ask('gender')
      if (ball.viewer.levelIsUnsaid) return ask('level')
    }
    switch (key) {
      case 'login':
        return goToLogin()
      case 'take':
        askConsent()
        return take.act(wayIn(ball, share !== null), { onShown: pay })
      case 'wait':
        askConsent()
        return wait.act()
      case 'pay':
        return pay(ball)
      case 'release':
        return giveBack('放弃这个名额？', '放弃')
      case 'unwait':
        return giveBack('退出候补？', '退出候补')
      case 'unrequest':
        return giveBack('撤回加入申请？', '撤回申请')
      case 'invite':
        return sharing.hand()
      case 'others':
        wantGames(gamesLike(ball, dayOf(new Date())))
        return goTo(bookingBallPath())
      case 'again':
        return goTo(publishBallPath({ stadiumId: ball.stadiumId ?? undefined }))
      default:
        return ask(key)
    }
  }
  const manage = async (key: ManageAction) => {
    switch (key) {
      case 'edit':
        return goTo(publishBallPath({ id }))
      case 'public':
        return setPublic.act(!ball.isPublic)
      default:
        return ask(key)
    }
  }

  const busy: Partial<Record<BallPress, boolean>> = {
    take: take.isPending,
    wait: wait.isPending,
    release: leave.isPending,
    unwait: leave.isPending,
    unrequest: leave.isPending,
    leave: asking === 'leave',
    manage: setPublic.isPending || asking === 'cancel',
    invite: sharing.isBusy,
  }
  const thenClose = { onShown: close }
  return {
    asked,
    openings,
    refetch,
    close,
    press,
    manage,
    busy,
    sharing,
    runs: {
      leave: leave.isPending,
      request: request.isPending,
      cancel: cancel.isPending,
      handOver: handOver.isPending,
      swap: swap.isPending,
      noShow: noShow.isPending,
      answer: answer.isPending,
      agree: agree.isPending,
      withdraw: withdraw.isPending,
    },
    leave: (refundTo: RefundWish | undefined) => leave.act(refundTo, thenClose),
    request: (note: string) => request.act(note, thenClose),
    cancel: (reason: string) => cancel.act(reason, thenClose),
    handOver: (userId: string) => handOver.act(userId, thenClose),
    swap: (outUserId: string, inUserId: string) => swap.act({ outUserId, inUserId }, thenClose),
    markNoShow: (userId: string, isNoShow: boolean) => noShow.act({ userId, isNoShow }),
    answer: (text: string) => answer.act(text, thenClose),
    agree: () => agree.act(),
    withdraw: async (proposalId: string) => {
      if (await confirm({ title: '撤回这项变更？', confirmText: '撤回', danger: true })) withdraw.act(proposalId)
    },
  }
}
