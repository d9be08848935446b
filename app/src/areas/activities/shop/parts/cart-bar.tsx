import type { Cart } from '@paidang/api/areas/shop'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { ActionBar } from '../../../../ui/action-bar'
import { Button } from '../../../../ui/button'
import { Checkbox } from '../../../../ui/checkbox'
import { classNames } from '../../../../ui/class-names'
import { Price } from '../../../../ui/price'
import { semantics } from '../../../../ui/semantics'
import styles from './cart-bar.module.scss'
import { isAvailable } from './cart-labels'
import type { CartActions } from './use-cart-actions'

const NOTHING_TICKED = '先勾选要买的商品'
const NOTHING_TO_BUY = '这些商品现在都买不了'

/** Ticks all or nothing, shows the total of the ticked lines, and orders them. */
export function CartBar({ cart: { items, totalFen, units }, actions }: { cart: Cart; actions: CartActions }) {
  const available = items.filter(isAvailable)
  const isAll = available.length > 0 && available.every(({ isSelected }) => isSelected)
  const { quantities, isLeaving } = actions
  const [shakes, setShakes] = useState(0)
  // A quantity that is still being saved may make an unavailable line orderable.
  const canOrder = units > 0 || quantities.isUnsettled
  return (
    <ActionBar
      actions={
        <Button
          busy={isLeaving}
          lacks={canOrder ? undefined : available.length > 0 ? NOTHING_TICKED : NOTHING_TO_BUY}
          onLacking={() => setShakes(shakes + 1)}
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
          shakes={shakes}
          onChange={(isSelected) =>
            actions.select(
              available.map(({ productId }) => productId),
              isSelected,
            )
          }
        >
          全选
        </Checkbox>
        {shakes > 0 && !canOrder && (
          <View className={styles.lacks} {...semantics({ role: 'alert' })}>
            {available.length > 0 ? NOTHING_TICKED : NOTHING_TO_BUY}
          </View>
        )}
        <View className={classNames(styles.total, quantities.isUnsettled && styles.stale)}>
          合计
          <Price amountFen={totalFen} size="m" />
        </View>
      </View>
    </ActionBar>
  )
}
