import { View } from '@tarojs/components'
import { classNames } from './class-names'
import styles from './drawing.module.scss'
import { semantics } from './semantics'

/** court: nothing here yet; net: something failed; lock: not allowed. */
export type DrawingName = 'court' | 'net' | 'lock'

/** A drawing 180 × 120 in the theme's colours, the ball in lime. */
export function Drawing({ name }: { name: DrawingName }) {
  return (
    <View className={classNames(styles.drawing, styles[name])} {...semantics({ hidden: true })}>
      <View className={styles.wash} />
      <View className={styles.lines} />
      <View className={styles.front} />
    </View>
  )
}
