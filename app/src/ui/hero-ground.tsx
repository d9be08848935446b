import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { classNames } from './class-names'
import styles from './hero-ground.module.scss'

type Props = {
  children: ReactNode
  /** A card with rounded corners instead of the head of a page. */
  rounded?: boolean
  className?: string
}

/** The green court with its white lines, for entry pages and successes. Text on it is white. */
export function HeroGround({ children, rounded, className }: Props) {
  return (
    <View className={classNames(styles.hero, rounded && styles.rounded, className)}>
      <View className={styles.lines} />
      <View className={styles.content}>{children}</View>
    </View>
  )
}
