import type { StringingOrder } from '@paidang/api/areas/stringing-orders'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { useMinute } from '../../../../platform/use-minute'
import { CardStack } from '../../../../ui/card'
import { HeroGround } from '../../../../ui/hero-ground'
import { semantics } from '../../../../ui/semantics'
import { Tag } from '../../../../ui/tag'
import { LinesCard, RefundsCard } from '../../../money/payments/order-cards'
import styles from './order.module.scss'
import { OrderBar } from './order-bar'
import { JobCard, ReviewCard, ShopCard } from './order-cards'
import { OrderTimeline } from './order-timeline'
import { RacketDrawing } from './racket-drawing'
import { RateSheet } from './rate-sheet'
import { codeToShow, stateText } from './stringing-labels'

/** An order from its state down to its payment, and the possible actions. */
export function OrderBody({ order }: { order: StringingOrder }) {
  const now = useMinute()
  const [isRating, setRating] = useState(false)
  return (
    <>
      <CardStack className={styles.stack}>
        <OrderHero order={order} now={now} />
        <OrderTimeline order={order} now={now} />
        <JobCard order={order} now={now} />
        <ShopCard order={order} />
        <ReviewCard order={order} />
        {order.order && (
          <>
            <RefundsCard order={order.order} />
            <LinesCard order={order.order} />
          </>
        )}
      </CardStack>
      <OrderBar order={order} onRate={() => setRating(true)} />
      <RateSheet order={order} open={isRating} onClose={() => setRating(false)} />
    </>
  )
}

function OrderHero({ order, now }: { order: StringingOrder; now: Date }) {
  const { title, line } = stateText(order, now)
  const code = codeToShow(order)
  return (
    <HeroGround rounded>
      <View className={styles.hero}>
        <View className={styles.heroText} {...semantics({ live: 'polite' })}>
          {line !== '' && <View className={styles.heroLine}>{line}</View>}
          <View className={styles.heroTitle} {...semantics({ role: 'heading', level: 2 })}>
            {title}
          </View>
          {code !== undefined && (
            <View className={styles.code}>
              <Tag kind="lime">
                取拍码
                <View className={styles.digits}>{code}</View>
              </Tag>
            </View>
          )}
        </View>
        <RacketDrawing size={64} ground="court" />
      </View>
    </HeroGround>
  )
}
