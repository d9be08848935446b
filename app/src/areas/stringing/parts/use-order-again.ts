import type { StringingOrder } from '@paidang/api/areas/stringing-orders'
import { threadingProductsPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { keepDraft } from './job-draft'
import { formOfOrder } from './stringing-form'

/** 再来一单: the form of its shop opens as this order was; what is no longer to be had is asked for there. */
export function useOrderAgain(order: StringingOrder): () => void {
  return () => {
    keepDraft(order.merchantId, formOfOrder(order))
    goTo(threadingProductsPath(order.merchantId, { racketId: order.racketId }))
  }
}
