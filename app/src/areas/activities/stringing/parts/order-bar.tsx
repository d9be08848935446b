import type { StringingOrder } from '@paidang/api/areas/stringing-orders'
import { maySucceed } from '@paidang/domain/areas/stringing/order-status'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { cashierPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { callPhone } from '../../../../platform/phone'
import { usePast } from '../../../../platform/use-past'
import { ActionBar } from '../../../../ui/action-bar'
import { Button } from '../../../../ui/button'
import { confirm } from '../../../../ui/confirm'
import { useCancelStringing } from '../stringing-orders-data'
import { useOrderAgain } from './use-order-again'

type Props = {
  order: StringingOrder
  /** Opens the review sheet of 评价. */
  onRate: () => void
}

/** The actions that the player has on an order now: at most two. */
export function OrderBar({ order, onRate }: Props) {
  return (
    <ActionBar actions={order.status === 'SUBMITTED' ? <ToPay order={order} /> : <Going {...{ order, onRate }} />} />
  )
}

function ToPay({ order }: { order: StringingOrder }) {
  const isPast = usePast(order.order?.expiresAt ?? order.createTime)
  return (
    <>
      <CancelButton order={order} />
      <Button
        full
        disabled={isPast}
        reason="超过支付时间，订单即将关闭"
        onPress={() => goTo(cashierPath(order.paymentOrderId))}
      >
        去支付
      </Button>
    </>
  )
}

function Going({ order, onRate }: Props) {
  const again = useOrderAgain(order)
  return (
    <>
      {maySucceed('cancel', order.status) ? (
        <CancelButton order={order} />
      ) : order.status === 'COMPLETED' && !order.isRated ? (
        <Button kind="plain" onPress={onRate}>
          评价
        </Button>
      ) : (
        <Button kind="plain" onPress={() => callPhone(order.merchant.phone)}>
          联系商家
        </Button>
      )}
      <Button full onPress={again}>
        再来一单
      </Button>
    </>
  )
}

/** Says what cancelling means besides the money. The shop sees it on its board. */
function lineOf({ status, isInShop, handIn }: StringingOrder): string {
  if (status === 'SUBMITTED') return '为你留的球线会放回，没有扣款'
  if (!isInShop) return '为你留的球线会放回，商家不再等你的球拍'
  return handIn === 'COURIER' ? '为你留的球线会放回，商家会寄回球拍' : '为你留的球线会放回，球拍凭取拍码到店取回'
}

/** 取消订单: shows first what comes back. */
function CancelButton({ order }: { order: StringingOrder }) {
  const cancel = useCancelStringing(order)
  const isPaid = order.status !== 'SUBMITTED' && order.order?.method !== 'IN_SHOP'
  const ask = async () => {
    const yes = await confirm({
      title: '取消这个订单？',
      line: lineOf(order),
      facts: isPaid
        ? [
            { name: '退款', value: `¥${yuanOf(order.totalFen)} 全额退回` },
            { name: '退到', value: order.order?.method === 'CARD' ? '储值卡' : '储值卡，没有卡时退回微信' },
          ]
        : [],
      confirmText: '取消订单',
      danger: true,
    })
    if (yes) cancel.act(undefined)
  }
  return (
    <Button kind="plain" busy={cancel.isPending} onPress={ask}>
      取消订单
    </Button>
  )
}
