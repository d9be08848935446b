import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import styles from './action-bar.module.scss'
import { classNames } from './class-names'
import { semantics } from './semantics'

type Props = {
  /** At the left: the amount, or what was chosen and what it costs; told to readers when it changes. */
  children?: ReactNode
  /** One button at the right, or a plain and a filled one when both are real choices. */
  actions: ReactNode
  /** On one of the five tab pages, where the tab bar below keeps clear of the phone's edge. */
  overTabBar?: boolean
}

/** The bar at the foot of a page, 64 high; it must be the last part of the page. */
export function ActionBar({ children, actions, overTabBar }: Props) {
  return (
    <View className={classNames(styles.bar, !overTabBar && styles.safe)}>
      {children !== undefined && (
        <View className={styles.left} {...semantics({ live: 'polite' })}>
          {children}
        </View>
      )}
      <View className={classNames(styles.actions, children === undefined && styles.wide)}>{actions}</View>
    </View>
  )
}
