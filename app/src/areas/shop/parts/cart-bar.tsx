import type { Cart } from '@paidang/api/areas/shop'
import { errors } from '@paidang/api/catalogue/errors'
import { View } from '@tarojs/components'
import { ActionBar } from '../../../ui/action-bar'
import { Button } from '../../../ui/button'
import { Checkbox } from '../../../ui/checkbox'
import { classNames } from '../../../ui/class-names'
import { Price } from '../../../ui/price'
import styles from './cart-bar.module.scss'
import { isAvailable } from './cart-words'
import type { CartActions } from './use-cart-actions'

/** All or nothing ticked, what the ticked lines come to, and the way to order them. */
export function CartBar({ cart: { items, totalFen, units }, actions }: { cart: Cart; actions: CartActions }) {
  const available = items.filter(isAvailable)
  const isAll = available.length > 0 && available.every(({ isSelected }) => isSelected)
  const { quantities, isLeaving } = actions
  // A number that is on its way may make orderable what is not.
  const canOrder = units > 0 || quantities.isUnsettled
  return (
    <ActionBar
      actions={
        <Button
          busy={isLeaving}
          disabled={!canOrder}
          reason={errors.cart_nothing_selected.message}
          onPress={actions.checkOut}
        >
          {units > 0 ? `去结算 (${units})` : '去结算'}
        </Button>
      }
    >
      <View className={styles.left}>
        <Checkbox
          checked={isAll}
          disabled={available.length === 0}
          onChange={(isSelected) =>
            actions.select(
              available.map(({ productId }) => productId),
              isSelected,
            )
          }
        >
          全选
        </Checkbox>
        <View className={classNames(styles.total, quantities.isUnsettled && styles.stale)}>
          合计
          <Price amountFen={totalFen} size="m" />
        </View>
      </View>
    </ActionBar>
  )
}
