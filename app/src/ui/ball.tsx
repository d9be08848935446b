import { View } from '@tarojs/components'
import styles from './ball.module.scss'
import { classNames } from './class-names'
import { semantics } from './semantics'

type Props = {
  /** In px: 28 top bar, 44 state of a class, 48 log-in, 92 advert. */
  size?: 28 | 44 | 48 | 92
  /** Whether it drops in and bounces once: only for a success. */
  bounces?: boolean
}

/** The lime ball: the symbol of the product. */
export function Ball({ size = 44, bounces }: Props) {
  return (
    <View
      className={classNames(styles.ball, styles[`s${size}`], bounces && styles.bounces)}
      {...semantics({ hidden: true })}
    />
  )
}
