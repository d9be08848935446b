import { View } from '@tarojs/components'
import { cartPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { classNames } from '../../../ui/class-names'
import { Icon } from '../../../ui/icon'
import { pressable } from '../../../ui/semantics'
import { useCartCount } from '../cart-data'
import styles from './cart-button.module.scss'

/** A number above this says no more than that there are many. */
const MOST_SHOWN = 99

/** The way to the cart, with how much lies in it: floating over a list, or in the bar of a page. */
export function CartButton({ floats }: { floats?: boolean }) {
  const count = useCartCount()
  return (
    <View
      className={classNames(styles.button, floats && styles.floats)}
      hoverClass={styles.pressed}
      {...pressable({ label: count > 0 ? `购物车，${count} 件` : '购物车', onPress: () => goTo(cartPath()) })}
    >
      <Icon name="cart" size={24} />
      {count > 0 && <View className={styles.count}>{count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}</View>}
    </View>
  )
}
