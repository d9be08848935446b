import { View } from '@tarojs/components'
import { cartPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { classNames } from '../../../../ui/class-names'
import { Icon } from '../../../../ui/icon'
import { pressable } from '../../../../ui/semantics'
import { useCartCount } from '../cart-data'
import styles from './cart-button.module.scss'

/** Above this number the exact count is not shown. */
const MOST_SHOWN = 99

/** The link to the cart, with its number of units. It floats over a list, or is part of a page's bar. */
export function CartButton({ floats }: { floats?: boolean }) {
  const count = useCartCount()
  return (
    <View
      className={classNames(styles.button, 'centre keep', floats && styles.floats)}
      hoverClass={styles.pressed}
      {...pressable({ label: count > 0 ? `购物车，${count} 件` : '购物车', onPress: () => goTo(cartPath()) })}
    >
      <Icon name="cart" size={24} />
      {count > 0 && <View className={styles.count}>{count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}</View>}
    </View>
  )
}
