import type { ShopOrder } from '@paidang/api/areas/shop-orders'
import { PAY_METHOD_NAMES } from '@paidang/domain/areas/payments/order'
import { DAYS_TO_RETURN } from '@paidang/domain/areas/shop/order-status'
import { formatDateTime } from '@paidang/domain/kernel/day'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import Taro from '@tarojs/taro'
import { useEffect } from 'react'
import { productPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { showToast } from '../../../../platform/toast'
import { useMinute } from '../../../../platform/use-minute'
import { usePast } from '../../../../platform/use-past'
import { Button } from '../../../../ui/button'
import { Card, CardHead, CardStack } from '../../../../ui/card'
import { Cell } from '../../../../ui/cell'
import { HeroGround } from '../../../../ui/hero-ground'
import { KeyValues } from '../../../../ui/key-values'
import { Notice } from '../../../../ui/notice'
import { semantics } from '../../../../ui/semantics'
import { Timeline } from '../../../../ui/timeline'
import { RefundsCard } from '../../../money/payments/order-cards'
import { maskedPhone } from '../../../people/addresses/address-format'
import { LineRow } from './line-row'
import { OrderActions } from './order-actions'
import styles from './order-body.module.scss'
import { orderHead, orderSteps } from './order-labels'

/** An order in full: status, steps, address, lines, and the present actions. */
export function OrderBody({ order, refetch }: { order: ShopOrder; refetch: () => unknown }) {
  const now = useMinute()
  const isPast = usePast(order.expiresAt)
  const { status, address, items, note, totalFen, orderNo, createTime, refundChoice, refundAnswer } = order
  useEffect(() => {
    // The time to pay is over: the server has closed the order, or accepted a payment of the last second.
    if (isPast && status === 'UNPAID') refetch()
  }, [isPast, status, refetch])
  const { method } = order.order
  return (
    <>
      <CardStack className={styles.stack}>
        <OrderHeadCard order={order} now={now} />
        {refundChoice === 'DENIED' && status !== 'REFUNDED' && (
          <Notice tone="bad" icon="info">
            {refundAnswer === '' ? '商家没有同意退款' : `商家没有同意退款：${refundAnswer}`}
          </Notice>
        )}
        <Card>
          <CardHead title="订单进度" />
          <Timeline steps={orderSteps(order)} />
        </Card>
        {order.trackingNo !== '' && <ParcelCard order={order} />}
        <RefundsCard order={order.order} />
        <Card flush>
          <Cell
            icon="pin"
            title={`${address.name} ${maskedPhone(address.phone)}`}
            note={`${address.region} ${address.detail}`}
          />
        </Card>
        <Card>
          <CardHead title="商品" />
          {items.map((item) => (
            <LineRow key={item.productId} line={item} onPress={() => goTo(productPath(item.productId))} />
          ))}
          <View className={styles.sum}>
            <KeyValues
              rows={[
                { name: '运费', value: '免运费' },
                {
                  name: order.paidAt ? '实付' : '应付',
                  value: <View className={styles.total}>{`¥${yuanOf(totalFen)}`}</View>,
                },
              ]}
            />
          </View>
        </Card>
        <Card>
          <KeyValues
            rows={[
              { name: '订单编号', value: <OrderNo orderNo={orderNo} /> },
              { name: '下单时间', value: formatDateTime(new Date(createTime)).slice(0, 16) },
              ...(method ? [{ name: '支付方式', value: PAY_METHOD_NAMES[method] }] : []),
              ...(note === '' ? [] : [{ name: '备注', value: note }]),
              ...(order.refundReason === '' ? [] : [{ name: '退款原因', value: order.refundReason }]),
              { name: '售后', value: `发货前可取消，收货后 ${DAYS_TO_RETURN} 天内可退` },
            ]}
          />
        </Card>
      </CardStack>
      <OrderActions order={order} now={now} />
    </>
  )
}

/** The status as a sentence; on the green court while the order is active. */
function OrderHeadCard({ order, now }: { order: ShopOrder; now: Date }) {
  const { title, line } = orderHead(order, now)
  const words = (
    <View {...semantics({ role: 'status' })}>
      <View className={styles.title} {...semantics({ role: 'heading', level: 2 })}>
        {title}
      </View>
      <View className={styles.line}>{line}</View>
    </View>
  )
  if (order.status === 'CLOSED' || order.status === 'REFUNDED') return <Card className={styles.ended}>{words}</Card>
  return (
    <HeroGround rounded className={styles.hero}>
      {words}
    </HeroGround>
  )
}

function ParcelCard({ order: { carrier, trackingNo } }: { order: ShopOrder }) {
  return (
    <Card flush>
      <Cell
        icon="parcel"
        title={carrier}
        note={trackingNo}
        tail={
          <Button kind="plain" size="s" label="复制快递单号" onPress={() => copy(trackingNo, '快递单号已复制')}>
            复制
          </Button>
        }
      />
    </Card>
  )
}

function OrderNo({ orderNo }: { orderNo: string }) {
  return (
    <View className={styles.orderNo}>
      {orderNo}
      <Button kind="plain" size="s" label="复制订单编号" onPress={() => copy(orderNo, '订单编号已复制')}>
        复制
      </Button>
    </View>
  )
}

async function copy(text: string, done: string): Promise<void> {
  try {
    await Taro.setClipboardData({ data: text })
    showToast(done, { tone: 'done' })
  } catch {
    showToast('没有复制成功，请长按选择', { tone: 'failed' })
  }
}
