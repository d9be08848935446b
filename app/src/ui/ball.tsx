import { View } from '@tarojs/components'
import styles from './ball.module.scss'
import { classNames } from './class-names'
import { semantics } from './semantics'

type Props = {
  /** 28 top bar, 44 state of a class, 48 log-in, 92 advert. */
  size?: 28 | 44 | 48 | 92
  /** Drops in and bounces once: for success only. */
  bounces?: boolean
}

/** The lime ball: the mark of the product. */
export function Ball({ size = 44, bounces }: Props) {
  return (
    <View
      className={classNames(styles.ball, styles[`s${size}`], bounces && styles.bounces)}
      {...semantics({ hidden: true })}
    />
  )
}
