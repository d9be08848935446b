import * as stringing from '@paidang/api/areas/activities/stringing'
import type { Input } from '@paidang/api/endpoint'
import { STRINGING_KEY } from '../../../platform/cache-keys'
import type { Point } from '../../../platform/place'
import { usePages, useRead } from '../../../platform/read'

/** The filters and the sorting of the list of shops. */
export type MerchantFilters = Omit<Input<typeof stringing.listMerchants>['query'], 'current' | 'rows' | 'sord' | 'sort'>

/** Returns the stringing shops that match these filters, in their order, page by page. */
export function useMerchants(filters: MerchantFilters) {
  return usePages(STRINGING_KEY, stringing.listMerchants, { query: filters }, { keepsOld: true })
}

/** Returns one shop with its offer and its distance from the point. Nothing is fetched without an id. */
export function useMerchant(id: string, point?: Point) {
  // Distances arrive late; the shown shop stays until then.
  const input = id === '' ? null : { params: { id }, query: point ?? {} }
  return useRead(STRINGING_KEY, stringing.getMerchant, input, { keepsOld: true })
}

/** Returns the reviews of a shop, the latest first, page by page. */
export function useReviews(id: string) {
  return usePages(STRINGING_KEY, stringing.reviewsOfMerchant, id === '' ? null : { params: { id } }, { keyOf: orderOf })
}

const orderOf = ({ orderId }: { orderId: string }) => orderId
