import type { ShopOrderSummary } from '@paidang/api/areas/shop-orders'
import { maySucceed } from '@paidang/domain/areas/shop/order-status'
import { dayOf, formatDotDay } from '@paidang/domain/kernel/day'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import { cashierPath, shopOrderPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { useMinute } from '../../../../platform/use-minute'
import { Button } from '../../../../ui/button'
import { Card, CardControls } from '../../../../ui/card'
import { Tag } from '../../../../ui/tag'
import { useReceiveShopOrder } from '../shop-order-data'
import styles from './order-card.module.scss'
import { minutesToPay, orderTag } from './order-labels'
import { ProductPicture } from './product-picture'
import { askToReceive } from './receive-question'

/** At most this many pictures side by side leave room for the name. */
const MAX_PICTURES = 3

/** A shop order of the list: products, total, status, and next step. */
export function OrderCard({ order }: { order: ShopOrderSummary }) {
  const { id, status, items, totalFen, createTime, paymentOrderId } = order
  const now = useMinute()
  const receive = useReceiveShopOrder(id)
  const tag = orderTag(order)
  const minutes = minutesToPay(order, now)
  const units = items.reduce((sum, { quantity }) => sum + quantity, 0)
  const [only] = items
  const title = only && items.length === 1 ? only.name : `${only?.name ?? ''}等 ${items.length} 种商品`
  const isPayable = status === 'UNPAID' && minutes > 0
  const isReceivable = maySucceed('receive', status)
  return (
    <Card
      holdsControls={isPayable || isReceivable}
      label={`${title}，${tag.text}，¥${yuanOf(totalFen)}`}
      onPress={() => goTo(shopOrderPath(id))}
    >
      <View className={styles.head}>
        <View className={styles.date}>{formatDotDay(dayOf(new Date(createTime)))}</View>
        <Tag kind={tag.kind}>{tag.text}</Tag>
      </View>
      <View className={styles.goods}>
        {items.slice(0, MAX_PICTURES).map(({ productId, picture }) => (
          <ProductPicture key={productId} src={picture} size={56} />
        ))}
        <View className={styles.name}>{title}</View>
      </View>
      <View className={styles.foot}>
        <View className={styles.sum}>
          {`共 ${units} 件`}
          <View className={styles.total}>{`¥${yuanOf(totalFen)}`}</View>
        </View>
        {isPayable && (
          <CardControls className={styles.action}>
            <View className={styles.left}>{`还剩 ${minutes} 分钟`}</View>
            <Button size="s" label={`去支付 ${title}`} onPress={() => goTo(cashierPath(paymentOrderId))}>
              去支付
            </Button>
          </CardControls>
        )}
        {isReceivable && (
          <CardControls>
            <Button
              kind="ghost"
              size="s"
              busy={receive.isPending}
              label={`确认收货 ${title}`}
              onPress={async () => {
                if (await askToReceive()) receive.act()
              }}
            >
              确认收货
            </Button>
          </CardControls>
        )}
      </View>
    </Card>
  )
}
