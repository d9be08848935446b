import type { ShopOrder, ShopTab } from '@paidang/api/areas/shop-orders'
import * as orders from '@paidang/api/areas/shop-orders'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { FIRST_PAGE, mayLoadMore, PAGE_SIZE } from '@paidang/domain/kernel/page'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { SHOP_KEY, SHOP_ORDERS_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useFreshStart } from '../../../platform/fresh-start'
import { useLiveQuery } from '../../../platform/live'
import { useUserId } from '../../../platform/session'
import { failureText } from '../../../platform/toast'
import { useAction } from '../../../platform/use-action'
import { cancelledText } from '../../money/payments/cancelled-labels'

/** What a change of a shop order invalidates: the shop, its payment orders, cards, messages. */
const CHANGED = [SHOP_KEY, ['orders'], ['cards'], ['messages']]

/** Whether the user ever ordered something. It keeps old orders reachable where the shop is closed. */
export function useHasOrdered({ isEnabled }: { isEnabled: boolean }): boolean {
  const userId = useUserId()
  const { data = false } = useQuery({
    queryKey: [...SHOP_ORDERS_KEY, 'any', userId],
    queryFn: async ({ signal }) => {
      const query = { current: FIRST_PAGE, rows: 1, tab: 'all' as const }
      return (await call(orders.listShopOrders, { query }, { signal })).total > 0
    },
    enabled: userId !== null && isEnabled,
  })
  return data
}

/** The caller's shop orders of a tab, latest first, page by page. */
export function useShopOrders(tab: ShopTab) {
  const userId = useUserId()
  const queryKey = [...SHOP_ORDERS_KEY, 'list', userId, tab]
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      call(orders.listShopOrders, { query: { current: pageParam, rows: PAGE_SIZE, tab } }, { signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ total }, _pages, current) =>
      mayLoadMore({ loading: false, current, rows: PAGE_SIZE, total }) ? current + 1 : undefined,
    // An order that moved to the next page meanwhile must appear only once.
    select: ({ pages }) => ({
      rows: [...new Map(pages.flatMap(({ rows }) => rows).map((row) => [row.id, row])).values()],
    }),
    enabled: userId !== null,
    // Each change of the tab fetches again.
    staleTime: 0,
  })
  const cause = query.isError ? failureText(orders.listShopOrders.outcome, query.error) : undefined
  return { ...query, cause, refresh: useFreshStart(queryKey) }
}

/** One shop order of the caller; read again as soon as its status changes. */
export function useShopOrder(id: string) {
  const userId = useUserId()
  const queryKey = [...SHOP_ORDERS_KEY, 'one', userId, id]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(orders.getShopOrder, { params: { id } }, { signal }),
    enabled: userId !== null && id !== '',
    staleTime: 0,
  })
  const paymentOrderId = query.data?.paymentOrderId
  useLiveQuery(paymentOrderId === undefined ? [] : [{ kind: 'order', id: paymentOrderId }], queryKey)
  return query
}

/** The order to place: with `items` exactly these lines, else the selected lines of the cart. */
type Ordering = {
  addressId: string
  note?: string
  totalFen: number
  prices: { productId: string; priceFen: number }[]
  items?: { productId: string; quantity: number }[]
}

/** Places an order. Shows no message, because the payment comes first. */
export function useCreateShopOrder() {
  return useAction<Ordering, ShopOrder>({
    endpoint: orders.createShopOrder,
    stale: CHANGED,
    run: (body, idempotencyKey) => call(orders.createShopOrder, { body }, { idempotencyKey }),
    isSilent: true,
  })
}

/** 取消订单; the message says what happens to the money. */
export function useCancelShopOrder({ id, order }: ShopOrder) {
  return useAction<void, ShopOrder>({
    endpoint: orders.cancelShopOrder,
    stale: CHANGED,
    run: (_nothing, idempotencyKey) => call(orders.cancelShopOrder, { params: { id }, body: {} }, { idempotencyKey }),
    says: () => cancelledText(outcomes.cancelShopOrder.done, order),
  })
}

export function useReceiveShopOrder(id: string) {
  return useAction<void, ShopOrder>({
    endpoint: orders.receiveShopOrder,
    stale: CHANGED,
    run: (_nothing, idempotencyKey) => call(orders.receiveShopOrder, { params: { id } }, { idempotencyKey }),
  })
}

/** 申请退款, with the reason. */
export function useRequestShopRefund(id: string) {
  return useAction<string, ShopOrder>({
    endpoint: orders.requestShopRefund,
    stale: CHANGED,
    run: (reason, idempotencyKey) =>
      call(orders.requestShopRefund, { params: { id }, body: { reason } }, { idempotencyKey }),
  })
}
