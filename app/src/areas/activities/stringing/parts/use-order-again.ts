import type { StringingOrder } from '@paidang/api/areas/stringing-orders'
import { threadingProductsPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { saveDraft } from './job-draft'
import { formOfOrder } from './stringing-form'

/**
 * 再来一单: opens the form of the shop with the content of this order. The form asks for replacements of what is no longer
 * available.
 */
export function useOrderAgain(order: StringingOrder): () => void {
  return () => {
    saveDraft(order.merchantId, formOfOrder(order))
    goTo(threadingProductsPath(order.merchantId, { racketId: order.racketId }))
  }
}
