import type { NewStringingOrder } from '@paidang/api/areas/activities/stringing'
import * as orders from '@paidang/api/areas/activities/stringing-orders'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { useState } from 'react'
import { STRINGING_KEY } from '../../../platform/cache-keys'
import { usePages, useRead } from '../../../platform/read'
import { useUserId } from '../../../platform/session'
import { useWrite } from '../../../platform/write'
import { cancelledText } from '../../money/payments/cancelled-labels'

/**
 * What an action on an order affects: orders, shops and rackets; the payment and its card; messages and the calendar.
 */
const stale = [STRINGING_KEY, ['orders'], ['cards'], ['messages'], ['calendar']]

/**
 * A link to a photo lasts ten minutes. An older one than this is fetched again before it is shown. Source: server,
 * "createFileLinks"
 */
const LINKS_FRESH_MS = 5 * 60_000

/** Returns one order of the caller. It is read again as soon as its shop changes it. */
export function useStringingOrder(id: string) {
  const [paymentId, setPaymentId] = useState<string>()
  const query = useRead(STRINGING_KEY, orders.getStringingOrder, id === '' ? null : { params: { id } }, {
    refetchInterval: ({ state }) => state.data?.steps.some(({ photos }) => photos.length > 0) && LINKS_FRESH_MS,
    live: paymentId === undefined ? [] : [{ kind: 'order', id: paymentId }],
  })
  if (query.data && query.data.paymentOrderId !== paymentId) setPaymentId(query.data.paymentOrderId)
  return query
}

/** Returns the caller's orders of a tab, the last changed first, page by page. Source: specification §9 "Sorts" */
export function useOwnStringing(responseStatus: orders.StringingTab) {
  const params = { userId: useUserId() ?? '' }
  const query = { sort: 'responseTime' as const, sord: 'desc' as const, responseStatus }
  // Changing the tab reloads it.
  const options = { outcome: outcomes.listStringing, staleTime: 0 }
  return usePages(STRINGING_KEY, orders.stringingOrdersOfUser, { params, query }, options)
}

/** 提交订单: makes an order. A success shows no message, because the cashier opens next. */
export function useCreateStringing() {
  return useWrite(orders.createStringingOrder, {
    stale,
    isSilent: true,
    input: (body: NewStringingOrder) => ({ body }),
  })
}

/** 取消订单: cancels an order. The result says what happens to the money. */
export function useCancelStringing({ id, order }: orders.StringingOrder) {
  return useWrite(orders.cancelStringingOrder, {
    stale,
    input: () => ({ params: { id }, body: {} }),
    says: order ? () => cancelledText(outcomes.cancelStringing.done, order) : undefined,
  })
}

export function useRateStringing(id: string) {
  return useWrite(orders.rateStringingOrder, {
    stale,
    input: (body: { stars: number; text?: string }) => ({ params: { id }, body }),
  })
}
