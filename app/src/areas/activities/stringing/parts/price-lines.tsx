import type { PriceLine } from '@paidang/domain/areas/stringing/string-job'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import { Card, CardHead } from '../../../../ui/card'
import styles from './form.module.scss'

/** What the job costs, line by line. The bar shows the sum. */
export function PriceLines({ lines }: { lines: readonly PriceLine[] }) {
  return (
    <Card>
      <CardHead title="价格明细" />
      {lines.map(({ label, quantity, unitFen }) => (
        <View key={label} className={styles.line}>
          <View>{quantity > 1 ? `${label} × ${quantity}` : label}</View>
          <View className={styles.amount}>{`¥${yuanOf(quantity * unitFen)}`}</View>
        </View>
      ))}
    </Card>
  )
}
