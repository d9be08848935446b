import type { ShopOrder, ShopTab } from '@paidang/api/areas/shop-orders'
import * as orders from '@paidang/api/areas/shop-orders'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { FIRST_PAGE, mayLoadMore, PAGE_SIZE } from '@paidang/domain/kernel/page'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from '../../platform/call'
import { useLiveQuery } from '../../platform/live'
import { useUserId } from '../../platform/session'
import { failureText } from '../../platform/toast'
import { useDeed } from '../../platform/use-deed'
import { useFreshStart } from '../classes/my-classes-data'
import { cancelledWords } from '../payments/cancelled-words'
import { SHOP_KEY } from './shop-data'

export const SHOP_ORDERS_KEY = [...SHOP_KEY, 'orders'] as const

/** What a change of a shop order makes stale: the shop, the orders it pays with, cards, messages. */
const CHANGED = [SHOP_KEY, ['orders'], ['cards'], ['messages']]

/** Whether the user ever ordered something; asked where the shop is closed, so that what was ordered stays in reach. */
export function useHasOrdered({ isWanted }: { isWanted: boolean }): boolean {
  const userId = useUserId()
  const { data = false } = useQuery({
    queryKey: [...SHOP_ORDERS_KEY, 'any', userId],
    queryFn: async ({ signal }) => {
      const query = { current: FIRST_PAGE, rows: 1, tab: 'all' as const }
      return (await call(orders.listShopOrders, { query }, { signal })).total > 0
    },
    enabled: userId !== null && isWanted,
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
    // An order that moved to the next page while the user read is still one.
    select: ({ pages }) => ({
      rows: [...new Map(pages.flatMap(({ rows }) => rows).map((row) => [row.id, row])).values()],
    }),
    enabled: userId !== null,
    // Changing the tab reloads it.
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

/** What is ordered: with `items` just these, else what is selected in the cart. */
type Ordering = {
  addressId: string
  note?: string
  totalFen: number
  items?: { productId: string; quantity: number }[]
}

/** Orders; nothing is said of it, for there is something to pay first. */
export function useCreateShopOrder() {
  return useDeed<Ordering, ShopOrder>({
    endpoint: orders.createShopOrder,
    stale: CHANGED,
    run: (body, idempotencyKey) => call(orders.createShopOrder, { body }, { idempotencyKey }),
    isSilent: true,
  })
}

/** 取消订单; what becomes of the money is said. */
export function useCancelShopOrder({ id, order }: ShopOrder) {
  return useDeed<void, ShopOrder>({
    endpoint: orders.cancelShopOrder,
    stale: CHANGED,
    run: (_nothing, idempotencyKey) => call(orders.cancelShopOrder, { params: { id }, body: {} }, { idempotencyKey }),
    says: () => cancelledWords(outcomes.cancelShopOrder.done, order),
  })
}

export function useReceiveShopOrder(id: string) {
  return useDeed<void, ShopOrder>({
    endpoint: orders.receiveShopOrder,
    stale: CHANGED,
    run: (_nothing, idempotencyKey) => call(orders.receiveShopOrder, { params: { id } }, { idempotencyKey }),
  })
}

/** 申请退款, with the reason. */
export function useAskShopRefund(id: string) {
  return useDeed<string, ShopOrder>({
    endpoint: orders.askShopRefund,
    stale: CHANGED,
    run: (reason, idempotencyKey) =>
      call(orders.askShopRefund, { params: { id }, body: { reason } }, { idempotencyKey }),
  })
}
