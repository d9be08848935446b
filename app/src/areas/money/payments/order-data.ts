import type { Order } from '@paidang/api/areas/payments'
import * as payments from '@paidang/api/areas/payments'
import { FIRST_PAGE } from '@paidang/domain/kernel/page'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BALLS_KEY, CARDS_KEY, ORDERS_KEY, SCHEDULE_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useLiveQuery } from '../../../platform/live'
import { useUserId } from '../../../platform/session'
import { showFailed } from '../../../platform/toast'
import { usePageShown } from '../../../platform/use-page-shown'
import { furthest, pollDelay } from './parts/order-progress'

/** What a paid or closed order invalidates: its purchase, the half-hours it held, the card, the messages. */
const CHANGED = [BALLS_KEY, CARDS_KEY, SCHEDULE_KEY, ['stringing'], ['shop'], ['messages']]

/** A user rarely has more than a few open orders. */
const UNPAID_ROWS = 20

const orderKey = (userId: string | null, id: string) => [...ORDERS_KEY, 'one', userId, id]

/** One order of the caller; read again as soon as the server reports a payment. */
export function useOrder(id: string) {
  const userId = useUserId()
  const queryClient = useQueryClient()
  const queryKey = orderKey(userId, id)
  useLiveQuery(userId === null || id === '' ? [] : [{ kind: 'order', id }], queryKey)
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const answer = await call(payments.getOrder, { params: { id } }, { signal })
      return furthest(queryClient.getQueryData<Order>(queryKey), answer)
    },
    enabled: userId !== null && id !== '',
    // Whether money arrived must always be current.
    staleTime: 0,
  })
}

/** One order of the caller by the number of a payment. */
export function useOrderByTradeNo(outTradeNo: string) {
  const userId = useUserId()
  return useQuery({
    queryKey: [...ORDERS_KEY, 'by-trade-no', userId, outTradeNo],
    queryFn: ({ signal }) => call(payments.getOrderByTradeNo, { params: { outTradeNo } }, { signal }),
    enabled: userId !== null && outTradeNo !== '',
    staleTime: 0,
  })
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
  return useQuery({
    queryKey: [...ORDERS_KEY, 'check', userId, order.id],
    queryFn: async ({ signal }) => {
      const answer = await call(payments.checkOrder, { params: { id: order.id } }, { signal })
      keep(answer)
      return answer.state
    },
    enabled: isShown && order.state === 'UNPAID',
    staleTime: 0,
    refetchInterval: since === undefined ? false : () => pollDelay(Date.now() - since),
  })
}

/** A payment method, with its data. */
export type PayHow = { method: 'CARD'; cardId: string } | { method: 'WECHAT'; channel: payments.PayChannel }

/**
 * Pays an order, or begins to: `onStep` gets the next step for the device. After a refusal, order and cards are read
 * again.
 */
export function usePay(id: string, onStep: (step: payments.PaymentStep) => void) {
  const queryClient = useQueryClient()
  const keep = useSaveOrder(id)
  return useMutation({
    mutationFn: (how: PayHow) => call(payments.payOrder, { body: { orderId: id, ...how } }),
    onSuccess: ({ order, step }) => {
      keep(order)
      if (step) onStep(step)
    },
    onError: (error) => {
      showFailed(payments.payOrder.outcome, error)
      // A refusal means that the data on screen was stale.
      for (const queryKey of [ORDERS_KEY, CARDS_KEY]) queryClient.invalidateQueries({ queryKey })
    },
  })
}

/** 放弃支付. A payment that arrived before is accepted: the order may turn out to be paid. */
export function useGiveUp(id: string) {
  const queryClient = useQueryClient()
  const keep = useSaveOrder(id)
  return useMutation({
    mutationFn: () => call(payments.closeOrder, { params: { id } }),
    onSuccess: keep,
    onError: (error) => {
      showFailed(payments.closeOrder.outcome, error)
      queryClient.invalidateQueries({ queryKey: ORDERS_KEY })
    },
  })
}

/** Invalidates the data that a paid or closed order has changed. */
export function useOrderSettled(): () => void {
  const queryClient = useQueryClient()
  return () => {
    for (const queryKey of [[...ORDERS_KEY, 'unpaid'], ...CHANGED]) queryClient.invalidateQueries({ queryKey })
  }
}

/** The caller's unpaid orders, latest first. */
export function useUnpaidOrders() {
  const userId = useUserId()
  return useQuery({
    queryKey: [...ORDERS_KEY, 'unpaid', userId],
    queryFn: async ({ signal }) =>
      (
        await call(
          payments.ordersOfCaller,
          { query: { current: FIRST_PAGE, rows: UNPAID_ROWS, state: 'UNPAID' } },
          { signal },
        )
      ).rows,
    enabled: userId !== null,
    staleTime: 0,
  })
}
