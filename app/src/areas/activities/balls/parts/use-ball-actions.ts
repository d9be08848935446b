import type { BallDetail } from '@paidang/api/areas/balls'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import type { RefundTarget } from '@paidang/domain/areas/payments/order'
import { useState } from 'react'
import { cashierPath, publishBallPath } from '../../../../paths'
import { goTo, goToLogin } from '../../../../platform/navigate'
import { showFailed } from '../../../../platform/toast'
import { confirm } from '../../../../ui/confirm'
import { useConsent } from '../../../ground/messages/consent'
import {
  useAgreeToChange,
  useAnswerNoShow,
  useCancelBall,
  useHandOverBall,
  useLeaveBall,
  useMarkNoShow,
  useRequestBall,
  useSetBallPublic,
  useSwapPlayer,
  useTakeSeat,
  useWaitForBall,
  useWithdrawProposal,
} from '../ball-actions'
import { type BallPress, type ManageAction, wayIn } from './ball-bar'
import { orderToPay } from './ball-money'
import { useShareBall } from './use-share-ball'

/** A layer over the game that asks before an action. */
export type BallAsked = 'leave' | 'request' | 'manage' | 'handOver' | 'swap' | 'noShow' | 'cancel' | 'answer'

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
    leave: (refundTo: RefundTarget | undefined) => leave.act(refundTo, thenClose),
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
