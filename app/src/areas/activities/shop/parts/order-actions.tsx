import type { ShopOrder } from '@paidang/api/areas/shop-orders'
import { maySucceed } from '@paidang/domain/areas/shop/order-status'
import { useState } from 'react'
import { cashierPath, productsPath } from '../../../../paths'
import { backTo, goTo } from '../../../../platform/navigate'
import { ActionBar } from '../../../../ui/action-bar'
import { Button } from '../../../../ui/button'
import { confirm } from '../../../../ui/confirm'
import { useFeature } from '../../../ground/features/features-data'
import { useCancelShopOrder, useReceiveShopOrder, useRequestShopRefund } from '../shop-order-data'
import { cancelFacts, minutesToPay, refundHindrance } from './order-labels'
import { askToReceive } from './receive-question'
import { RefundSheet } from './refund-sheet'

/** The actions of the buyer at present. After the end of an order the only one is to buy again. */
export function OrderActions({ order, now }: { order: ShopOrder; now: Date }) {
  const { id, status, paymentOrderId } = order
  const cancel = useCancelShopOrder(order)
  const receive = useReceiveShopOrder(id)
  const refund = useRequestShopRefund(id)
  const [isAsking, setAsking] = useState(false)
  const hasShop = useFeature('shop')
  const hindrance = refundHindrance(order, now)
  const mayPay = maySucceed('pay', status) && minutesToPay(order, now) > 0
  const mayCancel = maySucceed('close', status) || maySucceed('cancel', status)

  const askToCancel = async () => {
    const isSure = await confirm({
      title: '取消这个订单？',
      ...cancelFacts(order),
      confirmText: '取消订单',
      danger: true,
    })
    if (isSure) cancel.act()
  }
  return (
    <>
      <ActionBar
        actions={
          <>
            {mayCancel && (
              <Button kind="plain" full={!mayPay} busy={cancel.isPending} onPress={askToCancel}>
                取消订单
              </Button>
            )}
            {mayPay && (
              <Button full onPress={() => goTo(cashierPath(paymentOrderId))}>
                去支付
              </Button>
            )}
            {maySucceed('askRefund', status) && (
              <Button
                kind="plain"
                full={!maySucceed('receive', status)}
                disabled={hindrance !== undefined}
                reason={hindrance}
                onPress={() => setAsking(true)}
              >
                申请退款
              </Button>
            )}
            {maySucceed('receive', status) && (
              <Button
                full
                busy={receive.isPending}
                onPress={async () => {
                  if (await askToReceive()) receive.act()
                }}
              >
                确认收货
              </Button>
            )}
            {hasShop && (status === 'CLOSED' || status === 'REFUNDED') && (
              <Button full onPress={() => backTo(productsPath())}>
                再去逛逛
              </Button>
            )}
          </>
        }
      />
      <RefundSheet
        open={isAsking}
        amountFen={order.totalFen}
        busy={refund.isPending}
        refusal={refund.refusal}
        onClose={() => {
          setAsking(false)
          refund.forget()
        }}
        onAsk={(reason) => refund.act(reason, { onDone: () => setAsking(false) })}
      />
    </>
  )
}
