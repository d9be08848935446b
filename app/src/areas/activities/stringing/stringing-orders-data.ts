import type { NewStringingOrder } from '@paidang/api/areas/stringing'
import * as orders from '@paidang/api/areas/stringing-orders'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { FIRST_PAGE, mayLoadMore, PAGE_SIZE } from '@paidang/domain/kernel/page'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { STRINGING_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useFreshStart } from '../../../platform/fresh-start'
import { useLiveQuery } from '../../../platform/live'
import { useUserId } from '../../../platform/session'
import { failureText } from '../../../platform/toast'
import { useAction } from '../../../platform/use-action'
import { cancelledText } from '../../money/payments/cancelled-labels'

/**
 * Queries that an action on an order affects: orders, shops and rackets; the payment and its card; messages and the
 * calendar.
 */
const CHANGED = [STRINGING_KEY, ['orders'], ['cards'], ['messages'], ['calendar']]

/**
 * A link to a photo lasts ten minutes. An older one than this is fetched again before it is shown. Source: server,
 * "createFileLinks"
 */
const LINKS_FRESH_MS = 5 * 60_000

/** Returns one order of the caller. It is read again as soon as its shop changes it. */
export function useStringingOrder(id: string) {
  const userId = useUserId()
  const queryKey = [...STRINGING_KEY, 'orders', userId, 'one', id]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(orders.getStringingOrder, { params: { id } }, { signal }),
    enabled: userId !== null && id !== '',
    refetchInterval: ({ state }) => state.data?.steps.some(({ photos }) => photos.length > 0) && LINKS_FRESH_MS,
  })
  const paymentOrderId = query.data?.paymentOrderId
  useLiveQuery(paymentOrderId === undefined ? [] : [{ kind: 'order', id: paymentOrderId }], queryKey)
  return query
}

/** Returns the caller's orders of a tab, the last changed first, page by page. Source: specification §9 "Sorts" */
export function useOwnStringing(tab: orders.StringingTab) {
  const userId = useUserId()
  const queryKey = [...STRINGING_KEY, 'orders', userId, 'tab', tab]
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      call(
        orders.stringingOrdersOfUser,
        {
          params: { userId: userId ?? '' },
          query: { current: pageParam, rows: PAGE_SIZE, sort: 'responseTime', sord: 'desc', responseStatus: tab },
        },
        { signal },
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ total }, _pages, current) =>
      mayLoadMore({ loading: false, current, rows: PAGE_SIZE, total }) ? current + 1 : undefined,
    // An order that moved to the next page meanwhile is kept only once.
    select: ({ pages }) => [...new Map(pages.flatMap(({ rows }) => rows).map((row) => [row.id, row])).values()],
    enabled: userId !== null,
    // Changing the tab reloads it.
    staleTime: 0,
  })
  const cause = query.isError ? failureText(outcomes.listStringing, query.error) : undefined
  return { ...query, cause, refresh: useFreshStart(queryKey) }
}

/** 提交订单: makes an order. A success shows no message, because the cashier opens next. */
export function useCreateStringing() {
  return useAction({
    endpoint: orders.createStringingOrder,
    stale: CHANGED,
    run: (body: NewStringingOrder, idempotencyKey) => call(orders.createStringingOrder, { body }, { idempotencyKey }),
    isSilent: true,
  })
}

/** 取消订单: cancels an order. The result says what happens to the money. */
export function useCancelStringing({ id, order }: orders.StringingOrder) {
  return useAction({
    endpoint: orders.cancelStringingOrder,
    stale: CHANGED,
    run: (_nothing: undefined, idempotencyKey) =>
      call(orders.cancelStringingOrder, { params: { id }, body: {} }, { idempotencyKey }),
    says: order ? () => cancelledText(outcomes.cancelStringing.done, order) : undefined,
  })
}

export function useRateStringing(id: string) {
  return useAction({
    endpoint: orders.rateStringingOrder,
    stale: CHANGED,
    run: (body: { stars: number; text?: string }, idempotencyKey) =>
      call(orders.rateStringingOrder, { params: { id }, body }, { idempotencyKey }),
  })
}
