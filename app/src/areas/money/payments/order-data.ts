import type { Order } from '@paidang/api/areas/money/payments'
import * as payments from '@paidang/api/areas/money/payments'
import { ApiError } from '@paidang/api/catalogue/errors'
import { isOfflineOffered } from '@paidang/domain/areas/money/payments/offline'
import { FIRST_PAGE } from '@paidang/domain/kernel/page'
import { useQueryClient } from '@tanstack/react-query'
import {
  BALLS_KEY,
  CARDS_KEY,
  CLASSES_KEY,
  COACH_PAGES_KEY,
  ORDERS_KEY,
  PACKAGES_KEY,
  SCHEDULE_KEY,
  TRIALS_KEY,
} from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useRead, useReadOf } from '../../../platform/read'
import { useUserId } from '../../../platform/session'
import { showFailed } from '../../../platform/toast'
import { usePageShown } from '../../../platform/use-page-shown'
import { useWrite } from '../../../platform/write'
import { useFeature } from '../../ground/features/features-data'
import { DESK_KEY, type OtherKey, WECHAT_KEY } from './pay-labels'

/** What a paid or closed order invalidates: its purchase, the half-hours it held, the card, the messages. */
const CHANGED = [
  ...[BALLS_KEY, CARDS_KEY, SCHEDULE_KEY, TRIALS_KEY, COACH_PAGES_KEY, ['stringing'], ['shop'], ['messages']],
  // Hours are on a contract, with which classes are booked.
  ...[PACKAGES_KEY, ['contracts'], CLASSES_KEY],
]

const UNPAID_KEY = [...ORDERS_KEY, 'unpaid']

/** A user rarely has more than a few open orders. */
const UNPAID_ROWS = 20

const orderKey = (userId: string | null, id: string) => [...ORDERS_KEY, 'one', userId, id]

/** One order of the caller; read again as soon as the server reports a payment. */
export function useOrder(id: string) {
  const userId = useUserId()
  const queryClient = useQueryClient()
  const queryKey = orderKey(userId, id)
  return useReadOf(
    queryKey,
    async (signal) => {
      const answer = await call(payments.getOrder, { params: { id } }, { signal })
      return furthest(queryClient.getQueryData<Order>(queryKey), answer)
    },
    // Whether money arrived must always be current.
    { isEnabled: userId !== null && id !== '', live: [{ kind: 'order', id }], staleTime: 0 },
  )
}

/** One order of the caller by the number of a payment. */
export function useOrderByTradeNo(outTradeNo: string) {
  const input = outTradeNo === '' ? null : { params: { outTradeNo } }
  return useRead(ORDERS_KEY, payments.getOrderByTradeNo, input, { staleTime: 0 })
}

/** Replaces the order on screen by the one from a call's answer. */
function useSaveOrder(id: string): (order: Order) => void {
  const userId = useUserId()
  const queryClient = useQueryClient()
  return (order) => queryClient.setQueryData<Order>(orderKey(userId, id), (known) => furthest(known, order))
}

/**
 * Polls for the payment of an order. It asks once when the page opens or returns. During a payment (`since`, ms) it
 * asks repeatedly. The order on screen follows. It does not ask below another page, or for an order that cannot be
 * paid.
 */
export function usePaymentWatch(order: Order, since: number | undefined) {
  const userId = useUserId()
  const keep = useSaveOrder(order.id)
  const isShown = usePageShown()
  return useReadOf(
    [...ORDERS_KEY, 'check', userId, order.id],
    async (signal) => {
      const answer = await call(payments.checkOrder, { params: { id: order.id } }, { signal })
      keep(answer)
      return answer.state
    },
    {
      isEnabled: isShown && order.state === 'UNPAID',
      staleTime: 0,
      refetchInterval: since === undefined ? false : () => pollDelay(Date.now() - since),
    },
  )
}

/** Which methods beside cards the deployment has: WeChat Pay, the front desk. Nothing shows before that is known. */
export function useOtherMethods(): { others: OtherKey[]; transferNote: string } {
  const userId = useUserId()
  const hasWechatPay = useFeature('wechatPay')
  const { data: desk } = useRead(ORDERS_KEY, payments.readDesk, userId === null ? null : {})
  if (hasWechatPay === undefined) return { others: [], transferNote: '' }
  const hasDesk = isOfflineOffered(hasWechatPay, desk?.isOffered ?? false)
  const others = [...(hasWechatPay ? [WECHAT_KEY] : []), ...(hasDesk ? [DESK_KEY] : [])] as OtherKey[]
  return { others, transferNote: desk?.transferNote ?? '' }
}

/** A payment method, with its data. */
export type PayHow = { method: 'CARD'; cardId: string } | { method: 'WECHAT'; channel: payments.PayChannel }

/** Without an answer nobody knows yet whether the money moved. The next press has the same key. */
export const PAY_UNANSWERED = '没有收到支付结果，再按一次不会重复付款'

/** Pays an order, or begins to: `onStep` gets the next step for the device. `useOrderSettled` follows a success. */
export function usePay(id: string, onStep: (step: payments.PaymentStep) => void) {
  const saveOrder = useSaveOrder(id)
  return useWrite(payments.payOrder, {
    stale: [ORDERS_KEY, CARDS_KEY],
    isStale: (failure) => failure !== null,
    isSilent: true,
    // A toast would outlast the news that the payment went through. The cashier says it until then.
    refused: (failure) => failure instanceof ApiError && showFailed(payments.payOrder.outcome, failure),
    input: (how: PayHow) => ({ body: { orderId: id, ...how } }),
    keep({ order, step }) {
      saveOrder(order)
      if (step) onStep(step)
    },
  })
}

/** Without an answer nobody knows yet whether the order is closed. It is read again. */
export const GIVE_UP_UNANSWERED = '没有收到结果，订单还在的话请再按一次放弃支付'

/** 放弃支付. A payment that arrived before refuses it: the order then turns out to be paid. */
export function useGiveUp(id: string) {
  return useWrite(payments.closeOrder, {
    stale: [ORDERS_KEY],
    isStale: (failure) => failure !== null,
    isSilent: true,
    // A toast would stand above an order that turns out to be closed or paid. The cashier says it until then.
    refused: (failure) => failure instanceof ApiError && showFailed(payments.closeOrder.outcome, failure),
    input: () => ({ params: { id } }),
    keep: useSaveOrder(id),
  })
}

/** Invalidates the data that a paid or closed order has changed. */
export function useOrderSettled(): () => void {
  const queryClient = useQueryClient()
  return () => {
    for (const queryKey of [UNPAID_KEY, ...CHANGED]) queryClient.invalidateQueries({ queryKey })
  }
}

/** The caller's unpaid orders, latest first. */
export function useUnpaidOrders() {
  const query = { current: FIRST_PAGE, rows: UNPAID_ROWS, state: 'UNPAID' as const }
  return useRead(UNPAID_KEY, payments.ordersOfCaller, { query }, { select: ({ rows }) => rows, staleTime: 0 })
}

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

/**
 * The later one of two states of an order. An order never becomes unpaid again, so an unpaid answer can be outdated.
 */
export function furthest(known: Order | undefined, answer: Order): Order {
  return known && known.state !== 'UNPAID' && answer.state === 'UNPAID' ? known : answer
}

/** The delay before the next poll for a payment of this age, both in ms. It grows from 2 s to 5 s to 10 s. */
export function pollDelay(age: number): number {
  const seconds = age < 20 * SECOND_MS ? 2 : age < 2 * MINUTE_MS ? 5 : 10
  return seconds * SECOND_MS
}
