import type { ShopOrder, ShopTab } from '@paidang/api/areas/activities/shop-orders'
import * as orders from '@paidang/api/areas/activities/shop-orders'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { DAYS_TO_RETURN } from '@paidang/domain/areas/activities/shop/order-status'
import { FIRST_PAGE } from '@paidang/domain/kernel/page'
import { useState } from 'react'
import { SHOP_KEY, SHOP_ORDERS_KEY } from '../../../platform/cache-keys'
import { usePages, useRead } from '../../../platform/read'
import { useWrite } from '../../../platform/write'
import { confirm } from '../../../ui/confirm'
import { cancelledText } from '../../money/payments/cancelled-labels'

/** What a change of a shop order invalidates: the shop, its payment orders, cards, messages. */
const stale = [SHOP_KEY, ['orders'], ['cards'], ['messages']]

/** Whether the user ever ordered something. It keeps old orders reachable where the shop is closed. */
export function useHasOrdered({ isEnabled }: { isEnabled: boolean }): boolean {
  const query = { current: FIRST_PAGE, rows: 1, tab: 'all' as const }
  const { data } = useRead(SHOP_ORDERS_KEY, orders.listShopOrders, { query }, { isEnabled })
  return (data?.total ?? 0) > 0
}

/** The caller's shop orders of a tab, latest first, page by page. Each change of the tab fetches again. */
export function useShopOrders(tab: ShopTab) {
  return usePages(SHOP_ORDERS_KEY, orders.listShopOrders, { query: { tab } }, { staleTime: 0 })
}

/** One shop order of the caller; read again as soon as its status changes. */
export function useShopOrder(id: string) {
  const [paymentId, setPaymentId] = useState<string>()
  const query = useRead(SHOP_ORDERS_KEY, orders.getShopOrder, id === '' ? null : { params: { id } }, {
    staleTime: 0,
    live: paymentId === undefined ? [] : [{ kind: 'order', id: paymentId }],
  })
  if (query.data && query.data.paymentOrderId !== paymentId) setPaymentId(query.data.paymentOrderId)
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
  return useWrite(orders.createShopOrder, { stale, isSilent: true, input: (body: Ordering) => ({ body }) })
}

/** 取消订单; the message says what happens to the money. */
export function useCancelShopOrder({ id, order }: ShopOrder) {
  return useWrite(orders.cancelShopOrder, {
    stale,
    input: () => ({ params: { id }, body: {} }),
    says: () => cancelledText(outcomes.cancelShopOrder.done, order),
  })
}

/** 确认收货, after a question, because it is final. */
export function useReceiveShopOrder(id: string) {
  const { act, isPending } = useWrite(orders.receiveShopOrder, { stale, input: () => ({ params: { id } }) })
  const ask = async () => {
    const isSure = await confirm({
      title: '商品都收到了？',
      line: `确认后订单完成，${DAYS_TO_RETURN} 天内还可以申请退款`,
      confirmText: '确认收货',
    })
    if (isSure) act()
  }
  return { ask, isPending }
}

/** 申请退款, with the reason. */
export function useRequestShopRefund(id: string) {
  return useWrite(orders.requestShopRefund, {
    stale,
    input: (reason: string) => ({ params: { id }, body: { reason } }),
  })
}
