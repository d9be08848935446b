import type { ShopOrderItem } from '@paidang/api/areas/activities/shop-orders'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import { classNames } from '../../../../ui/class-names'
import { pressable } from '../../../../ui/semantics'
import { Tag } from '../../../../ui/tag'
import { type CheckoutLine, stateText } from './cart-lines'
import styles from './line-row.module.scss'
import { ProductPicture } from './product'

type Props = {
  line: ShopOrderItem | CheckoutLine
  /** Opens the product. */
  onPress?: () => void
}

/** A line of an order: product, quantity, price. Before the order is placed it shows its state. */
export function LineRow({ line, onPress }: Props) {
  const { name, picture, priceFen, quantity } = line
  const words = 'state' in line ? stateText(line) : undefined
  const before = 'state' in line && line.state === 'PRICE_CHANGED' ? line.seenPriceFen : undefined
  return (
    <View
      className={classNames(styles.row, 'beside-12')}
      {...(onPress ? pressable({ role: 'link', label: `${name}，${quantity} 件`, onPress }) : {})}
    >
      <ProductPicture src={picture} size={72} />
      <View className="col-2 grow">
        <View className={styles.name}>{name}</View>
        {words && (
          <View>
            <Tag kind={words.kind} icon={null}>
              {words.text}
            </Tag>
          </View>
        )}
        <View className={styles.foot}>
          <View className={styles.prices}>
            <View className={styles.price}>{`¥${yuanOf(priceFen)}`}</View>
            {before !== undefined && (
              <View className={classNames(styles.before, 't-caption faint')}>{`¥${yuanOf(before)}`}</View>
            )}
          </View>
          <View className="t-sub muted">{`× ${quantity}`}</View>
        </View>
      </View>
    </View>
  )
}
