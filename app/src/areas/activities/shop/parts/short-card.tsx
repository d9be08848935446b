import { errors } from '@paidang/api/catalogue/errors'
import { View } from '@tarojs/components'
import { productsPath } from '../../../../paths'
import { backTo } from '../../../../platform/navigate'
import { Button } from '../../../../ui/button'
import { Card } from '../../../../ui/card'
import { Icon } from '../../../../ui/icon'
import { semantics } from '../../../../ui/semantics'
import { shortText } from './cart-labels'
import type { CheckoutLine } from './checkout-lines'
import styles from './short-card.module.scss'

type Props = {
  lines: readonly CheckoutLine[]
  busy: boolean
  /** Undefined if nothing is left to continue with. */
  onAdjust: (() => void) | undefined
}

/** The lines with a shortage, the stock left, and one press that continues with that. */
export function ShortCard({ lines, busy, onAdjust }: Props) {
  return (
    <Card className={styles.card}>
      <View {...semantics({ role: 'alert' })}>
        <View className={styles.title}>
          <Icon name="warning" size={18} />
          {errors.shop_stock_short.message}
        </View>
        {lines.map((line) => (
          <View key={line.productId} className={styles.line}>
            <View className={styles.name}>{line.name}</View>
            <View className={styles.left}>{shortText(line)}</View>
          </View>
        ))}
      </View>
      {onAdjust ? (
        <Button size="m" busy={busy} onPress={onAdjust}>
          调整并继续
        </Button>
      ) : (
        <Button size="m" onPress={() => backTo(productsPath())}>
          去逛逛
        </Button>
      )}
    </Card>
  )
}
