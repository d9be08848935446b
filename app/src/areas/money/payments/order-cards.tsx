import type { Order } from '@paidang/api/areas/money/payments'
import { formatDateTime } from '@paidang/domain/kernel/day'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import { Card, CardHead } from '../../../ui/card'
import { KeyValues } from '../../../ui/key-values'
import styles from './order-cards.module.scss'
import { isCorrection, refundText, waitsAtDesk } from './pay-labels'

type LinesProps = {
  order: Order
  /** Set where nothing above names the order. */
  titled?: boolean
}

/** The lines of an order, and their sum. */
export function LinesCard({ order: { kind, title, lines, amountFen }, titled }: LinesProps) {
  // Of hours one reads how many, and that gifts cost nothing. Another line without a price is described by its text.
  const isOfHours = kind === 'COURSE'
  return (
    <Card>
      <CardHead title="订单明细" tail={titled ? title : undefined} />
      {lines.map(({ label, quantity, amountFen: lineFen }) => (
        <View key={label} className={styles.line}>
          <View>{quantity > 1 || isOfHours ? `${label} × ${quantity}` : label}</View>
          {(lineFen > 0 || isOfHours) && (
            <View className={styles.amount}>{lineFen > 0 ? `¥${yuanOf(lineFen)}` : '免费'}</View>
          )}
        </View>
      ))}
      <View className={styles.total}>
        <View>合计</View>
        <View className={styles.amount}>{`¥${yuanOf(amountFen)}`}</View>
      </View>
    </Card>
  )
}

/** The refunds of an order with destination and progress, or the correction of its payment, and the number to fetch them with; nothing without refunds. */
export function RefundsCard({ order: { id, refunds } }: { order: Order }) {
  if (refunds.length === 0) return null
  return (
    <Card>
      <CardHead title={refunds.every(isCorrection) ? '冲正' : '退款'} />
      {refunds.map((refund) => (
        <View key={refund.id} className={styles.refund}>
          <View className={styles.line}>
            <View>{refund.reason}</View>
            {isCorrection(refund) || <View className={styles.back}>{`+¥${yuanOf(refund.amountFen)}`}</View>}
          </View>
          <View className="t-caption muted">
            {`${refundText(refund)} ${formatDateTime(new Date(refund.doneTime ?? refund.createTime)).slice(0, 16)}`}
          </View>
        </View>
      ))}
      {refunds.some(waitsAtDesk) && <KeyValues rows={[{ name: '订单号', value: id }]} />}
    </Card>
  )
}
