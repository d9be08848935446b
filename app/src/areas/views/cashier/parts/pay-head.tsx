import type { Order } from '@paidang/api/areas/payments'
import { View } from '@tarojs/components'
import { useSecond } from '../../../../platform/use-second'
import { Card } from '../../../../ui/card'
import { Price } from '../../../../ui/price'
import { semantics } from '../../../../ui/semantics'
import { timeLeft } from '../../../money/payments/pay-labels'
import styles from './cashier.module.scss'

/** What is paid for, the amount, and the time left. */
export function PayHead({ order: { title, amountFen, expiresAt } }: { order: Order }) {
  return (
    <Card className={styles.head}>
      <View className={styles.subject} {...semantics({ role: 'heading', level: 2 })}>
        {title}
      </View>
      <Price amountFen={amountFen} size="l" />
      <Countdown until={expiresAt} />
    </Card>
  )
}

function Countdown({ until }: { until: string }) {
  const now = useSecond()
  return (
    <View className={styles.left} {...semantics({ role: 'timer' })}>
      支付剩余时间
      <View className={styles.time}>{timeLeft(until, now)}</View>
    </View>
  )
}
