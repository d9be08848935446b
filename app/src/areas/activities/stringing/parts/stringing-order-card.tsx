import type { StringingOrderSummary } from '@paidang/api/areas/stringing-orders'
import { View } from '@tarojs/components'
import { cashierPath, threadingOrderPath, threadingResultPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { Button } from '../../../../ui/button'
import { Card, CardControls } from '../../../../ui/card'
import { Facts } from '../../../../ui/dot'
import { Price } from '../../../../ui/price'
import { Tag } from '../../../../ui/tag'
import { momentText } from '../../../../ui/time-format'
import styles from './my-stringing.module.scss'
import { RacketDrawing } from './racket-drawing'
import { nextStep, stringingTag } from './racket-labels'
import { bedText } from './stringing-labels'

/** One order in a list: racket, strings, where, when, cost, and what happens next. */
export function StringingOrderCard({ order }: { order: StringingOrderSummary }) {
  const { id, racketName, merchantName, totalFen, status, paymentOrderId, responseTime } = order
  const tag = stringingTag(order)
  const isUnpaid = status === 'SUBMITTED'
  const isPaid = status === 'PAID'
  return (
    <Card
      holdsControls={isUnpaid || isPaid}
      label={`${racketName}，${tag.text}，${merchantName}，${bedText(order)}`}
      onPress={() => goTo(threadingOrderPath(id))}
    >
      <View className={styles.top}>
        <RacketDrawing />
        <View className={styles.words}>
          <View className={styles.head}>
            <View className={styles.name}>{racketName}</View>
            <Tag kind={tag.kind}>{tag.text}</Tag>
          </View>
          <View className={styles.facts}>{bedText(order)}</View>
          <View className={styles.facts}>
            <Facts>
              {merchantName}
              {momentText(new Date(responseTime), new Date())}
            </Facts>
          </View>
        </View>
      </View>
      <View className={styles.foot}>
        <View className={styles.next}>{nextStep(order)}</View>
        <View className={styles.pay}>
          <Price amountFen={totalFen} tone={isUnpaid ? 'due' : 'ink'} />
          {isUnpaid && (
            <CardControls>
              <Button size="s" label={`去支付 ${racketName}`} onPress={() => goTo(cashierPath(paymentOrderId))}>
                去支付
              </Button>
            </CardControls>
          )}
          {isPaid && (
            <CardControls>
              <Button
                kind="ghost"
                size="s"
                label={`送拍步骤 ${racketName}`}
                onPress={() => goTo(threadingResultPath(id))}
              >
                送拍步骤
              </Button>
            </CardControls>
          )}
        </View>
      </View>
    </Card>
  )
}
