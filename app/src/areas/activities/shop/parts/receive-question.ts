import { DAYS_TO_RETURN } from '@paidang/domain/areas/shop/order-status'
import { confirm } from '../../../../ui/confirm'

/** Asks before an order is marked as received, because that is final. */
export function askToReceive(): Promise<boolean> {
  return confirm({
    title: '商品都收到了？',
    line: `确认后订单完成，${DAYS_TO_RETURN} 天内还可以申请退款`,
    confirmText: '确认收货',
  })
}
